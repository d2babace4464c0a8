/** Tasks with odd dates and words, and with hostile names: about one in ten of a small project. */
import type { SampleTask } from '../model/sample-project.ts';
import { dateOf, type WorksOn, workingDayFrom } from '../model/sample-working-days.ts';
import { hostileTasks, type OddTask, oddTasks } from '../vocabulary/vocabulary.ts';

export function oddTasksFor(taskCount: number): readonly OddTask[] {
  return [
    ...oddTasks.slice(0, Math.floor(taskCount / 16)),
    ...hostileTasks.slice(0, Math.floor(taskCount / 25)),
  ];
}

/**
 * @param monday day number of the Monday of the week that they stand in
 * @param isOpen whether the site is; a date moves on to a day on which it is
 * @param shared properties of all of them: calendar, owner, folder, location
 */
export function oddSampleTask(
  { start, finish, people, ...odd }: OddTask,
  { number, monday, isOpen, shared }: OddWeek & { number: number; shared: Omit<SampleTask, 'id'> },
): Omit<SampleTask, 'id'> {
  return {
    externalId: `X${1000 + number * 10}`,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    ...shared,
    ...odd,
    start: dateText(start, { monday, isOpen }),
    finish: dateText(finish, { monday, isOpen }),
    labour: people ? [{ id: 'lab-labourers', name: 'Labourers', quantity: people }] : undefined,
  };
}

type OddWeek = { readonly monday: number; readonly isOpen: WorksOn };

function dateText(date: OddTask['start'], { monday, isOpen }: OddWeek): string | undefined {
  const dateAfter = (days: number) => dateOf(workingDayFrom(monday + days, isOpen));
  if (typeof date === 'number') return dateAfter(date);
  return date?.replace(/^(\d+)T/, (_, days) => `${dateAfter(Number(days))}T`);
}
