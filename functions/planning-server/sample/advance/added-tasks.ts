import type { Random } from '../model/random.ts';
import type { SampleProject, SampleRelation, SampleTask } from '../model/sample-project.ts';
import { addWorkingDays, type CalendarType, dateOf, workingDayFrom } from '../model/working-days.ts';
import { taskTexts } from '../vocabulary/vocabulary.ts';
import type { Week } from './week-outcome.ts';
import { calendarOf } from './work-state.ts';

/** About one task in a hundred more, each following one that was completed in the week. */
export function withAddedTasks(
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
