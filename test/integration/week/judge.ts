/** Judges the week by what SES took: who got which report, and who was told what. */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Configuration } from '#config/configuration.ts';
import { type DueReport, dueAt, reportsOf } from '#delivery/store/due-reports.ts';
import { noticeNames, runName } from '#delivery/store/names.ts';
import { notice as storedNotice } from '#delivery/store/objects.ts';
import type { TakenMail } from '../../support/simulation/mail-service.ts';
import { firingsOf, type Week, weekEnd } from './a-week.ts';
import { contactOf, groupOf } from './sites.ts';
import { hour } from './trouble.ts';

type Due = DueReport & { readonly to: readonly string[]; readonly name: string };
type Notice = {
  readonly kind: string;
  /** `<dispatch>/<project>_<report>` */
  readonly reports: readonly string[];
  readonly causes: readonly string[];
  readonly text: string;
  readonly contact: string;
  readonly at: number;
};

export type Verdict = {
  readonly faults: readonly string[];
  /** For each contact: reports due and delivered, and notices. */
  readonly contacts: readonly {
    readonly contact: string;
    readonly due: number;
    readonly delivered: number;
    readonly notices: number;
  }[];
};

const noticeSchema = z.object({
  kind: z.string(),
  reports: z.array(z.string()),
  causes: z._default(z.array(z.string()), []),
  message: z.object({ subject: z.string(), text: z.string() }),
});

export function judge(week: Week): Verdict {
  const notices = noticesOf(week);
  const byRun = Map.groupBy(week.mail.taken, ({ run }) => run);
  const due = expectedReports(week);
  const faults: string[] = [];
  const deliveredTo: string[] = [];

  for (const report of due) {
    const mails = byRun.get(report.name) ?? [];
    const delivered = report.to.every((address) =>
      mails.some(({ recipients }) => recipients.includes(address)),
    );
    if (delivered) deliveredTo.push(report.contact);
    const told = notices.filter(
      ({ kind, reports }) =>
        (kind === 'not-delivered' || kind === 'not-sent') &&
        reports.some(
          (name) => name.startsWith(report.runId) && name.endsWith(`/${report.project}_${report.report}`),
        ),
    );
    if (!delivered && told.length === 0)
      faults.push(`${report.name}: neither delivered nor its contact told`);
    if (told.length > 1)
      faults.push(`${report.name}: its contact was told ${told.length} times that it failed`);
    const lastMail = Math.max(0, ...mails.map(({ at }) => at));
    if (delivered && told.some(({ kind, at }) => kind === 'not-delivered' && at > lastMail)) {
      faults.push(`${report.name}: its contact was told that it was not delivered, although it was`);
    }
  }
  faults.push(
    ...doubled(week.mail.taken),
    ...misdirected(notices),
    ...leftOpen(notices),
    ...repeated(notices),
  );
  const left = week.cloud.jobs.messages() + week.cloud.deadLetters.messages();
  if (left > 0) faults.push(`${left} messages are left in the queues`);
  const contacts = Array.from(
    Map.groupBy(due, ({ contact }) => contact),
    ([contact, own]) => ({
      contact,
      due: own.length,
      delivered: deliveredTo.filter((one) => one === contact).length,
      notices: notices.filter((notice) => notice.contact === contact).length,
    }),
  );
  return { faults, contacts };
}

/** The reports that each configuration made due while it was deployed, and those that it added while that was still in time. */
function expectedReports({ trouble }: Week): readonly Due[] {
  const found = new Map<string, Due>();
  trouble.deployments.forEach(({ at, configuration }, index) => {
    const until = trouble.deployments[index + 1]?.at ?? weekEnd;
    const first = trouble.deployments[0]?.at ?? at;
    for (const { cron, timeZone, scheduledTime } of firingsOf(
      configuration,
      Math.max(first, at - 72 * hour),
      until,
    )) {
      const time = Temporal.Instant.from(scheduledTime);
      for (const report of dueAt(time, reportsOf(configuration, { cron, timeZone }))) {
        const inTime = report.deliverBy.epochMilliseconds > at + hour;
        if (time.epochMilliseconds >= at || inTime) {
          const name = runName(report);
          if (!found.has(name)) found.set(name, { ...report, name, to: recipientsOf(configuration, report) });
        }
      }
    }
  });
  return [...found.values()];
}

function recipientsOf({ reports }: Configuration, { report }: DueReport): readonly string[] {
  return reports.find(({ key }) => key === report)?.to ?? [];
}

function noticesOf({ mail, cloud }: Week): readonly Notice[] {
  return mail.taken.flatMap(({ run, recipients, at }) => {
    if (!run.startsWith('notice__')) return [];
    const named = noticeNames.of(run);
    const bytes = named && cloud.archive.get(storedNotice.key(named));
    const { message, ...notice } = noticeSchema.parse(JSON.parse(Buffer.from(bytes ?? []).toString()));
    const text = `${message.subject}\n${message.text}`;
    const reports = notice.reports.map((name) =>
      name.includes('/') ? name : `${run.split('__')[1]}/${name}`,
    );
    return [{ ...notice, reports, text, contact: recipients.join(), at }];
  });
}

function doubled(taken: readonly TakenMail[]): readonly string[] {
  const byMessage = Map.groupBy(taken, ({ run, message }) => `${run} ${message}`);
  return Array.from(byMessage).flatMap(([name, copies]) =>
    copies.filter(({ subject }) => !subject.includes('(resent)')).length > 1
      ? [`${name}: sent twice unmarked`]
      : [],
  );
}

/** A contact is told of own reports only. */
function misdirected(notices: readonly Notice[]): readonly string[] {
  return notices.flatMap(({ contact, reports, text, kind }) => {
    const named = [...text.matchAll(/Site (\d\d)/g)].map(([, number = '']) => `p${number}`);
    const keys = [...reports.map((name) => name.replace(/^.*\/(.*)_.*/, '$1')), ...named];
    const foreign = keys.filter((key) => contactOf(groupOf(key)) !== contact);
    return foreign.length > 0 ? [`${contact} was told (${kind}) of ${[...new Set(foreign)].join()}`] : [];
  });
}

/** Who was told that something is late or needs action is told how it ended. */
function leftOpen(notices: readonly Notice[]): readonly string[] {
  return notices
    .filter(({ kind }) => kind === 'late' || kind === 'action')
    .flatMap((open) =>
      open.reports
        .filter(
          (name) =>
            !notices.some(
              ({ kind, reports, contact }) =>
                (kind === 'delivered' || kind === 'not-delivered' || kind === 'not-sent') &&
                contact === open.contact &&
                reports.includes(name),
            ),
        )
        .map((name) => `${name}: ${open.contact} was not told how '${open.kind}' ended`),
    );
}

/** A contact is told of one cause once an hour at most. */
function repeated(notices: readonly Notice[]): readonly string[] {
  const byKind = Map.groupBy(notices, ({ contact, kind, causes }) => `${contact} ${kind} ${causes}`);
  return Array.from(byKind).flatMap(([name, own]) => {
    const times = own.map(({ at }) => at).sort((one, other) => one - other);
    return times.some((at, index) => at - (times[index - 1] ?? 0) < 3_600_000)
      ? [`${name}: two mails in an hour`]
      : [];
  });
}
