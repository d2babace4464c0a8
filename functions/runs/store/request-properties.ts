/** Decides which properties a request may have, as it arrives and as it is stored. */

import * as z from 'zod/mini';
import { addDays, type Day, isoWeekOf, mondayOf, parseDay } from '#base/day.ts';
import { maxRecipients } from '#base/text/mail-address.ts';
import { emailAddressSchema } from '#config/fields.ts';
import { shiftsOrNone } from '#lookahead/tasks/select-tasks.ts';
import { dispatchIdSchema, runIdSchema } from './names.ts';
import { windowOfIsoDatesSchema } from './stored-object.ts';

const runModes = ['send', 'test', 'preview', 'dry-run'] as const;
export type RunMode = (typeof runModes)[number];

const projectKeyMessage = 'must be a string: the key of a project in lookahead.yaml';
const reportKeyMessage = 'must be a string: the key of a report in lookahead.yaml';
const weekMessage = 'must be a year from 1970 to 2999 and an ISO week that exists, such as "2026-W48"';
const weeksMessage = 'must be a whole number from 1 to 6';
const runIdMessage = 'must be a string of 1 to 100 characters';

export const reportRequestSchema = z.strictObject({
  project: z.string(projectKeyMessage).check(z.minLength(1, projectKeyMessage)),
  /** `all` means all reports of the project; so does leaving it out, except in mode send. */
  report: z.optional(z.string(reportKeyMessage).check(z.minLength(1, reportKeyMessage))),
  /** ISO week of the window's first day, `2026-W48`; by default, the report's own rule and today's date decide. */
  week: z.optional(
    z.string(weekMessage).check(z.refine((text) => parseIsoWeek(text) !== undefined, weekMessage)),
  ),
  weeks: z.optional(z.int(weeksMessage).check(z.gte(1, weeksMessage), z.lte(6, weeksMessage))),
  shifts: z.optional(
    z
      .array(
        z.enum(shiftsOrNone, `must be one of ${shiftsOrNone.join(', ')}`),
        'must be a list of shifts, such as ["night"]',
      )
      .check(z.minLength(1, 'must name at least one shift, or be left out')),
  ),
  to: z.optional(
    z
      .array(emailAddressSchema, 'must be a list of addresses, such as ["site.office@example.com"]')
      .check(
        z.minLength(1, 'must have at least one address, or be left out'),
        z.maxLength(maxRecipients, `must have at most ${maxRecipients} addresses`),
      ),
  ),
  mode: z.enum(runModes, `must be one of ${runModes.join(', ')}`),
  /**
   * The caller's own name for a run, or the id of a stored run. Requests with the same `runId` never make or send
   * anything twice. An id may be longer than a name, because it is the name in an encoded form.
   */
  runId: z.optional(
    z.string(runIdMessage).check(
      z.minLength(1, runIdMessage),
      z.refine((text) => text.length <= 100 || runIdSchema.safeParse(text).success, runIdMessage),
    ),
  ),
  /** With `runId`: continues that stored run as this dispatch's manifest describes it. */
  dispatchId: z.optional(dispatchIdSchema),
  /** With `runId`: continues the run for this window, without a manifest. */
  window: z.optional(windowOfIsoDatesSchema),
});
export type ReportRequest = z.infer<typeof reportRequestSchema>;

/** First and last year of a week: a pull covers months around it, and dates have four-digit years. */
const firstYear = 1970;
const lastYear = 2999;

/**
 * The Monday of `2026-W48`; undefined for text that is not an ISO week of 1970 to 2999, such as week 53 of most years.
 */
export function parseIsoWeek(text: string): Day | undefined {
  const [, year = '', week = ''] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  if (Number(year) < firstYear || Number(year) > lastYear) return undefined;
  // ISO 8601: 4 January is always in week 1.
  const inFirstWeek = parseDay(`${year}-01-04`);
  if (inFirstWeek === undefined) return undefined;
  const monday = addDays(mondayOf(inFirstWeek), (Number(week) - 1) * 7);
  const named = isoWeekOf(monday);
  return named.year === Number(year) && named.week === Number(week) ? monday : undefined;
}
