import type { Task } from '../../planning/contract/resources.ts';
import type { IdFilter } from '../../planning/contract/tasks-query.ts';
import { localDateOf } from '../local-date.ts';
import type { StoredItem, StoredProblem } from '../stores/store.ts';
import { fastTaskSchema } from './fast-task-schema.ts';
import { prepareItems } from './prepare-items.ts';
import { dateNumber, shiftNumber } from './task-columns.ts';
import { type TaskText, taskTextMaker } from './task-text.ts';

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
  const dayOf = localDays(timeZone);
  const textOf = taskTextMaker();
  return prepareItems(items, fastTaskSchema(), {
    prepare: (item, task): PreparedTask => ({
      id: task.id,
      ...datesOf(task, dayOf),
      shift: shiftNumber(shiftOf(task)),
      references: referencesOf(task),
      text: textOf(item),
    }),
    ...options,
  });
}

/** The local date of a text as a number. Few dates occur, and often: each is read once. */
function localDays(timeZone: string): (text: string | undefined) => number | undefined {
  const known = new Map<string, number | undefined>();
  return (text) => {
    if (text === undefined) return undefined;
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before;
    const date = localDateOf(text, timeZone);
    const day = date === undefined ? undefined : dateNumber(date);
    known.set(text, day);
    return day;
  };
}

/**
 * Open point: a task with one date is on that day; a start after the finish is swapped with it. A task without any
 * date could be on any day, so it is in every range.
 */
function datesOf(
  task: Task,
  dayOf: ReturnType<typeof localDays>,
): { readonly first: number; readonly last: number } {
  const start = dayOf(task.start);
  const finish = dayOf(task.finish);
  const [one, other] = [start ?? finish ?? 0, finish ?? start ?? 99_991_231];
  return { first: Math.min(one, other), last: Math.max(one, other) };
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
    assignedToIds: task.assignedTo ? [...new Set(task.assignedTo.flatMap(idsOf))] : noIds,
  };
}

const noIds: readonly never[] = [];

function idsOf(reference: { readonly id?: string | undefined } | undefined): readonly string[] {
  return reference?.id === undefined ? noIds : [reference.id];
}
