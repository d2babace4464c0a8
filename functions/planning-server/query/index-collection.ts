/** A stored collection as the server searches it: its items checked against the contract, in order of id. */
import type * as z from 'zod/mini';
import { inEnglish } from '../../base/english.ts';
import {
  type Collection,
  resourceSchemas,
  type Task,
  taskSchema,
} from '../../planning/contract/resources.ts';
import type { IdFilter } from '../../planning/contract/tasks-query.ts';
import { localDateOf } from '../calendar-date.ts';
import type { StoredItem } from '../stores/store.ts';
import { StoredDataError } from '../stores/stored-data-error.ts';

export type IndexedItem = { readonly id: string; readonly item: StoredItem };

export type IndexedTask = IndexedItem & {
  /** First and last local date, `YYYY-MM-DD`; undefined for a task without dates. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly shift: string | undefined;
  readonly references: Readonly<Record<IdFilter, readonly string[]>>;
};

/**
 * Ordered by id, so that a cursor with the last id read stays valid when tasks change, come or go between pages.
 * @param source what the collection is called in errors
 * @throws StoredDataError when an item does not fit the contract or two have the same id
 */
export function indexItems(
  items: readonly StoredItem[],
  collection: Collection,
  source: string,
): readonly IndexedItem[] {
  const schema: z.ZodMiniType<{ id: string }> = resourceSchemas[collection];
  const indexed = items.map((item, index) => ({ id: checked(schema, { item, index, source }).id, item }));
  return ordered(indexed, source);
}

/** As `indexItems`, with what a tasks query filters by. */
export function indexTasks(
  items: readonly StoredItem[],
  timeZone: string,
  source: string,
): readonly IndexedTask[] {
  const indexed = items.map((item, index): IndexedTask => {
    const task = checked(taskSchema, { item, index, source });
    return {
      id: task.id,
      item,
      ...datesOf(task, timeZone),
      shift: shiftOf(task),
      references: referencesOf(task),
    };
  });
  return ordered(indexed, source);
}

function checked<Value>(
  schema: z.ZodMiniType<Value>,
  { item, index, source }: { item: StoredItem; index: number; source: string },
): Value {
  const parsed = schema.safeParse(item, inEnglish);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const problem = `item ${index + 1}, ${issue?.path.join('.') || 'itself'}: ${issue?.message ?? 'wrong'}`;
  throw new StoredDataError(source, problem, { remedy: 'Correct the stored data.', cause: parsed.error });
}

function ordered<Entry extends IndexedItem>(entries: Entry[], source: string): readonly Entry[] {
  entries.sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
  const duplicate = entries.find((entry, index) => entry.id === entries[index + 1]?.id);
  if (!duplicate) return entries;
  throw new StoredDataError(source, `two items have the id ${JSON.stringify(duplicate.id)}`, {
    remedy: 'Correct the stored data.',
  });
}

/** Open point: a task with one date is on that day; a start after the finish is swapped with it. */
function datesOf(task: Task, timeZone: string) {
  const start = localDateOf(task.start, timeZone);
  const finish = localDateOf(task.finish, timeZone);
  const dates = [start ?? finish, finish ?? start].sort();
  return { first: dates[0], last: dates[1] };
}

/** Open point: the planning product's "All" is the 24-hour shift; case, spaces and hyphens do not matter. */
function shiftOf(task: Task): string | undefined {
  const word = task.shift?.toLowerCase().replaceAll(/[\s-]/g, '');
  return word === 'all' ? '24hr' : word;
}

function referencesOf(task: Task): IndexedTask['references'] {
  return {
    ownerIds: idsOf(task.owner),
    folderIds: idsOf(task.folder),
    packageIds: idsOf(task.package),
    locationIds: idsOf(task.location),
    calendarIds: idsOf(task.calendar),
    subcontractorIds: idsOf(task.subcontractor),
    assignedToIds: (task.assignedTo ?? []).flatMap(idsOf),
  };
}

function idsOf(reference: { readonly id?: string | undefined } | undefined): readonly string[] {
  return reference?.id === undefined ? [] : [reference.id];
}
