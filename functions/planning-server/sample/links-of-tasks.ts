/** How the tasks of a project hang together, read from their relations. */
import type { RelationType, SampleTask } from './sample-project.ts';
import type { CalendarType } from './work/work-train.ts';
import { addWorkingDays, workingDayFrom } from './working-days.ts';

export type Dates = { readonly start: number; readonly finish: number };
export type Predecessor = { readonly id: string; readonly type: RelationType; readonly lag: number };

export function predecessorsOf(task: SampleTask): Predecessor[] {
  return (task.relatedTasks ?? []).filter(({ relation }) => relation === 'predecessor');
}

/** Every task after all its predecessors; otherwise in the order given. Links never close a circle. */
export function inOrderOfWork(tasks: readonly SampleTask[]): SampleTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const waitingFor = new Map(
    tasks.map((task) => [task.id, predecessorsOf(task).filter(({ id }) => byId.has(id)).length]),
  );
  const ordered = tasks.filter(({ id }) => waitingFor.get(id) === 0);
  // The list grows while it is read: a task joins it once the last of its predecessors has been read.
  for (const { relatedTasks = [] } of ordered) {
    for (const { id, relation } of relatedTasks) {
      const successor = byId.get(id);
      if (relation !== 'successor' || !successor) continue;
      const left = (waitingFor.get(id) ?? 0) - 1;
      waitingFor.set(id, left);
      if (left === 0) ordered.push(successor);
    }
  }
  return ordered;
}

/** The earliest start that a link allows to a task of so many days (0 is a milestone). */
export function earliestStart(
  { type, lag }: Predecessor,
  before: Dates,
  { calendar, days }: { readonly calendar: CalendarType; readonly days: number },
): number {
  const after = (day: number) => addWorkingDays(workingDayFrom(day, calendar), lag, calendar);
  const beforeFinish = (finish: number) => addWorkingDays(finish, 1 - Math.max(1, days), calendar);
  switch (type) {
    case 'finish-start':
      return after(before.finish + 1);
    case 'start-start':
      return after(before.start);
    case 'finish-finish':
      return beforeFinish(after(before.finish));
    case 'start-finish':
      return beforeFinish(after(before.start));
  }
}
