import { type Task, taskSchema } from '../../planning/contract/resources.ts';
import type { IdFilter } from '../../planning/contract/tasks-query.ts';
import { localDateOf } from '../local-date.ts';
import type { StoredItem, StoredProblem } from '../stores/store.ts';
import { prepareItems } from './prepare-items.ts';
import { dateNumber, shiftNumber } from './task-columns.ts';
import { type TaskText, taskText } from './task-text.ts';

/** A task as a query selects it and as an answer shows it. */
export type PreparedTask = {
  readonly id: string;
  /** First and last local date as numbers, 20261123; for a task without dates the earliest and the latest there is. */
  readonly first: number;
  readonly last: number;
  readonly shift: number;
  readonly references: Readonly<Record<IdFilter, readonly string[]>>;
  readonly text: TaskText;
};

/** As `prepareItems`. @param timeZone turns date-times with an offset into local dates */
export function prepareTasks(
  items: readonly StoredItem[],
  {
    timeZone,
    ...options
  }: {
    readonly timeZone: string;
    readonly source: string;
    readonly visit: (task: PreparedTask, position: number) => void;
  },
): Promise<readonly StoredProblem[]> {
  return prepareItems(items, taskSchema, {
    prepare: (item, task): PreparedTask => ({
      id: task.id,
      ...datesOf(task, timeZone),
      shift: shiftNumber(shiftOf(task)),
      references: referencesOf(task),
      text: taskText(item),
    }),
    ...options,
  });
}

/**
 * Open point: a task with one date is on that day; a start after the finish is swapped with it. A task without any
 * date could be on any day, so it is in every range.
 */
function datesOf(task: Task, timeZone: string): { readonly first: number; readonly last: number } {
  const start = localDateOf(task.start, timeZone);
  const finish = localDateOf(task.finish, timeZone);
  const [first, last] = [start ?? finish, finish ?? start].sort();
  return {
    first: first === undefined ? 0 : dateNumber(first),
    last: last === undefined ? 99_991_231 : dateNumber(last),
  };
}

/** Open point: the planning product's "All" is the 24-hour shift; case, spaces and hyphens do not matter. */
function shiftOf(task: Task): string | undefined {
  const word = task.shift?.toLowerCase().replaceAll(/[\s-]/g, '');
  return word === 'all' ? '24hr' : word;
}

function referencesOf(task: Task): PreparedTask['references'] {
  return {
    ownerIds: idsOf(task.owner),
    folderIds: idsOf(task.folder),
    packageIds: idsOf(task.package),
    locationIds: idsOf(task.location),
    calendarIds: idsOf(task.calendar),
    subcontractorIds: idsOf(task.subcontractor),
    assignedToIds: [...new Set((task.assignedTo ?? []).flatMap(idsOf))],
  };
}

function idsOf(reference: { readonly id?: string | undefined } | undefined): readonly string[] {
  return reference?.id === undefined ? [] : [reference.id];
}
