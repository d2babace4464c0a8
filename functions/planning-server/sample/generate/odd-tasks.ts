/** Tasks with odd dates and words, and with hostile names: about one in ten of a small project. */
import type { SampleTask } from '../model/sample-project.ts';
import { dateOf } from '../model/sample-working-days.ts';
import { hostileTasks, type OddTask, oddTasks } from '../vocabulary/vocabulary.ts';

export function oddTasksFor(taskCount: number): readonly OddTask[] {
  return [
    ...oddTasks.slice(0, Math.floor(taskCount / 16)),
    ...hostileTasks.slice(0, Math.floor(taskCount / 25)),
  ];
}

/**
 * @param monday day number of the coming week's Monday
 * @param shared properties of all of them: calendar, owner, folder, location
 */
export function oddSampleTask(
  { start, finish, people, ...odd }: OddTask,
  { number, monday, shared }: { number: number; monday: number; shared: Omit<SampleTask, 'id'> },
): Omit<SampleTask, 'id'> {
  return {
    externalId: `X${1000 + number * 10}`,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    ...shared,
    ...odd,
    start: dateText(start, monday),
    finish: dateText(finish, monday),
    labour: people ? [{ id: 'lab-labourers', name: 'Labourers', quantity: people }] : undefined,
  };
}

function dateText(date: OddTask['start'], monday: number): string | undefined {
  if (typeof date === 'number') return dateOf(monday + date);
  return date?.replace(/^(\d+)T/, (_, days) => `${dateOf(monday + Number(days))}T`);
}
