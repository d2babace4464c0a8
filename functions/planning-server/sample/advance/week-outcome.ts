import type { KnownStatus } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import type { Random } from '#planning-server/sample/model/random.ts';
import type { SampleProgress, SampleRelation } from '#planning-server/sample/model/sample-project.ts';
import {
  addWorkingDays,
  type DayRange,
  dateOf,
  type WorksOn,
  workingDayFrom,
  workingDaysBetween,
} from '#planning-server/sample/model/sample-working-days.ts';
import { taskTexts } from '#planning-server/sample/vocabulary/vocabulary.ts';

/** What is known on its Friday and was not on the Friday before: the work of a weekend is known after it. */
export type Week = {
  readonly saturday: number;
  readonly friday: number;
  readonly nextMonday: number;
  readonly region: Region;
  readonly random: Random;
};

export type Plan = DayRange & {
  readonly status: KnownStatus;
  readonly worksOn: WorksOn;
  /** Working days; 0 is a milestone. */
  readonly days: number;
  readonly delayReasons: readonly string[];
};

export type Outcome = DayRange & {
  readonly status: KnownStatus;
  readonly reported: readonly SampleProgress[];
};

export type Predecessor = {
  readonly link: SampleRelation;
  readonly before: DayRange;
  readonly after: Outcome;
};

export function outcomeOfWeek(plan: Plan, predecessors: readonly Predecessor[], week: Week): Outcome {
  const { status } = plan;
  if (status === 'complete' || status === 'cancelled') return finishingOn(plan.finish, plan, status);
  const pushedTo = Math.max(0, ...predecessors.map((each) => pushedStart(plan, each)));
  if (plan.start > week.friday) return notDueYet(plan, pushedTo, week);
  if (lastWorkingDay(plan, week) === undefined) return finishingOn(plan.finish, plan, status);
  if (status === 'started') return worked(plan, week);
  return predecessors.every(letsStart) ? worked(plan, week) : heldUp(plan, pushedTo, week);
}

function letsStart({ link, after: { status } }: Predecessor): boolean {
  if (status === 'started') return link.type === 'start-start';
  return status === 'complete' || status === 'cancelled';
}

/** The day on or after which a task must begin because a predecessor has moved; 0 if none has. */
function pushedStart(plan: Plan, { link, before, after }: Predecessor): number {
  const earliest = ({ start, finish }: DayRange) => {
    const day = { 'start-start': start, 'finish-start': finish + 1, 'finish-finish': finish }[link.type];
    return addWorkingDays(workingDayFrom(day, plan.worksOn), link.lag, plan.worksOn);
  };
  // A link that the plan already broke stays broken: the planner chose to, or has not noticed.
  return earliest(before) <= plan.start && earliest(after) > plan.start ? earliest(after) : 0;
}

/** Three in four of the tasks are done or under way as planned; some others still end within the week. */
function worked(plan: Plan, week: Week): Outcome {
  const { random, friday } = week;
  // The coming week decides about it once, as about a task that is due on another day.
  if (plan.finish > friday && plan.finish < week.nextMonday) return finishingOn(plan.finish, plan, 'started');
  const reportedOn = lastWorkingDay(plan, week) ?? friday;
  const roll = random.next();
  const isDue = plan.finish <= friday;
  const finish = plan.finish < week.saturday ? dayInWeek(plan, week) : plan.finish;
  // Late work of a weekday may still end within its week, that of a weekend cannot.
  if (roll < (plan.days === 0 || finish < week.saturday + 2 ? 0.88 : 0.74)) {
    const reported: SampleProgress[] = random.chance(0.3)
      ? [{ name: 'On schedule', date: dateOf(Math.min(finish, reportedOn)), amount: 0, type: 'on schedule' }]
      : [];
    return finishingOn(finish, plan, isDue ? 'complete' : 'started', reported);
  }
  if (roll < 0.9) {
    const slip = random.int(1, isDue ? 4 : 2);
    const later = addWorkingDays(finish, slip, plan.worksOn);
    return finishingOn(later, plan, later <= friday ? 'complete' : 'started', [delay(plan, slip, week)]);
  }
  if (plan.status === 'started') {
    return finishingOn(plan.finish, plan, isDue ? 'started' : 'delayed', [delay(plan, 1, week)]);
  }
  if (roll < 0.96) {
    const start = addWorkingDays(workingDayFrom(friday + 1, plan.worksOn), random.int(0, 3), plan.worksOn);
    return startingOn(start, plan, 'planned', [delay(plan, daysLost(plan, start), week)]);
  }
  const name = random.pick(taskTexts.blockReasons);
  const reason = { name, date: dateOf(reportedOn), amount: 1, type: 'delay' } as const;
  return finishingOn(plan.finish, plan, 'blocked', [reason]);
}

/** Promised as its week comes up; pushed if its predecessors have moved. */
function notDueYet(plan: Plan, pushedTo: number, week: Week): Outcome {
  const { random, friday } = week;
  const shift = random.chance(0.03) ? random.int(-2, 3) : 0;
  const shifted = Math.max(friday + 1, addWorkingDays(plan.start, shift, plan.worksOn));
  // One in eight that should be pushed is not: the conflict that a planner has to find.
  const start = random.chance(0.12) ? shifted : Math.max(pushedTo, shifted);
  const status = promisedStatus(plan.status, start, week);
  // One that does not move keeps its dates, even on days off.
  return start === plan.start ? finishingOn(plan.finish, plan, status) : startingOn(start, plan, status);
}

function promisedStatus(status: KnownStatus, start: number, { nextMonday, random }: Week): KnownStatus {
  const inWeek = start < nextMonday + 7;
  if (status === 'promised') return inWeek ? 'promised' : 'planned';
  if (inWeek && random.chance(0.65)) return 'promised';
  if (status === 'backlog' && start < nextMonday + 35 && random.chance(0.7)) return 'planned';
  return status;
}

/** Could not begin: moves to the coming week, or to when its predecessors allow it. */
function heldUp(plan: Plan, pushedTo: number, { saturday, friday, nextMonday, random }: Week): Outcome {
  const start = Math.max(workingDayFrom(nextMonday, plan.worksOn), pushedTo);
  const date = dateOf(workingDayFrom(Math.max(saturday, Math.min(plan.start, friday)), plan.worksOn));
  const amount = daysLost(plan, start);
  const name = random.pick(['Preceding trade not complete', 'Awaiting access']);
  return startingOn(start, plan, 'delayed', [{ name, date, amount, type: 'delay' }]);
}

/** A task keeps its start and ends on another day; a milestone moves as a whole. */
function finishingOn(
  finish: number,
  { start, days }: Plan,
  status: KnownStatus,
  reported: readonly SampleProgress[] = [],
): Outcome {
  return { start: days === 0 ? finish : start, finish, status, reported };
}

function startingOn(
  day: number,
  { worksOn, days }: Plan,
  status: KnownStatus,
  reported: readonly SampleProgress[] = [],
): Outcome {
  const start = workingDayFrom(day, worksOn);
  return { start, finish: addWorkingDays(start, Math.max(1, days) - 1, worksOn), status, reported };
}

function daysLost({ start, worksOn }: Plan, later: number): number {
  return Math.max(1, workingDaysBetween(start, later - 1, worksOn).length);
}

function dayInWeek({ worksOn, start }: Plan, { saturday, friday, random }: Week): number {
  const first = Math.min(friday, Math.max(saturday, start));
  return random.pick(workingDaysBetween(first, friday, worksOn));
}

/** Undefined if the calendar is off all week, as between Christmas and New Year. */
function lastWorkingDay({ worksOn }: Plan, { saturday, friday }: Week): number | undefined {
  return workingDaysBetween(saturday, friday, worksOn).at(-1);
}

function delay(plan: Plan, days: number, week: Week): SampleProgress {
  const name = week.random.pick(plan.delayReasons);
  return { name, date: dateOf(dayInWeek(plan, week)), amount: days, type: 'delay' };
}
