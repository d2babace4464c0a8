/** The mail to a contact when answers have closed: promised, declined, not answered. */
import { dayText } from '../../lookahead/dates/day-text.ts';
import { weeksText } from '../../lookahead/dates/window.ts';
import { refusalText } from '../../lookahead/promises/answer.ts';
import type { AnswerCounts } from '../../lookahead/promises/promises.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import type { NoticeLine } from '../../mail/notice-layout.ts';
import { maxDescribed } from '../limits.ts';
import { type NoticeText, textLine } from '../notify/notice-text.ts';
import type { AnsweredTask, ClosedAnswers } from './closed-answers.ts';

export type ClosedReport = ClosedAnswers & { readonly projectName: string; readonly reportName: string };

export function closingText(reports: readonly ClosedReport[]): NoticeText {
  const [first] = reports;
  const title =
    first && reports.length === 1
      ? `${nameOf(first)}: ${countsText(first.counts)}`
      : `Answers of ${countText(reports.length, 'report')}: ${countsText(sumOf(reports))}`;
  return {
    title,
    lines: reports.flatMap((report) => [
      ...(reports.length === 1 ? [] : [textLine(`${nameOf(report)}: ${countsText(report.counts)}.`)]),
      ...declinedLines(report),
      ...missingLines(report),
      ...(report.counts.promised === report.counts.asked ? [textLine('Everything is promised.')] : []),
    ]),
    reason:
      'You get this mail because lookahead.yaml names you as the contact of a report with answers. Answers can still come; they are marked late.',
  };
}

function nameOf({ projectName, reportName, counts }: ClosedReport): string {
  return `${projectName}, ${reportName}, ${weeksText(counts.week)}`;
}

/** `34 of 51 tasks promised, 5 declined, 12 not answered` */
export function countsText({
  asked,
  promised,
  declined,
}: Pick<AnswerCounts, 'asked' | 'promised' | 'declined'>): string {
  const missing = asked - promised - declined;
  return `${promised} of ${countText(asked, 'task')} promised, ${declined} declined, ${missing} not answered`;
}

function sumOf(reports: readonly ClosedReport[]) {
  const sum = (of: 'asked' | 'promised' | 'declined') =>
    reports.reduce((all, { counts }) => all + counts[of], 0);
  return { asked: sum('asked'), promised: sum('promised'), declined: sum('declined') };
}

function declinedLines({ tasks, counts }: ClosedReport): readonly NoticeLine[] {
  const declined = tasks.filter(({ state }) => state === 'declined');
  if (declined.length === 0) return [];
  return [
    textLine('Declined. Change the plan, or remove what stands in the way:'),
    ...declined.slice(0, maxDescribed).map((task) => declinedItem(task, counts)),
    ...othersLine(declined.length),
  ];
}

/** `Pour slab (A1010)` */
export function taskText({ ref, name }: Pick<AnsweredTask, 'ref' | 'name'>): string {
  return ref === name ? name : `${name} (${ref})`;
}

function declinedItem({ ref, name, dates, promise }: AnsweredTask, { week }: AnswerCounts): NoticeLine {
  const text = taskText({ ref, name });
  if (promise === undefined) return { kind: 'item', text };
  const { cut, note, by, day } = promise.answer;
  const others = promise.others.map(
    (other) => `${other.cut.name} ${other.says === 'promise' ? 'promised' : 'declined'} it`,
  );
  return {
    kind: 'item',
    text,
    details: [
      `${cut.name}: ${refusalText(promise.answer, week.first)}. Planned ${dates}`,
      ...(note === '' ? [] : [note]),
      [`${by}, ${dayText(day, week.first)}`, ...others].join('; '),
    ],
  };
}

function missingLines({ counts: { missing } }: ClosedReport): readonly NoticeLine[] {
  if (missing.length === 0) return [];
  return [
    textLine('Not answered. Call them before the week begins:'),
    ...missing
      .slice(0, maxDescribed)
      .map(({ name, tasks }): NoticeLine => ({ kind: 'item', text: `${name}: ${countText(tasks, 'task')}` })),
    ...othersLine(missing.length),
  ];
}

function othersLine(count: number): readonly NoticeLine[] {
  const left = count - maxDescribed;
  return left > 0 ? [textLine(`And ${left} more: lookahead answers lists all.`)] : [];
}
