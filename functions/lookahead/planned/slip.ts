/** How far a task has moved: from the dates first planned for it, and since the previous pull of the report. */
import type { StartAndFinish } from '#base/day.ts';
import { overlaps } from '#lookahead/dates/window.ts';
import { countWorkingDaysBetween, type WorkingCalendar } from '#lookahead/dates/working-days.ts';
import type { InterpretedPull, InterpretedTask, Pull } from '#lookahead/tasks/read-task.ts';
import { compareText } from '#lookahead/text/natural-order.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import type { TaskId } from '#planning/contract/resources.ts';

/** Days off and extra working days that a task lists. It lists them only within its dates. */
type Exceptions = Pick<WorkingCalendar, 'daysOff' | 'extraDays'>;
export type FirstPlannedTaskDates = StartAndFinish & { readonly exceptions?: Exceptions | undefined };

/** The dates of each task in the project's first pull that had dates for it, whichever report the pull was for. */
export type FirstPlannedDates = ReadonlyMap<TaskId, FirstPlannedTaskDates>;

/**
 * How far a task has moved from the dates first planned for it, in working days of its calendar: above 0 behind, below
 * 0 ahead.
 */
export type Slip = {
  readonly days: number;
  readonly first: StartAndFinish;
  readonly text: string;
};

/**
 * The slip of a task's finish. It does not depend on the report, so that all reports of a programme agree. Undefined if
 * the task has no dates now, or no first planned dates.
 */
export function slipOf(
  { id, dates, worksOn }: InterpretedTask,
  firstPlanned: FirstPlannedDates,
): Slip | undefined {
  const first = firstPlanned.get(id);
  if (first === undefined || dates === undefined) return undefined;
  const days = countWorkingDaysBetween(withExceptions(worksOn, first.exceptions), first.finish, dates.finish);
  return { days, first, text: slipText(days) };
}

/** `3 days behind`, `2 days ahead`, `on plan`: words, so that a black-and-white print can be read too. */
export function slipText(days: number): string {
  if (days === 0) return 'on plan';
  return `${countText(Math.abs(days), 'day')} ${days > 0 ? 'behind' : 'ahead'}`;
}

/**
 * The dates first planned for each task of a pull: the known ones, else its present ones. A task without dates is added
 * by the first pull in which it has some. Sorted by id, so that the same pull is always stored the same way.
 */
export function addFirstPlannedDates(
  { tasks }: InterpretedPull,
  known: FirstPlannedDates,
): FirstPlannedDates {
  const entries = tasks.flatMap(({ id, dates, worksOn }): [TaskId, FirstPlannedTaskDates][] => {
    const first = known.get(id);
    if (first !== undefined) return [[id, first]];
    if (dates === undefined) return [];
    const hasNone = worksOn.daysOff.size + worksOn.extraDays.size === 0;
    return [[id, hasNone ? dates : { ...dates, exceptions: worksOn }]];
  });
  return new Map(entries.sort(([a], [b]) => compareText(a, b)));
}

export type ChangeSinceLastPull =
  /** The previous pull did not have the task, although its range covers the task's present dates. */
  | { readonly kind: 'new' }
  /** The previous pull did not have the task, whose present dates are outside the range of that pull. */
  | { readonly kind: 'not read before' }
  | {
      readonly kind: 'moved';
      /**
       * Working days moved, above 0 if later; 0 if the task moved across days off only; undefined if either version has
       * no dates.
       */
      readonly days: number | undefined;
      readonly was: StartAndFinish | undefined;
    };

/** Undefined if there is no last pull, or if the dates are unchanged. */
export function changeSinceLastPull(
  now: InterpretedTask,
  last: InterpretedPull | undefined,
): ChangeSinceLastPull | undefined {
  if (last === undefined) return undefined;
  const before = last.byId.get(now.id);
  if (before === undefined) {
    return { kind: isInPullRange(now.dates, last.pull.range) ? 'new' : 'not read before' };
  }
  const moved = daysMoved(now, before);
  return moved && { kind: 'moved', was: before.dates, ...moved };
}

/** Whether a pull over the range would have found these dates; a task without dates is found by any pull. */
export function isInPullRange(dates: StartAndFinish | undefined, range: Pull['range']): boolean {
  return dates === undefined || overlaps(range, dates);
}

/**
 * Working days moved, above 0 if later: those of the finish if it moved, else of the start; `days` is undefined if
 * either side has no dates. Returns undefined if the dates are the same.
 */
export function daysMoved(
  now: InterpretedTask,
  before: InterpretedTask,
): { readonly days: number | undefined } | undefined {
  const [is, was] = [now.dates, before.dates];
  if (is?.start === was?.start && is?.finish === was?.finish) return undefined;
  if (is === undefined || was === undefined) return { days: undefined };
  const end = is.finish === was.finish ? 'start' : 'finish';
  return { days: countWorkingDaysBetween(withExceptions(now.worksOn, before.worksOn), was[end], is[end]) };
}

function withExceptions(worksOn: WorkingCalendar, others: Exceptions | undefined): WorkingCalendar {
  if (others === undefined) return worksOn;
  return {
    ...worksOn,
    daysOff: worksOn.daysOff.union(others.daysOff),
    extraDays: worksOn.extraDays.union(others.extraDays),
  };
}
