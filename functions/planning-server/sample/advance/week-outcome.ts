/** The effect of a week of work on one task: done, late, moved, held up or pushed by its predecessors. */

import { isCalendarDate } from '../../local-date.ts';
import { dailyActual, spread } from '../model/daily-quantities.ts';
import type { Random } from '../model/random.ts';
import type { SampleMaterial, SampleProgress, SampleStatus, SampleTask } from '../model/sample-project.ts';
import {
  addWorkingDays,
  type CalendarType,
  type DayRange,
  dateOf,
  dayNumber,
  workingDayFrom,
  workingDaysBetween,
} from '../model/working-days.ts';
import { delayReasonsOf, disciplines, taskTexts } from '../vocabulary/vocabulary.ts';

/** Limits that a task's predecessors set at the end of the week. */
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

/** The plan of a task at the beginning of a week. */
export type WorkState = DayRange & {
  readonly status: SampleStatus;
  readonly calendar: CalendarType;
  /** Working days; 0 is a milestone. */
  readonly days: number;
  readonly delayReasons: readonly string[];
};

/** Undefined for a task that is not planned as work: no dates, odd dates, or a status of its own. */
export function workStateOf(task: SampleTask): WorkState | undefined {
  const { start, finish, status, duration = 1 } = task;
  if (start === undefined || finish === undefined || !isCalendarDate(start) || !isCalendarDate(finish)) {
    return undefined;
  }
  if (start > finish || status === undefined || status === 'on hold') return undefined;
  return {
    start: dayNumber(start),
    finish: dayNumber(finish),
    status,
    calendar: calendarOf(task),
    days: duration,
    delayReasons: delayReasonsFor(task),
  };
}

export function calendarOf(task: SampleTask): CalendarType {
  const type = task.calendar?.type;
  return type === 'six-day' || type === 'seven-day' ? type : 'five-day';
}

function delayReasonsFor(task: SampleTask): readonly string[] {
  const path = task.folder?.path.split(' › ') ?? [];
  const discipline = disciplines.find(({ name }) => path.includes(name)) ?? disciplines.at(-1);
  return discipline ? delayReasonsOf(discipline) : [];
}

/** The task after the week, with its duration, materials and progress in step with its dates and status. */
export function applyOutcome(
  task: SampleTask,
  { before, after }: { readonly before: WorkState; readonly after: Outcome },
  { friday, random }: { readonly friday: number; readonly random: Random },
): SampleTask {
  const days = workingDaysBetween(after.start, after.finish, before.calendar);
  const moved = after.start !== before.start || after.finish !== before.finish;
  const progress = [...(task.progress ?? []), ...after.reported];
  const materials = task.materials?.map((material) => {
    const planned = moved ? plannedOn(days, material) : material;
    return withUse(planned, { friday, status: after.status, random });
  });
  return {
    ...task,
    start: dateOf(after.start),
    finish: dateOf(after.finish),
    duration: before.days === 0 ? 0 : days.length,
    status: after.status,
    ...(materials ? { materials } : {}),
    ...(progress.length > 0 ? { progress } : {}),
  };
}

function plannedOn(days: readonly number[], material: SampleMaterial): SampleMaterial {
  if (!material.dailyPlanned) return material;
  return { ...material, dailyPlanned: spread(material.quantity, days, material.unit) };
}

/** Adds the days since the last report: reports of earlier weeks do not change. */
function withUse(
  material: SampleMaterial,
  { friday, status, random }: { friday: number; status: SampleStatus; random: Random },
): SampleMaterial {
  if (!material.dailyPlanned || (status !== 'complete' && status !== 'started')) return material;
  const reported = material.dailyActual ?? [];
  const lastReported = reported.at(-1)?.date ?? '';
  const pace = status === 'complete' ? 'complete' : 'under way';
  const actual = dailyActual(material, { through: dateOf(friday), pace }, random);
  const added = actual.filter(({ date }) => date > lastReported);
  return { ...material, dailyActual: [...reported, ...added] };
}
