/** Items of a collection as every store keeps them: checked against the contract, in order of id. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { getOrInsert } from '../../base/get-or-insert.ts';
import { inEnglish } from '../../base/text/english.ts';
import { filteredIds } from '../../planning/contract/filtered-ids.ts';
import {
  type Collection,
  resourceSchemas,
  type Task,
  taskSchema,
} from '../../planning/contract/resources.ts';
import type { IdFilter, Shift } from '../../planning/contract/tasks-query.ts';
import { knownShift } from '../../planning/contract/words.ts';
import { localDateOf } from '../local-date.ts';
import type { StoredItem, StoredProblem } from './store.ts';
import { taskJson } from './task-json.ts';

/** Maximum number of problems listed for one collection; one more says how many others there are. */
const maxListedProblems = 100;

/** Number of items prepared and written before other work gets its turn: about ten milliseconds. */
const itemsInTurn = 250;

/**
 * Calls `visit` with each item that fits the contract, in order of id, so that they need not be in memory together. An
 * item that does not fit, or repeats an id, is left out.
 * @param source name of the collection in problems
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
    .slice(0, maxListedProblems)
    .map(({ index, text }) => `item ${index + 1}${text}`);
  if (problems.length > maxListedProblems)
    listed.push(`${problems.length - maxListedProblems} more items are wrong`);
  return listed.map((problem) => ({ source, problem }));
}

/**
 * Indexes in order of id; of equal ids the earlier item comes first. The order of ids that are not strings does not
 * matter: their items do not fit the contract.
 */
function orderOfIds(items: readonly StoredItem[]): readonly number[] {
  const ids = items.map((item) => String(item['id']));
  return Array.from(ids.keys()).sort((one, other) => compare(ids[one] ?? '', ids[other] ?? ''));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export function prepareList(
  items: readonly StoredItem[],
  collection: Collection,
  to: { readonly source: string; readonly visit: (json: string, position: number) => void },
): Promise<readonly StoredProblem[]> {
  const schema: z.ZodMiniType<{ id: string }> = resourceSchemas[collection];
  return prepareItems(items, schema, { prepare: (item) => JSON.stringify(item), ...to });
}

export type PreparedTask = {
  readonly id: string;
  /** Local dates as numbers, 20261123; the earliest and the latest possible for a task without dates. */
  readonly first: number;
  readonly last: number;
  readonly shift: Shift | null;
  readonly idsOf: (filter: IdFilter) => readonly string[];
  readonly json: readonly string[];
};

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
    prepare: (item, task): PreparedTask => {
      const shift = knownShift(task.shift) ?? null;
      return {
        id: task.id,
        ...firstAndLastDate(task, dayOf),
        shift,
        idsOf: (filter) => filteredIds(task, filter),
        json: taskJson(shift === null ? item : { ...item, shift }),
      };
    },
    ...options,
  });
}

function localDays(timeZone: string): (text: string | undefined) => number | undefined {
  const known = new Map<string, number | undefined>();
  return (text) => {
    if (text === undefined) return undefined;
    return getOrInsert(known, text, () => {
      const date = localDateOf(text, timeZone);
      return date === undefined ? undefined : dateNumber(date);
    });
  };
}

/**
 * Open point of the contract: a task with one date is on that day; a start after the finish is swapped with it. A task
 * without any date could be on any day, so it is in every range.
 */
function firstAndLastDate(
  task: Task,
  dayOf: (text: string | undefined) => number | undefined,
): { readonly first: number; readonly last: number } {
  const start = dayOf(task.start);
  const finish = dayOf(task.finish);
  const [one, other] = [start ?? finish ?? 0, finish ?? start ?? 99_991_231];
  return { first: Math.min(one, other), last: Math.max(one, other) };
}

let made: typeof taskSchema | undefined;

/**
 * Parses as `taskSchema`, five times as fast: for tens of thousands of tasks. Created at its first use, because most
 * commands do not need it.
 */
export function fastTaskSchema(): typeof taskSchema {
  made ??= z.compile(taskSchema);
  return made;
}
