/** Judges the week by what SES accepted: who got which report, and who was notified of what. */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Configuration } from '#config/configuration.ts';
import { createDueReports, type DueReport, reportsOfSchedule } from '#queue/due-reports.ts';
import { contactMailNameTemplate, runName } from '#runs/store/names.ts';
import { contactMail } from '#runs/store/objects.ts';
import { factTopicId, factUrgencyKey, factMailGroup as groupOfMail } from '#watch/contacts/facts.ts';
import type { TakenMail } from '../../support/simulation/mail-service.ts';
import { firingsOf, type Week, weekEnd } from './a-week.ts';
import { contactOfSite, groupOf } from './sites.ts';
import { hour } from './trouble.ts';

type Due = DueReport & { readonly to: readonly string[]; readonly name: string };
type Told = {
  readonly facts: readonly string[];
  readonly text: string;
  readonly contact: string;
  readonly at: number;
};

export type WeekVerdict = {
  readonly faults: readonly string[];
  /** For each contact: numbers of due and delivered reports, and of notices. */
  readonly contacts: readonly {
    readonly contact: string;
    readonly due: number;
    readonly delivered: number;
    readonly notices: number;
  }[];
};

const mailSchema = z.object({
  facts: z.array(z.string()),
  message: z.object({ subject: z.string(), text: z.string() }),
});

export function judgeWeek(week: Week): WeekVerdict {
  const notices = toldIn(week);
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
    const isOfReport = (id: string) =>
      factTopicId(id).startsWith(report.runId) && id.endsWith(`/${report.project}_${report.report}`);
    const toldOf = (...kinds: readonly string[]) =>
      notices.filter(({ facts }) =>
        facts.some((id) => kinds.some((kind) => id.startsWith(`${kind}:`)) && isOfReport(id)),
      );
    const told = toldOf('over', 'unsent');
    if (!delivered && told.length === 0)
      faults.push(`${report.name}: neither delivered nor its contact told`);
    if (told.length > 1)
      faults.push(`${report.name}: its contact was told ${told.length} times that it failed`);
    const lastMail = Math.max(0, ...mails.map(({ at }) => at));
    if (delivered && toldOf('over').some(({ at }) => at > lastMail)) {
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

/**
 * Reports that became due while each configuration was deployed, and reports that a configuration added while they were
 * still in time.
 */
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
      for (const report of createDueReports(time, reportsOfSchedule(configuration, { cron, timeZone }))) {
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

function toldIn({ mail, cloud }: Week): readonly Told[] {
  return mail.taken.flatMap(({ run, recipients, at }) => {
    const named = contactMailNameTemplate.of(run);
    if (named === undefined) return [];
    const bytes = cloud.archive.get(contactMail.key(named)) ?? [];
    const { message, facts } = mailSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
    return [{ facts, text: `${message.subject}\n${message.text}`, contact: recipients.join(), at }];
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

/** Finds notices of reports that do not belong to the contact. */
function misdirected(notices: readonly Told[]): readonly string[] {
  return notices.flatMap(({ contact, facts, text }) => {
    const named = [...text.matchAll(/Site (\d\d)/g)].map(([, number = '']) => `p${number}`);
    const keys = facts.flatMap((id) => /\/(p\d\d)_/.exec(factTopicId(id))?.[1] ?? []);
    const foreign = [...keys, ...named].filter((key) => contactOfSite(groupOf(key)) !== contact);
    return foreign.length > 0 ? [`${contact} was told of ${[...new Set(foreign)].join()}`] : [];
  });
}

/** Finds contacts that were notified of something late or urgent, but never of how it ended. */
function leftOpen(notices: readonly Told[]): readonly string[] {
  return notices.flatMap(({ facts, contact }) =>
    facts
      .filter((id) => /^(late|act):/.test(id))
      .filter((id) => {
        const ends = ['delivered', 'over', 'unsent'].map((kind) => `${kind}:${factTopicId(id)}`);
        return !notices.some((one) => one.contact === contact && one.facts.some((end) => ends.includes(end)));
      })
      .map((id) => `${contact} was not told how ${id} ended`),
  );
}

/**
 * Finds notices that repeat a fact, and notices within an hour of another one without an urgent new fact. Only notices
 * to the same contact and of the same mail group are compared; those that are marked as resent are left out.
 */
function repeated(notices: readonly Told[]): readonly string[] {
  return [...Map.groupBy(notices, ({ contact }) => contact)].flatMap(([contact, own]) => {
    const sorted = own.toSorted((one, other) => one.at - other.at);
    return sorted.flatMap(({ facts, at, text }, index) => {
      if (text.includes('(resent)')) return [];
      const group = groupOfMail(facts[0]);
      const earlier = sorted.slice(0, index).filter((one) => groupOfMail(one.facts[0]) === group);
      const twice = facts.filter((id) => earlier.some((one) => one.facts.includes(id)));
      const recent = earlier.filter((one) => at - one.at < 3_600_000);
      const said = new Set(recent.flatMap((one) => one.facts.map(factUrgencyKey)));
      const isNew = facts.some(
        (id) => /^(act|over|answers|inbox):/.test(id) && !said.has(factUrgencyKey(id)),
      );
      const isTooSoon = recent.length > 0 && !isNew;
      return [
        ...twice.map((id) => `${contact} was told ${id} twice`),
        ...(isTooSoon ? [`${contact}: two mails in an hour`] : []),
      ];
    });
  });
}
