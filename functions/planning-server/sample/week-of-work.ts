/** What a week of work does to one task: done, late, moved, held up or pushed by what it waits for. */
import type { Dates } from './links-of-tasks.ts';
import type { Random } from './random.ts';
import type { SampleProgress, SampleStatus } from './sample-project.ts';
import { blockReason, delayReason } from './standing.ts';
import type { CalendarType, Discipline } from './work/work-train.ts';
import { addWorkingDays, dateOf, workingDayFrom, workingDaysBetween } from './working-days.ts';

export type Before = Dates & {
  readonly status: SampleStatus;
  readonly calendar: CalendarType;
  readonly discipline: Discipline;
  /** Working days; 0 is a milestone. */
  readonly days: number;
};

/** What its predecessors allow at the end of the week. */
export type Allowed = {
  /** Something it waits for has not been done, so that it cannot have begun. */
  readonly held: 'held' | 'free';
  /** Day it has to begin on or after, where a predecessor has moved; undefined where none asks for more. */
  readonly from: number | undefined;
};

export type After = Dates & { readonly status: SampleStatus; readonly reported: readonly SampleProgress[] };

/** The week that was worked, by day numbers. */
export type Week = { readonly monday: number; readonly friday: number; readonly nextMonday: number };

export function afterTheWeek(
  task: Before,
  allowed: Allowed,
  { week, random }: { week: Week; random: Random },
): After {
  const { status } = task;
  if (status === 'complete' || status === 'cancelled') return unchanged(task);
  const begun = status === 'started';
  if (!begun && allowed.held === 'held' && task.start <= week.friday)
    return heldUp(task, allowed, { week, random });
  if (!begun && task.start > week.friday) return ahead(task, allowed, { week, random });
  return task.finish <= week.friday ? due(task, { week, random }) : underWay(task, { week, random });
}

type Course = { readonly week: Week; readonly random: Random };

function unchanged({ start, finish, status }: Before): After {
  return { start, finish, status, reported: [] };
}

/** Should be over by the Friday: seven in eight are. */
function due(task: Before, { week, random }: Course): After {
  const { calendar } = task;
  const planned = task.finish < week.monday ? workedDay(task, { week, random }) : task.finish;
  const roll = random.next();
  if (roll < 0.87 || (task.days === 0 && roll < 0.94)) {
    return { ...slid(task, planned), status: 'complete', reported: onTime(planned, random) };
  }
  if (roll < 0.96) {
    const slipped = random.int(1, 4);
    const finish = addWorkingDays(planned, slipped, calendar);
    const status = finish <= week.friday ? 'complete' : 'started';
    return { ...slid(task, finish), status, reported: [lost(task, slipped, { week, random })] };
  }
  if (roll < 0.98 && task.status !== 'started') return moved(task, random.int(1, 4), { week, random });
  return { ...unchanged(task), status: 'started', reported: [lost(task, 1, { week, random })] };
}

/** A task keeps its start and ends later; a milestone moves as one. */
function slid({ start, days }: Before, finish: number): Dates {
  return { start: days === 0 ? finish : start, finish };
}

/** Should have begun and goes on after the Friday. */
function underWay(task: Before, { week, random }: Course): After {
  const { start, calendar } = task;
  const roll = random.next();
  if (roll < 0.87) return { ...unchanged(task), status: 'started', reported: onTime(week.friday, random) };
  if (roll < 0.94) {
    const slipped = random.int(1, 2);
    const finish = addWorkingDays(task.finish, slipped, calendar);
    return { start, finish, status: 'started', reported: [lost(task, slipped, { week, random })] };
  }
  if (task.status === 'started')
    return { ...unchanged(task), status: 'delayed', reported: [lost(task, 1, { week, random })] };
  if (roll < 0.98) return moved(task, random.int(1, 4), { week, random });
  const reason = { name: blockReason(random), date: dateOf(week.friday), amount: 1, type: 'delay' } as const;
  return { ...unchanged(task), status: 'blocked', reported: [reason] };
}

/** Not due yet: promised as its week comes up, pushed where what it waits for has moved. */
function ahead(task: Before, { from }: Allowed, { week, random }: Course): After {
  // One in eight that should be pushed is not: the conflict that a planner has to find.
  const pushed = from !== undefined && from > task.start && !random.chance(0.12);
  const shift = random.chance(0.03) ? random.int(-2, 3) : 0;
  const floor = workingDayFrom(week.nextMonday, task.calendar);
  const shifted =
    shift === 0 ? task.start : Math.max(floor, addWorkingDays(task.start, shift, task.calendar));
  const start = pushed ? Math.max(from, shifted) : shifted;
  return { ...startingOn(start, task), status: promise(task.status, start, { week, random }), reported: [] };
}

/** Could not begin: it goes to the coming week, or to where its predecessors allow it. */
function heldUp(task: Before, { from }: Allowed, { week }: Course): After {
  const start = Math.max(workingDayFrom(week.nextMonday, task.calendar), from ?? 0);
  const amount = workingDaysBetween(task.start, start - 1, task.calendar).length;
  const date = dateOf(Math.max(week.monday, Math.min(task.start, week.friday)));
  const reason = {
    name: 'Preceding trade not complete',
    date,
    amount: Math.max(1, amount),
    type: 'delay',
  } as const;
  return { ...startingOn(start, task), status: 'delayed', reported: [reason] };
}

/** Put off to so many working days into what comes after the Friday. */
function moved(task: Before, days: number, { week, random }: Course): After {
  const start = addWorkingDays(workingDayFrom(week.friday + 1, task.calendar), days - 1, task.calendar);
  const amount = workingDaysBetween(task.start, start - 1, task.calendar).length;
  return { ...startingOn(start, task), status: 'planned', reported: [lost(task, amount, { week, random })] };
}

function startingOn(start: number, { calendar, days }: Before): Dates {
  const first = workingDayFrom(start, calendar);
  return { start: first, finish: addWorkingDays(first, Math.max(1, days) - 1, calendar) };
}

function promise(status: SampleStatus, start: number, { week, random }: Course): SampleStatus {
  const inWeek = start < week.nextMonday + 7;
  if (status === 'promised') return inWeek ? 'promised' : 'planned';
  if (inWeek && random.chance(0.65)) return 'promised';
  if (status === 'backlog' && start < week.nextMonday + 35 && random.chance(0.7)) return 'planned';
  return status;
}

/** A day of the week on which the task could be worked, from its start on. */
function workedDay({ calendar, start }: Before, { week, random }: Course): number {
  const first = Math.min(week.friday, Math.max(week.monday, start));
  return random.pick(workingDaysBetween(first, week.friday, calendar));
}

function onTime(day: number, random: Random): SampleProgress[] {
  return random.chance(0.3)
    ? [{ name: 'On schedule', date: dateOf(day), amount: 0, type: 'on schedule' }]
    : [];
}

function lost(task: Before, amount: number, { week, random }: Course): SampleProgress {
  const name = delayReason(task.discipline, random);
  return {
    name,
    date: dateOf(workedDay(task, { week, random })),
    amount: Math.max(1, amount),
    type: 'delay',
  };
}
