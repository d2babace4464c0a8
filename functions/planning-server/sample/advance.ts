import { formatDay, parseDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { type KnownStatus, knownStatuses, parseCalendarType } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { type DayRange, type SiteCalendar, siteCalendar } from './calendar.ts';
import { addDailyUseToMaterial, withDailyPlan } from './quantities.ts';
import { type RandomStream, randomStream } from './random.ts';
import {
  idsOfSampleTask,
  type SampleProgress,
  type SampleProject,
  type SampleRelation,
  type SampleTask,
  sampleRelation,
  undefinedIfEmpty,
  withSuccessors,
} from './sample-project.ts';
import { addedTaskNames, blockedTaskReasons, delayReasonsIn } from './words.ts';

/** A week of reports, from Saturday to Friday: work of a weekend is reported in the week after it. */
type ReportWeek = {
  readonly saturday: number;
  readonly friday: number;
  readonly nextMonday: number;
  readonly region: Region;
  readonly random: RandomStream;
};

type TaskOutcome = DayRange & { readonly status: KnownStatus; readonly report?: SampleProgress | undefined };

type TaskPlan = TaskOutcome & {
  readonly task: SampleTask;
  readonly calendar: SiteCalendar;
  /** Working days; 0 is a milestone. */
  readonly days: number;
  readonly week: ReportWeek;
};

type Predecessor = { readonly link: SampleRelation; readonly before: DayRange; readonly after: TaskOutcome };

/**
 * The project some weeks later. In each week most of the work is done, some is late with a reason, some moves and
 * pushes its successors, a few tasks are added or removed, and the coming week is promised. Ids stay. Advancing by two
 * weeks equals advancing by one week twice.
 * @throws RangeError for a number of weeks that is not whole or below 0, or a project whose week is not a date
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
    collections.tasks.map((task) => [task.id, planOfTask(task, { ...dates, region, random })]),
  );
  const odd = collections.tasks.filter(({ id }) => plans.get(id) === undefined);
  const reached = plansAfterWeek(plans);
  const dropped = new Set(everyNth(80, reached.filter(mayBeDropped)));
  const kept = reached
    .filter((plan) => !dropped.has(plan))
    .map((plan) => withCrewAndOwnerChanges(plan, collections.users));
  const added = everyNth(20, reached.filter(isJustCompleted)).map((plan, index) =>
    followUpTask(plan, idsOfSampleTask(projectId, nextTask + index)),
  );
  return {
    ...project,
    week: formatDay(dates.nextMonday),
    dataDate: formatDay(dates.friday),
    nextTask: nextTask + added.length,
    collections: { ...collections, tasks: withSuccessors([...kept, ...added, ...odd]) },
  };
}

/** One of every `count` items; one if there are fewer. */
function everyNth<Item>(count: number, items: readonly Item[]): readonly Item[] {
  return items.filter((_, index) => index % count === Math.floor(Math.min(items.length, count) / 2));
}

/** Undefined for a task whose status is not known or whose dates are missing or reversed: it does not change. */
function planOfTask(task: SampleTask, week: ReportWeek): TaskPlan | undefined {
  const [start, finish] = [parseDay(task.start ?? ''), parseDay(task.finish ?? '')];
  const status = knownStatuses.find((each) => each === task.status);
  if (!status || start === undefined || finish === undefined || start > finish) return undefined;
  const calendar = siteCalendar(parseCalendarType(task.calendar?.type) ?? 'five-day', week.region);
  return { task, status, start, finish, calendar, days: task.duration ?? 1, week };
}

/** Decides the outcome of each task after those of its predecessors; links never form a cycle. */
function plansAfterWeek(plans: ReadonlyMap<string, TaskPlan | undefined>): TaskPlan[] {
  const outcomes = new Map<TaskPlan, TaskOutcome>();
  const decide = (plan: TaskPlan): TaskOutcome =>
    getOrInsert(outcomes, plan, () => {
      const predecessors = (plan.task.relatedTasks ?? []).flatMap((link): Predecessor[] => {
        const before = link.relation === 'predecessor' ? plans.get(link.id) : undefined;
        return before ? [{ link, before, after: decide(before) }] : [];
      });
      return outcomeOfTask(plan, predecessors);
    });
  return [...plans.values()].flatMap((plan) => (plan ? [withOutcome(plan, decide(plan))] : []));
}

function withOutcome(plan: TaskPlan, outcome: TaskOutcome): TaskPlan {
  if (isCompleteOrCancelled(plan)) return plan;
  const { task, calendar, week } = plan;
  const { start, finish, status, report } = outcome;
  const hasMoved = start !== plan.start || finish !== plan.finish;
  const days = calendar.between(start, finish);
  const materials = task.materials?.map((material) =>
    addDailyUseToMaterial(
      hasMoved && material.dailyPlanned ? withDailyPlan(material, days) : material,
      { status, through: week.friday },
      week.random,
    ),
  );
  const progress = undefinedIfEmpty([...(task.progress ?? []), ...(report ? [report] : [])]);
  // A task that does not move keeps its dates, even on days off.
  const dates = hasMoved && { ...calendar.datesOf(outcome), duration: plan.days === 0 ? 0 : days.length };
  return { ...plan, start, finish, status, task: { ...task, ...dates, status, materials, progress } };
}

function isCompleteOrCancelled({ status }: TaskOutcome): boolean {
  return status === 'complete' || status === 'cancelled';
}

function outcomeOfTask(plan: TaskPlan, predecessors: readonly Predecessor[]): TaskOutcome {
  const { saturday, friday } = plan.week;
  const pushedTo = Math.max(0, ...predecessors.map((each) => pushedStart(plan, each)));
  if (isCompleteOrCancelled(plan)) return plan;
  if (plan.start > friday) return outcomeBeforeStart(plan, pushedTo);
  // Between Christmas and New Year a calendar may have no working day all week.
  if (plan.calendar.between(saturday, friday).length === 0) return plan;
  const mayGoOn = plan.status === 'started' || predecessors.every(allowsStart);
  return mayGoOn ? outcomeOfWork(plan) : outcomeOfDelay(plan, pushedTo);
}

function allowsStart({ link, after }: Predecessor): boolean {
  return isCompleteOrCancelled(after) || (after.status === 'started' && link.type === 'start-start');
}

/** The day on or after which a task must begin because a predecessor has moved; 0 if none has. */
function pushedStart({ start, calendar }: TaskPlan, { link, before, after }: Predecessor): number {
  const earliest = (range: DayRange) => {
    const finish = link.type === 'finish-start' ? range.finish + 1 : range.finish;
    return calendar.add(calendar.from(link.type === 'start-start' ? range.start : finish), link.lag);
  };
  // A link that the plan already broke stays broken: the planner chose that, or has not noticed.
  return earliest(before) <= start && earliest(after) > start ? earliest(after) : 0;
}

/**
 * About three in four tasks are done or under way as planned, and more of the milestones and of weekend work. Some of
 * the others still end within the week.
 */
function outcomeOfWork(plan: TaskPlan): TaskOutcome {
  const { calendar, days, week } = plan;
  const { random, saturday, friday, nextMonday } = week;
  // The task ends on the coming weekend, so the next week decides its outcome.
  if (plan.finish > friday && plan.finish < nextMonday) return { ...plan, status: 'started' };
  const isDue = plan.finish <= friday;
  const planned = plan.finish < saturday ? dayInWeek(plan) : plan.finish;
  // Late work of a weekday may still end within its week, Monday to Sunday. Late work of `saturday` or the Sunday after
  // it cannot, so work of these days is as planned more often, and so are milestones.
  const asPlanned = days === 0 || planned < saturday + 2 ? 0.88 : 0.74;
  const roll = random.next();
  if (roll < 0.9) {
    const slip = roll < asPlanned ? 0 : random.int(1, isDue ? 4 : 2);
    const finish = calendar.add(planned, slip);
    const report = slip > 0 ? delayReport(plan, slip) : random.chance(0.3) ? onSchedule(plan) : undefined;
    // A milestone moves as a whole.
    const start = days === 0 ? finish : plan.start;
    return { start, finish, status: finish <= friday ? 'complete' : 'started', report };
  }
  if (plan.status === 'started') {
    return { ...plan, status: isDue ? 'started' : 'delayed', report: delayReport(plan, 1) };
  }
  if (roll < 0.96)
    return { ...outcomeOfMove(plan, calendar.add(friday, random.int(1, 4))), status: 'planned' };
  return { ...plan, status: 'blocked', report: delayReport(plan, 1, blockedTaskReasons) };
}

/** A task that could not begin moves to the coming week, or to a later day if its predecessors need that. */
function outcomeOfDelay(plan: TaskPlan, pushedTo: number): TaskOutcome {
  const reasons = ['Preceding trade not complete', 'Awaiting access'];
  return outcomeOfMove(plan, Math.max(plan.week.nextMonday, pushedTo), reasons);
}

function outcomeOfMove(plan: TaskPlan, day: number, reasons?: readonly string[]): TaskOutcome {
  const dates = plan.calendar.work(day, plan.days);
  const lost = plan.calendar.between(plan.start, dates.start - 1).length;
  return { ...dates, status: 'delayed', report: delayReport(plan, Math.max(1, lost), reasons) };
}

/**
 * Most tasks that begin in the coming week become promised. A task moves if its predecessors have moved, with a few
 * exceptions; a few other tasks move by chance.
 */
function outcomeBeforeStart(plan: TaskPlan, pushedTo: number): TaskOutcome {
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

function delayReport(
  plan: TaskPlan,
  amount: number,
  reasons = delayReasonsIn(plan.task.folder?.path),
): SampleProgress {
  return { name: plan.week.random.pick(reasons), date: formatDay(dayInWeek(plan)), amount, type: 'delay' };
}

function onSchedule(plan: TaskPlan): SampleProgress {
  return { name: 'On schedule', date: formatDay(dayInWeek(plan)), amount: 0, type: 'on schedule' };
}

/** A working day in the week of reports, not before the task's start. */
function dayInWeek({ start, calendar, week: { saturday, friday, random } }: TaskPlan): number {
  return random.pick(calendar.between(Math.min(friday, Math.max(saturday, start)), friday));
}

/** Work that was to begin within four weeks may turn out not to be needed. */
function mayBeDropped({ start, days, task, week: { nextMonday } }: TaskPlan): boolean {
  return start >= nextMonday && start < nextMonday + 28 && days > 0 && task.keyTask !== true;
}

type Users = SampleProject['collections']['users'];

/** Occasionally the crew or the owner of a task changes, if the task begins in the coming week or later. */
function withCrewAndOwnerChanges(
  { task, start, week: { nextMonday, random } }: TaskPlan,
  users: Users,
): SampleTask {
  const [crew, ...others] = task.labour ?? [];
  if (start < nextMonday) return task;
  const quantity = (crew?.quantity ?? 0) + (random.chance(0.03) ? random.pick([-1, 1, 2]) : 0);
  return {
    ...task,
    labour: crew && quantity > 0 ? [{ ...crew, quantity }, ...others] : task.labour,
    owner: task.owner && random.chance(0.008) ? random.pick(users) : task.owner,
  };
}

function isJustCompleted({ status, finish, week }: TaskPlan): boolean {
  return status === 'complete' && finish >= week.saturday;
}

function followUpTask(
  { task, calendar, week: { nextMonday, random } }: TaskPlan,
  ids: ReturnType<typeof idsOfSampleTask>,
): SampleTask {
  const duration = random.int(1, 3);
  return {
    ...task,
    ...{ notes: undefined, plant: undefined, materials: undefined, progress: undefined },
    ...ids,
    name: `${random.pick(addedTaskNames)}, ${task.name?.split(', ').at(-1)}`,
    ...calendar.datesOf(calendar.work(nextMonday + random.int(0, 10), duration)),
    duration,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    labour: task.labour?.map((people) => ({ ...people, quantity: Math.min(3, people.quantity) })),
    relatedTasks: [sampleRelation(task, 'predecessor', { type: 'finish-start' })],
  };
}
