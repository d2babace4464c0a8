import { addDays, type Day, mondayOf, type StartAndFinish, weekdayOf } from '#base/day.ts';
import { compareReportDates, type ReportDates } from '#lookahead/dates/report-dates.ts';
import { coversWeek, type Window, weekWindow } from '#lookahead/dates/window.ts';
import type { InterpretedPull } from '#lookahead/tasks/read-task.ts';
import type { PlanRecord } from './plan-record.ts';

export type IssueReference = ReportDates & {
  readonly number: number;
  readonly window: Window;
};

export type EarlierIssue = {
  readonly reference: IssueReference;
  readonly pull: InterpretedPull;
  /** Undefined if the stored record is missing or damaged. */
  readonly record: PlanRecord | undefined;
};

/**
 * The latest week, Monday to Sunday, whose Friday is on or before the day: on Thu 19 Nov 2026 week 46, on Fri 20 Nov
 * week 47.
 */
export function weekOfLatestFriday(today: Day): Window {
  const monday = mondayOf(today);
  const first = weekdayOf(today) >= 5 ? monday : addDays(monday, -7);
  return weekWindow(first);
}

export function weekBefore({ first }: Window): Window {
  return weekWindow(addDays(first, -7));
}

type Candidate = { readonly reference: IssueReference };

/**
 * Chooses the plan of a week: the last issue that covers the week and was made before it began; failing that, the last
 * one made on its Monday, because the site works to that one. Undefined if there is neither: PPC is then "not yet",
 * never 0% or 100%.
 */
export function choosePlanIssue<One extends Candidate>(
  week: Window,
  candidates: readonly One[],
): One | undefined {
  const covering = candidates
    .filter(({ reference }) => reference.window.first <= week.first && reference.window.last >= week.last)
    .sort(latestFirst);
  const madeBefore = covering.find(({ reference }) => reference.reportDay < week.first);
  return madeBefore ?? covering.find(({ reference }) => reference.reportDay === week.first);
}

/**
 * Chooses the issue that shows what was foreseen for a week: the last one that was made at least `weeks` weeks before
 * the plan of that week, and whose record covers the week. Undefined if there is none.
 * @param plan the plan of the week
 */
export function chooseForesightIssue<One extends Candidate & { readonly recorded: StartAndFinish }>(
  { week, plan, weeks }: { readonly week: Window; readonly plan: IssueReference; readonly weeks: number },
  candidates: readonly One[],
): One | undefined {
  return candidates
    .filter(
      ({ reference, recorded }) =>
        coversWeek(recorded, week) && reference.reportDay <= plan.reportDay - 7 * weeks,
    )
    .sort(latestFirst)[0];
}

function latestFirst({ reference: a }: Candidate, { reference: b }: Candidate): number {
  return compareReportDates(b, a) || b.number - a.number;
}
