/** Items of a collection as every store keeps them: checked against the contract, in order of id. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { inEnglish } from '../../base/text/english.ts';
import {
  type Collection,
  resourceSchemas,
  type Task,
  taskSchema,
} from '../../planning/contract/resources.ts';
import type { IdFilter } from '../../planning/contract/tasks-query.ts';
import { localDateOf } from '../local-date.ts';
import type { StoredItem, StoredProblem } from './store.ts';
import { taskJson } from './task-json.ts';

/** How many items are prepared and written before other work gets its turn: about ten milliseconds. */
const itemsInTurn = 250;
/** Maximum number of problems listed for one collection; one more says how many others there are. */
const maxProblems = 100;

/**
 * Prepares the items that fit the contract, and calls `visit` with each in order of id, so that they need not lie in
 * memory together. One that does not fit, or has the id of an earlier one, is left out.
 * @param source what the collection is called in problems
 * @returns what was left out and why, in the order of the items
 */
async function prepareItems<Value extends { readonly id: string }, Prepared>(
  items: readonly StoredItem[],
  schema: z.ZodMiniType<Value>,
  {
    prepare,
    source,
    visit,
  }: {
    readonly prepare: (item: StoredItem, value: Value) => Prepared;
    readonly source: string;
    readonly visit: (prepared: Prepared, position: number) => void;
  },
): Promise<readonly StoredProblem[]> {
  const problems: { readonly index: number; readonly text: string }[] = [];
  let lastId: string | undefined;
  let position = 0;
  for (const [turn, index] of orderOfIds(items).entries()) {
    if (turn % itemsInTurn === itemsInTurn - 1) await nextTurn();
    const item = items[index] ?? {};
    const parsed = schema.safeParse(item, inEnglish);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      problems.push({ index, text: `, ${issue?.path.join('.') || 'itself'}: ${issue?.message ?? 'wrong'}` });
    } else if (parsed.data.id === lastId) {
      problems.push({ index, text: `: an earlier item has the same id, ${JSON.stringify(lastId)}` });
    } else {
      lastId = parsed.data.id;
      visit(prepare(item, parsed.data), position);
      position += 1;
    }
  }
  const listed = problems
    .sort((one, other) => one.index - other.index)
    .slice(0, maxProblems)
    .map(({ index, text }) => `item ${index + 1}${text}`);
  if (problems.length > maxProblems) listed.push(`${problems.length - maxProblems} more items are wrong`);
  return listed.map((problem) => ({ source, problem }));
}

/** The indexes of the items by their ids, of equal ids the earlier item first. An id that is no text is any. */
function orderOfIds(items: readonly StoredItem[]): readonly number[] {
  const ids = items.map((item) => String(item['id']));
  return Array.from(ids.keys()).sort((one, other) => compare(ids[one] ?? '', ids[other] ?? ''));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** As `prepareItems`, for a collection other than tasks. */
export function prepareList(
  items: readonly StoredItem[],
  collection: Collection,
  to: { readonly source: string; readonly visit: (json: string, position: number) => void },
): Promise<readonly StoredProblem[]> {
  const schema: z.ZodMiniType<{ id: string }> = resourceSchemas[collection];
  return prepareItems(items, schema, { prepare: (item) => JSON.stringify(item), ...to });
}

/** A task as a query selects it and as an answer shows it. */
export type PreparedTask = {
  readonly id: string;
  /** First and last local date as numbers, 20261123; for a task without dates the earliest and the latest there is. */
  readonly first: number;
  readonly last: number;
  /** A word of the contract, or any other in lower case. */
  readonly shift: string | null;
  readonly references: Readonly<Record<IdFilter, readonly string[]>>;
  /** The text of each of `jsonColumns`. */
  readonly json: readonly string[];
};

/** `2026-11-23` as 20261123. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

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
  return prepareItems(items, fastTaskSchema(), {
    prepare: (item, task): PreparedTask => ({
      id: task.id,
      ...datesOf(task, dayOf),
      shift: shiftOf(task),
      references: referencesOf(task),
      json: taskJson(item),
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
function shiftOf(task: Task): string | null {
  const word = task.shift?.toLowerCase().replaceAll(/[\s-]/g, '') ?? null;
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

let made: typeof taskSchema | undefined;

/**
 * Parses as `taskSchema`, five times as fast: for tens of thousands of tasks. It is made at its first use, since most
 * commands never come to it.
 */
export function fastTaskSchema(): typeof taskSchema {
  made ??= z.compile(taskSchema);
  return made;
}
