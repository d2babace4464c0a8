import type { Day } from '../dates/day.ts';
import type { Window } from '../dates/window.ts';
import { workingDaysIn } from '../grid/day-grid.ts';
import type { TaskDraft } from '../tasks/compose-task.ts';

/** A task that takes up room: it has a subcontractor and works in the window. */
export type Occupant = {
  readonly task: TaskDraft;
  /** Who is there: the subcontractor's id, or name where it has none. */
  readonly who: string;
  readonly days: readonly Day[];
};

/** Another subcontractor's tasks that an occupant meets, on the first day it does. */
export type Meeting = { readonly day: Day; readonly others: readonly Occupant[] };

/** Those of the tasks that take up room in a window, in their order. */
export function occupantsOf(tasks: readonly TaskDraft[], window: Window): readonly Occupant[] {
  return tasks.flatMap((task): Occupant[] => {
    if (task.subcontractor === undefined) return [];
    const days = workingDaysIn(window, task);
    if (days.length === 0) return [];
    return [{ task, who: task.subcontractor.id ?? task.subcontractor.name, days }];
  });
}
