import { addDays, type Day, mondayOf, weekdayOf } from '../../base/day.ts';
import { compareReportDates, type ReportDates } from '../dates/report-dates.ts';
import type { Window } from '../dates/window.ts';
import type { FirstPlanned } from '../planned/slip.ts';
import type { Pull } from '../tasks/read-task.ts';

export type IssueReference = ReportDates & {
  readonly number: number;
  readonly window: Window;
};

export type EarlierIssue = {
  readonly reference: IssueReference;
  readonly pull: Pull;
  readonly firstPlanned: FirstPlanned;
};

/** The latest Monday to Sunday week whose Friday is on or before the day. */
export function lastWeekOf(today: Day): Window {
  const monday = mondayOf(today);
  const first = weekdayOf(today) >= 5 ? monday : addDays(monday, -7);
  return { first, last: addDays(first, 6), weeks: 1 };
}

/**
 * Last week's plan: the last issue made before that week began and covering it; failing that, the last one made on
 * the week's own Monday, since the week is worked to it. Undefined if there is neither: PPC is then "not yet", never
 * 0% or 100%.
 */
export function choosePlanOfLastWeek<Candidate extends { readonly reference: IssueReference }>(
  today: Day,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const week = lastWeekOf(today);
  const covering = candidates
    .filter(({ reference }) => reference.window.first <= week.first && reference.window.last >= week.last)
    .sort(({ reference: a }, { reference: b }) => compareReportDates(b, a) || b.number - a.number);
  const madeBefore = covering.find(({ reference }) => reference.reportDay < week.first);
  return madeBefore ?? covering.find(({ reference }) => reference.reportDay === week.first);
}
