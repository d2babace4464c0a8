import { formatDay, parseDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { type KnownStatus, knownCalendarType, knownStatuses } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { type DayRange, type SiteCalendar, siteCalendar } from './calendar.ts';
import { withDailyPlan, withDailyUse } from './quantities.ts';
import { type Random, randomStream } from './random.ts';
import {
  nonEmpty,
  related,
  type SampleProgress,
  type SampleProject,
  type SampleRelation,
  type SampleTask,
  taskIds,
  withSuccessors,
} from './sample-project.ts';
import { addedWork, blockReasons, delayReasonsIn } from './words.ts';

/** A week of reports, from Saturday to Friday: work of a weekend is reported in the week after it. */
type Week = {
  readonly saturday: number;
  readonly friday: number;
  readonly nextMonday: number;
  readonly region: Region;
  readonly random: Random;
};

type Outcome = DayRange & { readonly status: KnownStatus; readonly report?: SampleProgress | undefined };

type Plan = Outcome & {
  readonly task: SampleTask;
  readonly calendar: SiteCalendar;
  /** Working days; 0 is a milestone. */
  readonly days: number;
  readonly week: Week;
};

type Predecessor = { readonly link: SampleRelation; readonly before: DayRange; readonly after: Outcome };

/**
 * The project some weeks later. In each week most of the work is done, some is late with a reason, some moves and
 * pushes its successors, a few tasks are added or removed, and the coming week is promised. Ids stay. Advancing by two
 * weeks equals advancing by one week twice.
 * @throws RangeError for a number of weeks that is not whole or below 0, or a project whose week is no date
 */
export function advanceSampleProject(
  project: SampleProject,
  { weeks, seed }: { readonly weeks: number; readonly seed: number },
): SampleProject {
  if (!Number.isInteger(weeks) || weeks < 0) {
    throw new RangeError(`A project advances by whole weeks, not ${weeks}.`);
  }
  let advanced = project;
  for (let week = 0; week < weeks; week++) advanced = advanceOneWeek(advanced, seed);
  return advanced;
}

function advanceOneWeek(project: SampleProject, seed: number): SampleProject {
  const { week, region, projectId, nextTask, collections } = project;
  const monday = parseDay(week);
  if (monday === undefined) throw new RangeError(`The week of a sample project is a date, not ${week}.`);
  const random = randomStream(seed, `week ${week}`);
  const dates = { saturday: monday - 2, friday: monday + 4, nextMonday: monday + 7 };
  const plans = new Map(
    collections.tasks.map((task) => [task.id, planOf(task, { ...dates, region, random })]),
  );
  const odd = collections.tasks.filter(({ id }) => plans.get(id) === undefined);
  const worked = workTheWeek(plans);
  const dropped = new Set(oneIn(80, worked.filter(mayBeDropped)));
  const kept = worked.filter((plan) => !dropped.has(plan)).map((plan) => revised(plan, collections.users));
  const added = oneIn(20, worked.filter(isJustCompleted)).map((plan, index) =>
    followUp(plan, taskIds(projectId, nextTask + index)),
  );
  return {
    ...project,
    week: formatDay(dates.nextMonday),
    dataDate: formatDay(dates.friday),
    nextTask: nextTask + added.length,
    collections: { ...collections, tasks: withSuccessors([...kept, ...added, ...odd]) },
  };
}

/** One of each `count` items, and one if there are fewer. */
function oneIn<Item>(count: number, items: readonly Item[]): readonly Item[] {
  return items.filter((_, index) => index % count === Math.floor(Math.min(items.length, count) / 2));
}

/** Undefined for an odd task, which does not change. */
function planOf(task: SampleTask, week: Week): Plan | undefined {
  const [start, finish] = [parseDay(task.start ?? ''), parseDay(task.finish ?? '')];
  const status = knownStatuses.find((each) => each === task.status);
  if (!status || start === undefined || finish === undefined || start > finish) return undefined;
  const calendar = siteCalendar(knownCalendarType(task.calendar?.type) ?? 'five-day', week.region);
  return { task, status, start, finish, calendar, days: task.duration ?? 1, week };
}

/** Each task's predecessors are decided before it; links never form a cycle. */
function workTheWeek(plans: ReadonlyMap<string, Plan | undefined>): Plan[] {
  const outcomes = new Map<Plan, Outcome>();
  const decide = (plan: Plan): Outcome =>
    getOrInsert(outcomes, plan, () => {
      const predecessors = (plan.task.relatedTasks ?? []).flatMap((link): Predecessor[] => {
        const before = link.relation === 'predecessor' ? plans.get(link.id) : undefined;
        return before ? [{ link, before, after: decide(before) }] : [];
      });
      return outcomeOf(plan, predecessors);
    });
  return [...plans.values()].flatMap((plan) => (plan ? [withOutcome(plan, decide(plan))] : []));
}

function withOutcome(plan: Plan, outcome: Outcome): Plan {
  if (isOver(plan)) return plan;
  const { task, calendar, week } = plan;
  const { start, finish, status, report } = outcome;
  const hasMoved = start !== plan.start || finish !== plan.finish;
  const days = calendar.between(start, finish);
  const materials = task.materials?.map((material) =>
    withDailyUse(
      hasMoved && material.dailyPlanned ? withDailyPlan(material, days) : material,
      { status, through: week.friday },
      week.random,
    ),
  );
  const progress = nonEmpty([...(task.progress ?? []), ...(report ? [report] : [])]);
  // One that does not move keeps its dates, even on days off.
  const dates = hasMoved && { ...calendar.datesOf(outcome), duration: plan.days === 0 ? 0 : days.length };
  return { ...plan, start, finish, status, task: { ...task, ...dates, status, materials, progress } };
}

function isOver({ status }: Outcome): boolean {
  return status === 'complete' || status === 'cancelled';
}

function outcomeOf(plan: Plan, predecessors: readonly Predecessor[]): Outcome {
  const { saturday, friday } = plan.week;
  const pushedTo = Math.max(0, ...predecessors.map((each) => pushedStart(plan, each)));
  if (isOver(plan)) return plan;
  if (plan.start > friday) return notDueYet(plan, pushedTo);
  // Between Christmas and New Year a calendar may be off all week.
  if (plan.calendar.between(saturday, friday).length === 0) return plan;
  const mayGoOn = plan.status === 'started' || predecessors.every(letsStart);
  return mayGoOn ? worked(plan) : heldUp(plan, pushedTo);
}

function letsStart({ link, after }: Predecessor): boolean {
  return isOver(after) || (after.status === 'started' && link.type === 'start-start');
}

/** The day on or after which a task must begin because a predecessor has moved; 0 if none has. */
function pushedStart({ start, calendar }: Plan, { link, before, after }: Predecessor): number {
  const earliest = (range: DayRange) => {
    const finish = link.type === 'finish-start' ? range.finish + 1 : range.finish;
    return calendar.add(calendar.from(link.type === 'start-start' ? range.start : finish), link.lag);
  };
  // A link that the plan already broke stays broken: the planner chose to, or has not noticed.
  return earliest(before) <= start && earliest(after) > start ? earliest(after) : 0;
}

/** Three in four of the tasks are done or under way as planned; some others still end within the week. */
function worked(plan: Plan): Outcome {
  const { calendar, days, week } = plan;
  const { random, saturday, friday, nextMonday } = week;
  // It ends on the coming weekend, so the next week decides how it goes.
  if (plan.finish > friday && plan.finish < nextMonday) return { ...plan, status: 'started' };
  const isDue = plan.finish <= friday;
  const planned = plan.finish < saturday ? dayInWeek(plan) : plan.finish;
  // Late work of a weekday may still end within its week, that of a weekend cannot.
  const asPlanned = days === 0 || planned < saturday + 2 ? 0.88 : 0.74;
  const roll = random.next();
  if (roll < 0.9) {
    const slip = roll < asPlanned ? 0 : random.int(1, isDue ? 4 : 2);
    const finish = calendar.add(planned, slip);
    const report = slip > 0 ? delay(plan, slip) : random.chance(0.3) ? onSchedule(plan) : undefined;
    // A milestone moves as a whole.
    const start = days === 0 ? finish : plan.start;
    return { start, finish, status: finish <= friday ? 'complete' : 'started', report };
  }
  if (plan.status === 'started') {
    return { ...plan, status: isDue ? 'started' : 'delayed', report: delay(plan, 1) };
  }
  if (roll < 0.96) return { ...restarted(plan, calendar.add(friday, random.int(1, 4))), status: 'planned' };
  return { ...plan, status: 'blocked', report: delay(plan, 1, blockReasons) };
}

/** Could not begin: moves to the coming week, or to when its predecessors allow it. */
function heldUp(plan: Plan, pushedTo: number): Outcome {
  const reasons = ['Preceding trade not complete', 'Awaiting access'];
  return restarted(plan, Math.max(plan.week.nextMonday, pushedTo), reasons);
}

function restarted(plan: Plan, day: number, reasons?: readonly string[]): Outcome {
  const dates = plan.calendar.work(day, plan.days);
  const lost = plan.calendar.between(plan.start, dates.start - 1).length;
  return { ...dates, status: 'delayed', report: delay(plan, Math.max(1, lost), reasons) };
}

/** Promised as its week comes up; pushed if its predecessors have moved. */
function notDueYet(plan: Plan, pushedTo: number): Outcome {
  const { friday, nextMonday, random } = plan.week;
  const shift = random.chance(0.03) ? random.int(-2, 3) : 0;
  const shifted = Math.max(friday + 1, plan.calendar.add(plan.start, shift));
  // One in eight that should be pushed is not, so that planners have a conflict to find.
  const start = random.chance(0.12) ? shifted : Math.max(pushedTo, shifted);
  const dates = start === plan.start ? plan : plan.calendar.work(start, plan.days);
  const isPromised = start < nextMonday + 7 && (plan.status === 'promised' || random.chance(0.65));
  const isAhead = plan.status === 'backlog' && start < nextMonday + 35 && random.chance(0.7);
  const isPlanned = plan.status === 'promised' || isAhead;
  return { ...dates, status: isPromised ? 'promised' : isPlanned ? 'planned' : plan.status };
}

function delay(plan: Plan, amount: number, reasons = delayReasonsIn(plan.task.folder?.path)): SampleProgress {
  return { name: plan.week.random.pick(reasons), date: formatDay(dayInWeek(plan)), amount, type: 'delay' };
}

function onSchedule(plan: Plan): SampleProgress {
  return { name: 'On schedule', date: formatDay(dayInWeek(plan)), amount: 0, type: 'on schedule' };
}

/** A working day of the week that is not before the start. */
function dayInWeek({ start, calendar, week: { saturday, friday, random } }: Plan): number {
  return random.pick(calendar.between(Math.min(friday, Math.max(saturday, start)), friday));
}

/** Work that was to begin within four weeks may turn out not to be needed. */
function mayBeDropped({ start, days, task, week: { nextMonday } }: Plan): boolean {
  return start >= nextMonday && start < nextMonday + 28 && days > 0 && task.keyTask !== true;
}

type Users = SampleProject['collections']['users'];

/** Occasionally a crew grows or shrinks, or a task gets another owner. */
function revised({ task, start, week: { nextMonday, random } }: Plan, users: Users): SampleTask {
  const [crew, ...others] = task.labour ?? [];
  if (start < nextMonday) return task;
  const quantity = (crew?.quantity ?? 0) + (random.chance(0.03) ? random.pick([-1, 1, 2]) : 0);
  return {
    ...task,
    labour: crew && quantity > 0 ? [{ ...crew, quantity }, ...others] : task.labour,
    owner: task.owner && random.chance(0.008) ? random.pick(users) : task.owner,
  };
}

function isJustCompleted({ status, finish, week }: Plan): boolean {
  return status === 'complete' && finish >= week.saturday;
}

function followUp(
  { task, calendar, week: { nextMonday, random } }: Plan,
  ids: ReturnType<typeof taskIds>,
): SampleTask {
  const duration = random.int(1, 3);
  return {
    ...task,
    ...{ notes: undefined, plant: undefined, materials: undefined, progress: undefined },
    ...ids,
    name: `${random.pick(addedWork)}, ${task.name?.split(', ').at(-1)}`,
    ...calendar.datesOf(calendar.work(nextMonday + random.int(0, 10), duration)),
    duration,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    labour: task.labour?.map((people) => ({ ...people, quantity: Math.min(3, people.quantity) })),
    relatedTasks: [related(task, 'predecessor', { type: 'finish-start' })],
  };
}
