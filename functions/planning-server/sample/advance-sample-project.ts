import { isCalendarDate } from '../calendar-date.ts';
import { addedTask, relationTo } from './added-tasks.ts';
import { changedTask } from './changed-task.ts';
import { earliestStart, inOrderOfWork, predecessorsOf } from './links-of-tasks.ts';
import { type Random, randomStream } from './random.ts';
import type { SampleProject, SampleRelation, SampleStatus, SampleTask } from './sample-project.ts';
import { type After, type Allowed, afterTheWeek, type Before, type Week } from './week-of-work.ts';
import type { CalendarType, Discipline } from './work/work-train.ts';
import { dateOf, dayNumber } from './working-days.ts';

/**
 * The same project so many weeks later, each worked as weeks are: most of it done, some late with the reason,
 * some moved and what waits for it pushed, a few tasks added, a few removed, the coming week promised.
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

type Worked = {
  readonly task: SampleTask;
  readonly before: Before | undefined;
  readonly after: After | undefined;
};

function advanceOneWeek(project: SampleProject, seed: number): SampleProject {
  const random = randomStream(seed, `week ${project.week}`);
  const monday = dayNumber(project.week);
  const week: Week = { monday, friday: monday + 4, nextMonday: monday + 7 };
  const worked = workTheWeek(project.collections.tasks, { week, random });
  const standing = project.collections.tasks.flatMap(
    (task) => worked.get(task.id) ?? { task, before: undefined, after: undefined },
  );
  const dropped = chooseDropped(standing, { week, random });
  const kept = standing.filter((each) => !dropped.has(each));
  const revised = kept.map(({ task, before }) => revise(task, { project, before, week, random }));
  const { tasks, nextTask } = withAdded(withoutLooseEnds(revised), { project, week, random });
  return {
    ...project,
    week: dateOf(week.nextMonday),
    dataDate: dateOf(week.friday),
    nextTask,
    collections: { ...project.collections, tasks },
  };
}

/** In the order of work, so that what a task waits for has been decided before it. */
function workTheWeek(
  tasks: readonly SampleTask[],
  { week, random }: { week: Week; random: Random },
): ReadonlyMap<string, Worked> {
  const worked = new Map<string, Worked>();
  for (const task of inOrderOfWork(tasks)) {
    const before = standingOf(task);
    if (!before) continue;
    const after = afterTheWeek(before, allowedBy(task, before, worked), { week, random });
    const changed = changedTask(task, { before, after }, { friday: week.friday, random });
    worked.set(task.id, { task: changed, before, after });
  }
  return worked;
}

function allowedBy(task: SampleTask, before: Before, worked: ReadonlyMap<string, Worked>): Allowed {
  let held: Allowed['held'] = 'free';
  let from: number | undefined;
  for (const link of predecessorsOf(task)) {
    const predecessor = worked.get(link.id);
    if (!predecessor?.before || !predecessor.after) continue;
    const { status } = predecessor.after;
    const done = status === 'complete' || status === 'cancelled';
    const enough = done || (status === 'started' && link.type === 'start-start');
    if (!enough) held = 'held';
    const heldBefore = earliestStart(link, predecessor.before, before) <= before.start;
    const needs = earliestStart(link, predecessor.after, before);
    // A link that the plan broke already stays broken: the planner has chosen to, or has not seen it.
    if (heldBefore && needs > before.start) from = Math.max(from ?? needs, needs);
  }
  return { held, from };
}

/** Undefined for a task that is not planned as work: no dates, odd dates, or a status of its own. */
function standingOf(task: SampleTask): Before | undefined {
  const { start, finish, status, duration = 1 } = task;
  if (start === undefined || finish === undefined || !isCalendarDate(start) || !isCalendarDate(finish)) {
    return undefined;
  }
  if (start > finish || status === undefined || status === 'on hold') return undefined;
  return {
    start: dayNumber(start),
    finish: dayNumber(finish),
    status: status satisfies SampleStatus,
    calendar: calendarOf(task),
    discipline: disciplineOf(task),
    days: duration,
  };
}

function calendarOf(task: SampleTask): CalendarType {
  const type = task.calendar?.type;
  return type === 'six-day' || type === 'seven-day' ? type : 'five-day';
}

const disciplines: readonly Discipline[] = [
  'Substructure',
  'Superstructure',
  'Envelope',
  'Building services',
  'Fit-out',
  'Commissioning',
  'External works',
];

function disciplineOf(task: SampleTask): Discipline {
  const path = task.folder?.path.split(' › ') ?? [];
  return disciplines.find((discipline) => path.includes(discipline)) ?? 'Site logistics';
}

/** About one in eighty of what was to begin within four weeks is not needed after all; one at least. */
function chooseDropped(
  standing: readonly Worked[],
  { week, random }: { week: Week; random: Random },
): ReadonlySet<Worked> {
  const droppable = standing.filter(({ task, after }) => {
    if (!after || task.keyTask || task.duration === 0) return false;
    return after.start >= week.nextMonday && after.start < week.nextMonday + 28;
  });
  const wanted = Math.min(droppable.length, Math.max(1, Math.round(droppable.length / 80)));
  const dropped = new Set<Worked>();
  while (dropped.size < wanted) dropped.add(random.pick(droppable));
  return dropped;
}

/** Now and then a gang grows or shrinks, a task goes to someone else or gets a better name. */
function revise(
  task: SampleTask,
  {
    project,
    before,
    week,
    random,
  }: { project: SampleProject; before: Before | undefined; week: Week; random: Random },
): SampleTask {
  if (!before || before.start < week.nextMonday) return task;
  const [gang, ...others] = task.labour ?? [];
  const labour =
    gang && random.chance(0.03)
      ? [{ ...gang, quantity: gang.quantity + random.pick([-1, 1, 2]) }, ...others]
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

/** Relations to tasks that are gone are dropped, and the others follow a change of name. */
function withoutLooseEnds(tasks: readonly SampleTask[]): SampleTask[] {
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

/** About one task in a hundred more, each behind one that is complete. */
function withAdded(
  tasks: readonly SampleTask[],
  { project, week, random }: { project: SampleProject; week: Week; random: Random },
): { readonly tasks: readonly SampleTask[]; readonly nextTask: number } {
  const [first, last] = [dateOf(week.monday), dateOf(week.friday)];
  const hosts = tasks.filter(({ status, finish = '', location }) => {
    return status === 'complete' && finish >= first && finish <= last && location !== undefined;
  });
  const wanted = Math.min(hosts.length, Math.max(1, Math.round(tasks.length / 100)));
  const prefix = project.collections.tasks[0]?.id.split('-')[0] ?? 'task';
  const added = new Map<string, SampleTask>();
  let { nextTask } = project;
  while (added.size < wanted) {
    const host = random.pick(hosts);
    if (added.has(host.id)) continue;
    const id = `${prefix}-${String(nextTask).padStart(6, '0')}`;
    const place = { id, number: nextTask, calendar: calendarOf(host) };
    added.set(host.id, addedTask(host, place, { week, random }));
    nextTask++;
  }
  const linked = tasks.map((task) => {
    const more = added.get(task.id);
    return more
      ? { ...task, relatedTasks: [...(task.relatedTasks ?? []), relationTo(more, 'successor')] }
      : task;
  });
  return { tasks: [...linked, ...added.values()], nextTask };
}
