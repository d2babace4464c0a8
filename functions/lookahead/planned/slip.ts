/**
 * How far a task has moved: against the dates first planned for it, which travel from snapshot to snapshot, and against
 * the last issue, as its row on the shift sheet says.
 */
import type { Dates, Day } from '../../base/day.ts';
import type { TaskId } from '../../planning/contract/resources.ts';
import { overlaps, type Window } from '../dates/window.ts';
import { type WorksOn, workingDaysBetween } from '../dates/working-days.ts';
import { type Pull, type ReadTask, readPull } from '../tasks/read-task.ts';
import { type SelectionRules, selectTasks } from '../tasks/select.ts';
import { compareText } from '../text/natural-order.ts';
import { countText } from '../text/quantity-text.ts';

type FirstDates = { readonly start: Day | undefined; readonly finish: Day | undefined };

export type FirstPlanned = ReadonlyMap<TaskId, FirstDates>;

/** How far a task has moved from the dates first planned for it, in working days of its calendar: above 0 behind, below 0 ahead. */
export type Slip = {
  readonly days: number;
  readonly firstStart: Day | undefined;
  readonly firstFinish: Day | undefined;
  readonly text: string;
};

/** Compared by finish, or by start if no first finish is known. Undefined without dates now or then. */
export function slipOf(
  read: ReadTask,
  firstPlanned: FirstPlanned,
  before: ReadTask | undefined,
): Slip | undefined {
  const first = firstPlanned.get(read.id);
  if (first === undefined || read.dates === undefined) return undefined;
  const { start, finish } = first;
  const worksOn = daysOfBoth(read, before);
  const moved = (from: Day, to: Day) => slip(workingDaysBetween(worksOn, from, to), first);
  if (finish !== undefined) return moved(finish, read.dates.finish);
  return start === undefined ? undefined : moved(start, read.dates.start);
}

function slip(days: number, first: FirstDates): Slip {
  return { days, firstStart: first.start, firstFinish: first.finish, text: slipText(days) };
}

/** `3 days behind`, `2 days ahead`, `on plan`: words, so that a black-and-white print can be read too. */
export function slipText(days: number): string {
  if (days === 0) return 'on plan';
  return `${countText(Math.abs(days), 'day')} ${days > 0 ? 'behind' : 'ahead'}`;
}

/**
 * The first planned dates to store with this issue. Known dates stay as long as their task is pulled. A task that
 * this lookahead is the first to show enters with its present dates, or in the first issue in which it has some.
 * Ordered by id, so that the same pull is always stored the same way.
 */
export function carryFirstPlanned(input: {
  readonly project: { readonly timeZone: string };
  readonly pull: Pull;
  readonly window: Window;
  readonly rules: SelectionRules;
  readonly earlier: FirstPlanned | undefined;
}): FirstPlanned {
  const pull = readPull(input.pull, input.project.timeZone);
  const entries = new Map<TaskId, FirstDates>();
  for (const { id } of pull.tasks) {
    const known = input.earlier?.get(id);
    if (known?.start !== undefined || known?.finish !== undefined) entries.set(id, known);
  }
  for (const { id, dates } of selectTasks(pull, input.window, input.rules).selected.keys()) {
    if (dates !== undefined && !entries.has(id)) entries.set(id, dates);
  }
  return new Map([...entries].sort(([a], [b]) => compareText(a, b)));
}

export type SinceLastIssue =
  | { readonly kind: 'new' }
  /** The last issue did not show it, but an earlier one did. */
  | { readonly kind: 'back' }
  /** No issue showed it, because it lay outside their windows, and it would have lain in this one. */
  | { readonly kind: 'first shown' }
  | {
      readonly kind: 'moved';
      /** Working days, later above 0; 0 if it moved across days off only, undefined if it has, or had, no dates. */
      readonly days: number | undefined;
      readonly was: Dates | undefined;
    };

export type LastIssue = {
  readonly range: Pull['range'];
  readonly byId: ReadonlyMap<string, ReadTask>;
  readonly shown: ReadonlySet<TaskId>;
  readonly firstPlanned: FirstPlanned;
  readonly window: Window;
};

/** Undefined if there is no last issue, or if the dates are unchanged. */
export function sinceLastIssue(now: ReadTask, last: LastIssue | undefined): SinceLastIssue | undefined {
  if (last === undefined) return undefined;
  const before = last.byId.get(now.id);
  if (!last.shown.has(now.id) || before === undefined) {
    if (last.firstPlanned.has(now.id)) return { kind: 'back' };
    if (before === undefined) return { kind: isInRange(now.dates, last.range) ? 'new' : 'first shown' };
    if (!cameIn(now, before, last.window)) return { kind: 'first shown' };
  }
  const moved = daysMoved(now, before);
  return moved && { kind: 'moved', was: before.dates, ...moved };
}

/** Whether a pull over the range would have found these dates; a task without dates is found by any pull. */
export function isInRange(dates: Dates | undefined, range: Pull['range']): boolean {
  return dates === undefined || (dates.start <= range.last && dates.finish >= range.first);
}

/**
 * Working days moved, later above 0: by the finish if it moved, else by the start; `days` is undefined if either side
 * has no dates. Returns undefined if the dates are the same.
 */
export function daysMoved(
  now: ReadTask,
  before: ReadTask,
): { readonly days: number | undefined } | undefined {
  const [is, was] = [now.dates, before.dates];
  if (is?.start === was?.start && is?.finish === was?.finish) return undefined;
  if (is === undefined || was === undefined) return { days: undefined };
  const end = is.finish === was.finish ? 'start' : 'finish';
  return { days: workingDaysBetween(daysOfBoth(now, before), was[end], is[end]) };
}

/** A task's calendar with the days that either version names: each names days within its own dates only. */
function daysOfBoth({ worksOn }: ReadTask, before: ReadTask | undefined): WorksOn {
  if (before === undefined) return worksOn;
  return {
    ...worksOn,
    daysOff: worksOn.daysOff.union(before.worksOn.daysOff),
    extraDays: worksOn.extraDays.union(before.worksOn.extraDays),
  };
}

function cameIn(now: ReadTask, before: ReadTask, window: Window): boolean {
  const isIn = ({ dates }: ReadTask) => dates !== undefined && overlaps(window, dates.start, dates.finish);
  return isIn(now) && before.dates !== undefined && !isIn(before);
}
