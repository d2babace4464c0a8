import { addDays, type Day, mondayOf, weekdayOf } from '../dates/day.ts';
import type { Window } from '../dates/window.ts';
import { dayIn } from '../dates/wire-date.ts';
import { workingDaysIn } from '../grid/day-grid.ts';
import type { IssueReference } from '../lookahead.ts';
import type { ReadPull, ReadTask } from '../tasks/read-task.ts';
import { tidy } from '../text/wording.ts';
import { isDelay } from './delays.ts';

/** Planned per cent complete of the last week that is over (or in its last working day). */
export type Ppc =
  | {
      readonly kind: 'measured';
      /** The week measured. */
      readonly week: Window;
      /** The issue that was its plan. */
      readonly plan: IssueReference;
      /** Mean over tasks of (planned days that happened ÷ planned days), 0 to 1; undefined without planned days. */
      readonly taskDay: number | undefined;
      /** Tasks with a planned day in the week. */
      readonly plannedTasks: number;
      /** Share of tasks whose last day was planned for the week that finished in it, 0 to 1. */
      readonly task: number | undefined;
      readonly finished: number;
      readonly dueToFinish: number;
    }
  /** No issue before that week began covers it: shown as "not yet". */
  | { readonly kind: 'not yet'; readonly week: Window };

/** The latest Monday to Sunday week whose Friday is on or before the day. */
export function lastWeekOf(today: Day): Window {
  const monday = mondayOf(today);
  const first = weekdayOf(today) >= 5 ? monday : addDays(monday, -7);
  return { first, last: addDays(first, 6), weeks: 1 };
}

/**
 * Last week's plan: the last issue made before that week began whose window covers it. Where there is none, the
 * last one made on the week's own Monday, for that is the plan the week is worked to. Undefined where there is
 * neither: PPC is "not yet", never 0% or 100%.
 * @param today the data date's local day
 */
export function choosePlanOfLastWeek<Candidate extends { readonly reference: IssueReference }>(
  today: Day,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const week = lastWeekOf(today);
  const covering = candidates
    .filter(({ reference }) => reference.window.first <= week.first && reference.window.last >= week.last)
    .sort((a, b) => byDataDate(b.reference, a.reference));
  const madeBefore = covering.find(({ reference }) => reference.dataDate.day < week.first);
  return madeBefore ?? covering.find(({ reference }) => reference.dataDate.day === week.first);
}

function byDataDate(a: IssueReference, b: IssueReference): number {
  return Date.parse(a.dataDate.instant) - Date.parse(b.dataDate.instant) || a.number - b.number;
}

/** The days of a week that a task was planned to work; a milestone has its one day. */
function plannedDays(read: ReadTask, week: Window): readonly Day[] {
  const { dates, milestone } = read;
  if (!milestone || dates === undefined) return workingDaysIn(week, read);
  return dates.start >= week.first && dates.start <= week.last ? [dates.start] : [];
}

/**
 * A planned day happened when, in today's data, the task has started or is complete, the day lies within its
 * dates as they now stand, and no delay entry carries that date.
 */
function happenedDays(days: readonly Day[], now: ReadTask | undefined, today: ReadPull): number {
  if (now?.dates === undefined || (now.status.kind !== 'started' && now.status.kind !== 'complete')) return 0;
  const { start, finish } = now.dates;
  const lost = new Set(
    (now.source.progress ?? []).filter(isDelay).map((entry) => dayIn(today.readDate(entry.date))),
  );
  return days.filter((day) => day >= start && day <= finish && !lost.has(day)).length;
}

/** A task finished in a week when it is complete and its finish is not after the week. */
function finishedIn(week: Window, now: ReadTask | undefined): boolean {
  return now?.status.kind === 'complete' && now.dates !== undefined && now.dates.finish <= week.last;
}

/**
 * Measures last week by both figures, over the tasks its plan selected; what was cancelled in the plan already
 * is not measured, and what is gone from today's data did not happen.
 */
export function measurePpc(
  planned: readonly ReadTask[],
  today: ReadPull,
  context: { readonly week: Window; readonly plan: IssueReference },
): Ppc {
  const { week, plan } = context;
  let shares = 0;
  let plannedTasks = 0;
  let finished = 0;
  let dueToFinish = 0;
  for (const read of planned) {
    if (read.status.kind === 'cancelled' || read.dates === undefined) continue;
    const now = today.byId.get(read.id);
    const days = plannedDays(read, week);
    if (days.length > 0) {
      plannedTasks += 1;
      shares += happenedDays(days, now, today) / days.length;
    }
    if (read.dates.finish >= week.first && read.dates.finish <= week.last) {
      dueToFinish += 1;
      if (finishedIn(week, now)) finished += 1;
    }
  }
  return {
    kind: 'measured',
    week,
    plan,
    taskDay: plannedTasks === 0 ? undefined : tidy(shares / plannedTasks),
    plannedTasks,
    task: dueToFinish === 0 ? undefined : finished / dueToFinish,
    finished,
    dueToFinish,
  };
}
