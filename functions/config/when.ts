/** When a report is due: at the times of a schedule, or after each import of its programme. */
import * as z from 'zod/mini';
import { readCron } from './cron.ts';
import { described, nonEmptyText, timeZone } from './fields.ts';

const cron = nonEmptyText.check(
  z.superRefine((text, context) => {
    const read = readCron(text);
    if (read.kind === 'wrong') {
      context.addIssue({ code: 'custom', message: read.message, params: read });
    }
  }),
);

export const whenSchema = z.pipe(
  z
    .strictObject({
      cron: described(
        z.optional(cron),
        'Minute, hour, day of month, month, day of week: "0 14 * * FRI" is Fridays at 14:00. One of the two day fields must be *.',
      ),
      onImport: described(
        z.optional(z.literal(true)),
        'In place of cron: the report is due when a new version of the programme is imported, and at atLatest if none was.',
      ),
      atLatest: described(
        z.optional(cron),
        'With onImport: when the report is due although no new version was imported, as for cron.',
      ),
      timeZone: described(
        z.optional(timeZone),
        "IANA time zone of the schedule; the project's own by default.",
      ),
    })
    .check(
      z.superRefine(({ cron: at, onImport, atLatest }, context) => {
        const isComplete = at === undefined ? onImport && atLatest !== undefined : !onImport && !atLatest;
        if (isComplete) return;
        const message = 'must have either cron, or onImport: true and atLatest';
        const remedy = 'For a report after each import, write onImport: true and atLatest: "0 14 * * FRI".';
        context.addIssue({ code: 'custom', message, params: { message, remedy } });
      }),
    ),
  z.transform(({ cron: at, atLatest, onImport = false, timeZone: zone }) => ({
    /** The schedule; with `onImport`, the latest time. */
    cron: at ?? atLatest ?? '',
    ...(zone === undefined ? {} : { timeZone: zone }),
    onImport,
  })),
);
