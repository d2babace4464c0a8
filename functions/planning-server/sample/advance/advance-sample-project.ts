import { type Random, randomStream } from '../model/random.ts';
import type { SampleProject, SampleRelation, SampleTask } from '../model/sample-project.ts';
import {
  addWorkingDays,
  type CalendarType,
  dateOf,
  dayNumber,
  workingDayFrom,
} from '../model/working-days.ts';
import { taskTexts } from '../vocabulary/vocabulary.ts';
import { constraintsOn, inOrderOfWork } from './predecessors.ts';
import {
  applyOutcome,
  calendarOf,
  type Outcome,
  outcomeOfWeek,
  type Week,
  type WorkState,
  workStateOf,
} from './week-outcome.ts';

/**
 * The same project some weeks later. In each week most of the work is done, some is late with a reason, some
 * moves and pushes what waits for it, a few tasks are added, a few removed, and the coming week is promised.
 * Ids stay. Two weeks at once are the same as one week twice.
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

/** A task after the week, with its state before and after it. */
type WorkedTask = { readonly task: SampleTask; readonly before: WorkState; readonly after: Outcome };
/** `before` and `after` are absent for a task that is not planned as work. */
type AnyTask = Pick<WorkedTask, 'task'> & Partial<WorkedTask>;
type Course = { readonly week: Week; readonly random: Random };

function advanceOneWeek(project: SampleProject, seed: number): SampleProject {
  const monday = dayNumber(project.week);
  const week: Week = { monday, friday: monday + 4, nextMonday: monday + 7 };
  const course: Course = { week, random: randomStream(seed, `week ${project.week}`) };
  const worked = workTheWeek(project.collections.tasks, course);
  const all = project.collections.tasks.map((task): AnyTask => worked.get(task.id) ?? { task });
  const dropped = chooseDropped(all, course);
  const revised = all.filter((each) => !dropped.has(each)).map((each) => revise(each, project, course));
  const { tasks, nextTask } = withAddedTasks(repairRelations(revised), { project, ...course });
  return {
    ...project,
    week: dateOf(week.nextMonday),
    dataDate: dateOf(week.friday),
    nextTask,
    collections: { ...project.collections, tasks },
  };
}

/** In the order of work, so that each task's predecessors are decided before it. */
function workTheWeek(
  tasks: readonly SampleTask[],
  { week, random }: Course,
): ReadonlyMap<string, WorkedTask> {
  const worked = new Map<string, WorkedTask>();
  for (const task of inOrderOfWork(tasks)) {
    const before = workStateOf(task);
    if (!before) continue;
    const after = outcomeOfWeek(before, constraintsOn(task, before, worked), { week, random });
    const changed = applyOutcome(task, { before, after }, { friday: week.friday, random });
    worked.set(task.id, { task: changed, before, after });
  }
  return worked;
}

/** About one in eighty of the tasks that were to begin within four weeks, and at least one, is not needed after all. */
function chooseDropped(tasks: readonly AnyTask[], { week, random }: Course): ReadonlySet<AnyTask> {
  const droppable = tasks.filter(({ task, after }) => {
    if (!after || task.keyTask || task.duration === 0) return false;
    return after.start >= week.nextMonday && after.start < week.nextMonday + 28;
  });
  const count = Math.min(droppable.length, Math.max(1, Math.round(droppable.length / 80)));
  const dropped = new Set<AnyTask>();
  while (dropped.size < count) dropped.add(random.pick(droppable));
  return dropped;
}

/** Now and then a crew grows or shrinks, or a task gets another owner or a better name. */
function revise({ task, before }: AnyTask, project: SampleProject, { week, random }: Course): SampleTask {
  if (!before || before.start < week.nextMonday) return task;
  const [crew, ...others] = task.labour ?? [];
  const labour =
    crew && random.chance(0.03)
      ? [{ ...crew, quantity: crew.quantity + random.pick([-1, 1, 2]) }, ...others]
      : undefined;
  const owner = task.owner && random.chance(0.008) ? random.pick(project.collections.users) : undefined;
  const name =
    task.name !== undefined && random.chance(0.004) ? `${task.name} (revised sequence)` : undefined;
  return {
    ...task,
    ...(labour?.every(({ quantity }) => quantity > 0) ? { labour } : {}),
    ...(owner ? { owner } : {}),
    ...(name === undefined ? {} : { name }),
  };
}

/** Removes relations to tasks that are gone, and gives the others their task's present name. */
function repairRelations(tasks: readonly SampleTask[]): SampleTask[] {
  const names = new Map(tasks.map(({ id, name }) => [id, name ?? id]));
  return tasks.map((task) => {
    if (!task.relatedTasks) return task;
    const relatedTasks = task.relatedTasks.flatMap((related): SampleRelation[] => {
      const name = names.get(related.id);
      return name === undefined ? [] : [{ ...related, name }];
    });
    return { ...task, relatedTasks };
  });
}

/** About one task in a hundred more, each following one that was completed in the week. */
function withAddedTasks(
  tasks: readonly SampleTask[],
  { project, week, random }: { project: SampleProject; week: Week; random: Random },
): { readonly tasks: readonly SampleTask[]; readonly nextTask: number } {
  const [first, last] = [dateOf(week.monday), dateOf(week.friday)];
  const completed = tasks.filter(({ status, finish = '', location }) => {
    return status === 'complete' && finish >= first && finish <= last && location !== undefined;
  });
  const count = Math.min(completed.length, Math.max(1, Math.round(tasks.length / 100)));
  const prefix = project.collections.tasks[0]?.id.split('-')[0] ?? 'task';
  const addedAfter = new Map<string, SampleTask>();
  let { nextTask } = project;
  while (addedAfter.size < count) {
    const predecessor = random.pick(completed);
    if (addedAfter.has(predecessor.id)) continue;
    const id = `${prefix}-${String(nextTask).padStart(6, '0')}`;
    const identity = { id, externalId: `A${1000 + nextTask * 10}`, calendar: calendarOf(predecessor) };
    addedAfter.set(predecessor.id, addedTask(predecessor, identity, { week, random }));
    nextTask++;
  }
  const linked = tasks.map((task) => {
    const added = addedAfter.get(task.id);
    return added
      ? { ...task, relatedTasks: [...(task.relatedTasks ?? []), relationTo(added, 'successor')] }
      : task;
  });
  return { tasks: [...linked, ...addedAfter.values()], nextTask };
}

/** One to three days in the coming two weeks, by the same people in the same place. */
function addedTask(
  predecessor: SampleTask,
  { id, externalId, calendar }: { id: string; externalId: string; calendar: CalendarType },
  { week, random }: { week: Week; random: Random },
): SampleTask {
  const place = predecessor.name?.split(', ').at(-1) ?? 'site';
  const days = random.int(1, 3);
  const start = workingDayFrom(week.nextMonday + random.int(0, 10), calendar);
  const { owner, assignedTo, folder, subcontractor, location, labour, parent } = predecessor;
  return {
    id,
    externalId,
    name: `${random.pick(taskTexts.addedWork)}, ${place}`,
    start: dateOf(start),
    finish: dateOf(addWorkingDays(start, days - 1, calendar)),
    duration: days,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    ...(owner ? { owner } : {}),
    ...(assignedTo ? { assignedTo } : {}),
    ...(predecessor.calendar ? { calendar: predecessor.calendar } : {}),
    ...(folder ? { folder } : {}),
    ...(predecessor.package ? { package: predecessor.package } : {}),
    ...(parent ? { parent } : {}),
    ...(subcontractor ? { subcontractor } : {}),
    ...(location ? { location } : {}),
    ...(labour
      ? { labour: labour.map((people) => ({ ...people, quantity: Math.min(3, people.quantity) })) }
      : {}),
    relatedTasks: [relationTo(predecessor, 'predecessor')],
  };
}

function relationTo(task: SampleTask, relation: SampleRelation['relation']): SampleRelation {
  return { id: task.id, name: task.name ?? task.id, lag: 0, relation, type: 'finish-start' };
}
