import { Temporal } from 'temporal-polyfill';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DueReport } from '#queue/due-reports.ts';
import { type ContactMail, liveThroughBadWeek } from './a-bad-week.ts';

let week: Awaited<ReturnType<typeof liveThroughBadWeek>>;
beforeAll(async () => {
  week = await liveThroughBadWeek();
}, 60_000);

const nameOf = ({ projectName, reportName, due }: DueReport) => `${projectName}, ${reportName}, ${due}`;

function isNamedAfterDeadline(report: DueReport, { at, text }: ContactMail): boolean {
  const words = text.replaceAll(/\s+/g, ' ');
  const day = report.due
    .toZonedDateTimeISO(report.timeZone)
    .toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
    .replaceAll(',', '');
  const isAfter = Temporal.Instant.compare(at, report.deliverBy) >= 0;
  return isAfter && [report.projectName, report.reportName, day].every((name) => words.includes(name));
}

describe('in a bad week', () => {
  it('every report is delivered, except for those due on the day of the stop with a deadline of six hours', () => {
    const { due, isDelivered } = week;
    expect(due).toHaveLength(24);
    expect(due.filter((report) => !isDelivered(report)).map(nameOf)).toEqual([
      'Riverside Tower, Day plan, 2026-11-18T06:00:00Z',
      'Harbour Quay, Day plan, 2026-11-18T06:00:00Z',
      'Market Hall, Day plan, 2026-11-18T06:00:00Z',
    ]);
  });

  it('every report is delivered, or named in a mail after its deadline', () => {
    const { due, isDelivered, mails } = week;
    const untold = due.filter(
      (report) => !isDelivered(report) && !mails.some((mail) => isNamedAfterDeadline(report, mail)),
    );
    expect(untold.map(nameOf)).toEqual([]);
  });

  it('no mail repeats an earlier one, unless it is marked', () => {
    const isMarked = ({ subject }: ContactMail) => /\(resent\)|\bstill\b/i.test(subject);
    const repeated = [...Map.groupBy(week.mails, ({ text }) => text).values()].flatMap(([, ...later]) =>
      later.filter((mail) => !isMarked(mail)),
    );
    expect(repeated.map(({ at, subject }) => `${at} ${subject}`)).toEqual([]);
  });
});
