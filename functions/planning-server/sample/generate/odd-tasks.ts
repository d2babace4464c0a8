/** Tasks as no planner wants them and every service has them: missing or odd dates, hostile names. */
import type { SampleTask } from '../model/sample-project.ts';
import { dateOf } from '../model/working-days.ts';
import { hostileNames, type OddTask, oddTasks } from '../vocabulary/vocabulary.ts';

const hostileTasks = hostileNames.map(
  (name, index): OddTask => ({ name, start: index % 5, finish: index % 5, duration: 1, people: 2 }),
);

/** A few tasks with odd dates and words, and fewer with hostile names: about one in ten of a small project. */
export function oddTasksFor(taskCount: number): readonly OddTask[] {
  return [
    ...oddTasks.slice(0, Math.floor(taskCount / 16)),
    ...hostileTasks.slice(0, Math.floor(taskCount / 25)),
  ];
}

/**
 * @param shared what all of them have: calendar, owner, folder, location
 * @param place.first position of the first of them among all tasks
 * @param place.monday day number of the coming week's Monday
 */
export function sampleTasksOf(
  tasks: readonly OddTask[],
  shared: Partial<SampleTask>,
  place: { readonly first: number; readonly monday: number; readonly idOf: (position: number) => string },
): SampleTask[] {
  return tasks.map(({ name, start, finish, duration, keyTask, shift, status, people }, index) => ({
    id: place.idOf(place.first + index),
    externalId: `X${1000 + (index + 1) * 10}`,
    ...(name === undefined ? {} : { name }),
    ...(start === undefined ? {} : { start: dateText(start, place.monday) }),
    ...(finish === undefined ? {} : { finish: dateText(finish, place.monday) }),
    keyTask: keyTask ?? false,
    shift: shift ?? 'day',
    status: status ?? 'planned',
    ...shared,
    ...(duration === undefined ? {} : { duration }),
    ...(people ? { labour: [{ id: 'lab-labourers', name: 'Labourers', quantity: people }] } : {}),
  }));
}

function dateText(date: number | string, monday: number): string {
  if (typeof date === 'number') return dateOf(monday + date);
  return date.replace(/^(\d+)T/, (_, days) => `${dateOf(monday + Number(days))}T`);
}
