/** What a week of work does to one task: done, late, moved, held up or pushed by what it waits for. */
import type { Random } from '../model/random.ts';
import type { SampleProgress, SampleStatus } from '../model/sample-project.ts';
import {
  addWorkingDays,
  type DayRange,
  dateOf,
  workingDayFrom,
  workingDaysBetween,
} from '../model/working-days.ts';
import { taskTexts } from '../vocabulary/vocabulary.ts';
import type { WorkState } from './work-state.ts';

/** What a task's predecessors allow at the end of the week. */
export type Constraints = {
  /** False if a predecessor has not been done, so that the task cannot have begun. */
  readonly mayStart: boolean;
  /** The day on or after which it must begin because a predecessor has moved; undefined if none has. */
  readonly from: number | undefined;
};

export type Outcome = DayRange & {
  readonly status: SampleStatus;
  readonly reported: readonly SampleProgress[];
};

/** The week that is worked, by day numbers. */
export type Week = { readonly monday: number; readonly friday: number; readonly nextMonday: number };

type Course = { readonly week: Week; readonly random: Random };

export function outcomeOfWeek(task: WorkState, constraints: Constraints, course: Course): Outcome {
  const { status } = task;
  const { friday } = course.week;
  if (status === 'complete' || status === 'cancelled') return unchanged(task);
  if (status !== 'started' && task.start <= friday && !constraints.mayStart) {
    return heldUp(task, constraints, course);
  }
  if (status !== 'started' && task.start > friday) return notDueYet(task, constraints, course);
  return task.finish <= friday ? due(task, course) : underWay(task, course);
}

function unchanged({ start, finish, status }: WorkState): Outcome {
  return { start, finish, status, reported: [] };
}

/** Due by the Friday: seven in eight are done. */
function due(task: WorkState, course: Course): Outcome {
  const { week, random } = course;
  const planned = task.finish < week.monday ? workedDay(task, course) : task.finish;
  const roll = random.next();
  if (roll < 0.87 || (task.days === 0 && roll < 0.94)) {
    return { ...finishingOn(planned, task), status: 'complete', reported: onTime(planned, random) };
  }
  if (roll < 0.96) {
    const slip = random.int(1, 4);
    const finish = addWorkingDays(planned, slip, task.calendar);
    const status = finish <= week.friday ? 'complete' : 'started';
    return { ...finishingOn(finish, task), status, reported: [delay(task, slip, course)] };
  }
  if (roll < 0.98 && task.status !== 'started') return moved(task, random.int(1, 4), course);
  return { ...unchanged(task), status: 'started', reported: [delay(task, 1, course)] };
}

/** A task keeps its start and ends later; a milestone moves as a whole. */
function finishingOn(finish: number, { start, days }: WorkState): DayRange {
  return { start: days === 0 ? finish : start, finish };
}

/** Due to begin by the Friday and to go on after it. */
function underWay(task: WorkState, course: Course): Outcome {
  const { week, random } = course;
  const { start, calendar } = task;
  const roll = random.next();
  if (roll < 0.87) return { ...unchanged(task), status: 'started', reported: onTime(week.friday, random) };
  if (roll < 0.94) {
    const slip = random.int(1, 2);
    const finish = addWorkingDays(task.finish, slip, calendar);
    return { start, finish, status: 'started', reported: [delay(task, slip, course)] };
  }
  if (task.status === 'started') {
    return { ...unchanged(task), status: 'delayed', reported: [delay(task, 1, course)] };
  }
  if (roll < 0.98) return moved(task, random.int(1, 4), course);
  const name = random.pick(taskTexts.blockReasons);
  const reason = { name, date: dateOf(week.friday), amount: 1, type: 'delay' } as const;
  return { ...unchanged(task), status: 'blocked', reported: [reason] };
}

/** Promised as its week comes up, pushed where what it waits for has moved. */
function notDueYet(task: WorkState, { from }: Constraints, { week, random }: Course): Outcome {
  // One in eight that should be pushed is not: the conflict that a planner has to find.
  const pushed = from !== undefined && from > task.start && !random.chance(0.12);
  const shift = random.chance(0.03) ? random.int(-2, 3) : 0;
  const earliest = workingDayFrom(week.nextMonday, task.calendar);
  const shifted =
    shift === 0 ? task.start : Math.max(earliest, addWorkingDays(task.start, shift, task.calendar));
  const start = pushed ? Math.max(from, shifted) : shifted;
  const status = promisedStatus(task.status, start, { week, random });
  return { ...startingOn(start, task), status, reported: [] };
}

/** Could not begin: it goes to the coming week, or to when its predecessors allow it. */
function heldUp(task: WorkState, { from }: Constraints, { week }: Course): Outcome {
  const start = Math.max(workingDayFrom(week.nextMonday, task.calendar), from ?? 0);
  const lost = workingDaysBetween(task.start, start - 1, task.calendar).length;
  const reason = {
    name: 'Preceding trade not complete',
    date: dateOf(Math.max(week.monday, Math.min(task.start, week.friday))),
    amount: Math.max(1, lost),
    type: 'delay',
  } as const;
  return { ...startingOn(start, task), status: 'delayed', reported: [reason] };
}

/** Put off to the working day of that number after the Friday. */
function moved(task: WorkState, days: number, course: Course): Outcome {
  const next = workingDayFrom(course.week.friday + 1, task.calendar);
  const start = addWorkingDays(next, days - 1, task.calendar);
  const lost = workingDaysBetween(task.start, start - 1, task.calendar).length;
  return { ...startingOn(start, task), status: 'planned', reported: [delay(task, lost, course)] };
}

function startingOn(start: number, { calendar, days }: WorkState): DayRange {
  const first = workingDayFrom(start, calendar);
  return { start: first, finish: addWorkingDays(first, Math.max(1, days) - 1, calendar) };
}

function promisedStatus(status: SampleStatus, start: number, { week, random }: Course): SampleStatus {
  const inWeek = start < week.nextMonday + 7;
  if (status === 'promised') return inWeek ? 'promised' : 'planned';
  if (inWeek && random.chance(0.65)) return 'promised';
  if (status === 'backlog' && start < week.nextMonday + 35 && random.chance(0.7)) return 'planned';
  return status;
}

/** A day of the week on which the task could be worked, from its start on. */
function workedDay({ calendar, start }: WorkState, { week, random }: Course): number {
  const first = Math.min(week.friday, Math.max(week.monday, start));
  return random.pick(workingDaysBetween(first, week.friday, calendar));
}

function onTime(day: number, random: Random): SampleProgress[] {
  return random.chance(0.3)
    ? [{ name: 'On schedule', date: dateOf(day), amount: 0, type: 'on schedule' }]
    : [];
}

/** @param days working days lost */
function delay(task: WorkState, days: number, course: Course): SampleProgress {
  const name = course.random.pick(task.delayReasons);
  return { name, date: dateOf(workedDay(task, course)), amount: Math.max(1, days), type: 'delay' };
}
