import { knownStatuses } from '#planning/contract/known-words.ts';
import { isCalendarDate } from '#planning-server/local-date.ts';
import { dailyActual, spread } from '#planning-server/sample/model/daily-quantities.ts';
import { randomStream } from '#planning-server/sample/model/random.ts';
import type {
  SampleMaterial,
  SampleProject,
  SampleTask,
} from '#planning-server/sample/model/sample-project.ts';
import { predecessor, withSuccessors } from '#planning-server/sample/model/sample-relations.ts';
import {
  addWorkingDays,
  dateOf,
  dayNumber,
  withClosedDays,
  workingDayFrom,
  workingDaysBetween,
  worksOnDaysOf,
} from '#planning-server/sample/model/sample-working-days.ts';
import { delayReasonsOf, disciplines, taskTexts } from '#planning-server/sample/vocabulary/vocabulary.ts';
import { type Outcome, outcomeOfWeek, type Plan, type Week } from './week-outcome.ts';

/**
 * The project some weeks later. In each week most of the work is done, some is late with a reason, some moves and
 * pushes its successors, a few tasks are added or removed, and the coming week is promised. Ids stay. Advancing by two
 * weeks equals advancing by one week twice.
 * @throws RangeError for a number of weeks that is not whole or below 0
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
  const monday = dayNumber(project.week);
  const random = randomStream(seed, `week ${project.week}`);
  const week: Week = {
    saturday: monday - 2,
    friday: monday + 4,
    nextMonday: monday + 7,
    region: project.region,
    random,
  };
  const worked = workTheWeek(project.collections.tasks, week);
  const dropped = fewOf(worked.filter(isDroppable(week)), 80);
  const kept = worked.filter((task) => !dropped.includes(task)).map((task) => revised(task, project, week));
  const added = addedTasks(kept, project, week);
  return {
    ...project,
    week: dateOf(week.nextMonday),
    dataDate: dateOf(week.friday),
    nextTask: project.nextTask + added.length,
    collections: {
      ...project.collections,
      tasks: withSuccessors([...kept, ...added]),
    },
  };
}

function fewOf<Item>(items: readonly Item[], oneIn: number): readonly Item[] {
  const first = Math.floor(Math.min(items.length, oneIn) / 2);
  return items.filter((_, index) => index % oneIn === first);
}

type Decision = { readonly before: Plan; readonly after: Outcome };

/** Each task's predecessors are decided before it; links never form a cycle. */
function workTheWeek(tasks: readonly SampleTask[], week: Week): SampleTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const decided = new Map<string, Decision | undefined>();
  const decide = (task: SampleTask): Decision | undefined => {
    if (decided.has(task.id)) return decided.get(task.id);
    const before = taskPlan(task, week);
    const predecessors = (task.relatedTasks ?? []).flatMap((link) => {
      const before = link.relation === 'predecessor' ? byId.get(link.id) : undefined;
      const decision = before && decide(before);
      return decision ? [{ link, ...decision }] : [];
    });
    const decision = before && { before, after: outcomeOfWeek(before, predecessors, week) };
    decided.set(task.id, decision);
    return decision;
  };
  return tasks.map((task) => {
    const decision = decide(task);
    return decision ? applied(task, decision, week) : task;
  });
}

function taskPlan(task: SampleTask, { region }: Week): Plan | undefined {
  const { start = '', finish = '', duration = 1 } = task;
  const status = knownStatuses.find((each) => each === task.status);
  if (!status || !isCalendarDate(start) || !isCalendarDate(finish) || start > finish) return undefined;
  const path = task.folder?.path.split(' › ') ?? [];
  const discipline = disciplines.find(({ name }) => path.includes(name));
  return {
    start: dayNumber(start),
    finish: dayNumber(finish),
    status,
    worksOn: worksOnDaysOf(task, region),
    days: duration,
    delayReasons: discipline ? delayReasonsOf(discipline) : taskTexts.delayReasons,
  };
}

function applied(task: SampleTask, { before, after }: Decision, week: Week): SampleTask {
  if (before.status === 'complete' || before.status === 'cancelled') return task;
  const moved = after.start !== before.start || after.finish !== before.finish;
  const days = moved ? workingDaysBetween(after.start, after.finish, before.worksOn) : [];
  const progress = [...(task.progress ?? []), ...after.reported];
  const dated = {
    ...task,
    start: dateOf(after.start),
    finish: dateOf(after.finish),
    duration: before.days === 0 ? 0 : days.length,
  };
  return {
    ...(moved ? withClosedDays(dated, week.region) : task),
    status: after.status,
    materials: task.materials?.map((material): SampleMaterial => {
      if (!material.dailyPlanned) return material;
      const { quantity, unit, dailyActual: reported = [] } = material;
      const planned = moved ? { ...material, dailyPlanned: spread(quantity, days, unit) } : material;
      const complete = after.status === 'complete';
      if (!complete && after.status !== 'started') return planned;
      // Reports of earlier weeks do not change.
      const range = { after: reported.at(-1)?.date ?? '', through: dateOf(week.friday), complete };
      return { ...planned, dailyActual: [...reported, ...dailyActual(planned, range, week.random)] };
    }),
    progress: progress.length > 0 ? progress : undefined,
  };
}

/** Work that was to begin within four weeks may turn out not to be needed. */
function isDroppable(week: Week) {
  const [first, last] = [dateOf(week.nextMonday), dateOf(week.nextMonday + 27)];
  return (task: SampleTask) => {
    const { start = '', keyTask, duration } = task;
    const isNear = start >= first && start <= last;
    return isNear && !keyTask && duration !== 0 && taskPlan(task, week) !== undefined;
  };
}

/** Occasionally a crew grows or shrinks, or a task gets another owner or a better name. */
function revised(task: SampleTask, { collections }: SampleProject, week: Week): SampleTask {
  const { nextMonday, random } = week;
  if ((task.start ?? '') < dateOf(nextMonday) || !taskPlan(task, week)) return task;
  const [crew, ...others] = task.labour ?? [];
  const quantity = (crew?.quantity ?? 0) + (random.chance(0.03) ? random.pick([-1, 1, 2]) : 0);
  const name = random.chance(0.004) ? `${task.name} (revised sequence)` : task.name;
  return {
    ...task,
    name,
    labour: crew && quantity > 0 ? [{ ...crew, quantity }, ...others] : task.labour,
    owner: task.owner && random.chance(0.008) ? random.pick(collections.users) : task.owner,
  };
}

function addedTasks(tasks: readonly SampleTask[], project: SampleProject, week: Week): SampleTask[] {
  const [first, last] = [dateOf(week.saturday), dateOf(week.friday)];
  const completed = tasks.filter(({ status, finish = '', location }) => {
    return status === 'complete' && finish >= first && finish <= last && location !== undefined;
  });
  const count = Math.max(1, Math.round(completed.length / 20));
  const prefix = project.collections.tasks[0]?.id.split('-')[0] ?? 'task';
  return fewOf(completed, Math.ceil(completed.length / count)).map((task, index) => {
    const number = project.nextTask + index;
    const id = `${prefix}-${String(number).padStart(6, '0')}`;
    const externalId = `A${1000 + number * 10}`;
    return withClosedDays({ id, externalId, ...followUp(task, week) }, week.region);
  });
}

function followUp(completed: SampleTask, { nextMonday, region, random }: Week): Omit<SampleTask, 'id'> {
  const { owner, assignedTo, folder, package: bought, subcontractor, location, parent } = completed;
  const works = worksOnDaysOf(completed, region);
  const duration = random.int(1, 3);
  const start = workingDayFrom(nextMonday + random.int(0, 10), works);
  const place = completed.name?.split(', ').at(-1) ?? 'site';
  return {
    name: `${random.pick(taskTexts.addedWork)}, ${place}`,
    start: dateOf(start),
    finish: dateOf(addWorkingDays(start, duration - 1, works)),
    duration,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    ...{ owner, assignedTo, folder, package: bought, subcontractor, location, parent },
    calendar: completed.calendar,
    labour: completed.labour?.map((people) => ({ ...people, quantity: Math.min(3, people.quantity) })),
    relatedTasks: [predecessor(completed, 'finish-start')],
  };
}
