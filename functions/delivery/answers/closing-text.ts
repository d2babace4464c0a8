/** The mail to a contact when answers have closed: promised, declined, not answered. */
import { dayText } from '../../lookahead/dates/day-text.ts';
import { weeksText } from '../../lookahead/dates/window.ts';
import { refusalText } from '../../lookahead/promises/answer.ts';
import type { AnswerCounts } from '../../lookahead/promises/promises.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import type { NoticeLine } from '../../mail/notice-layout.ts';
import { firstLines, itemLine, type NoticeText, textLine } from '../notify/notice-text.ts';
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
    ...firstLines(declined, (task) => declinedItem(task, counts), othersText),
  ];
}

/** `Pour slab (A1010)` */
export function taskText({ ref, name }: Pick<AnsweredTask, 'ref' | 'name'>): string {
  return ref === name ? name : `${name} (${ref})`;
}

function declinedItem({ ref, name, dates, promise }: AnsweredTask, { week }: AnswerCounts): NoticeLine {
  const text = taskText({ ref, name });
  if (promise === undefined) return itemLine(text);
  const { cut, note, by, day } = promise.answer;
  const others = promise.others.map(
    (other) => `${other.cut.name} ${other.says === 'promise' ? 'promised' : 'declined'} it`,
  );
  return itemLine(text, [
    `${cut.name}: ${refusalText(promise.answer, week.first)}. Planned ${dates}`,
    ...(note === '' ? [] : [note]),
    [`${by}, ${dayText(day, week.first)}`, ...others].join('; '),
  ]);
}

function missingLines({ counts: { missing } }: ClosedReport): readonly NoticeLine[] {
  if (missing.length === 0) return [];
  return [
    textLine('Not answered. Call them before the week begins:'),
    ...firstLines(missing, ({ name, tasks }) => itemLine(`${name}: ${countText(tasks, 'task')}`), othersText),
  ];
}

function othersText(left: number): string {
  return `And ${left} more: lookahead answers lists all.`;
}
