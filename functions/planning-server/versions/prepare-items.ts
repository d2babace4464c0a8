import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { getOrInsert } from '#base/get-or-insert.ts';
import { filteredIds } from '#planning/contract/filtered-ids.ts';
import { knownShift } from '#planning/contract/known-words.ts';
import { type Task, taskSchema } from '#planning/contract/resources.ts';
import type { IdFilter, Shift } from '#planning/contract/tasks-query.ts';
import { localDateOf } from '#planning-server/local-date.ts';
import { taskJson } from './task-json.ts';
import type { StoredItem } from './version.ts';

/** Number of items prepared and written before other work gets its turn: about ten milliseconds. */
const itemsInTurn = 250;

/** The items in order of id. Other work of the process gets its turn in between. */
export async function* inOrderOfIds(items: readonly StoredItem[]): AsyncGenerator<[number, StoredItem]> {
  const ids = items.map((item) => String(item['id']));
  const order = Array.from(ids.keys()).sort((one, other) => compareTexts(ids[one] ?? '', ids[other] ?? ''));
  for (const [position, index] of order.entries()) {
    if (position % itemsInTurn === itemsInTurn - 1) await nextTurn();
    yield [position, items[index] ?? {}];
  }
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
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

/**
 * @param timeZone turns date-times with an offset into local dates
 * @returns prepares a task, which must fit the contract
 */
export function taskPreparer(timeZone: string): (item: StoredItem) => PreparedTask {
  const dayOf = localDays(timeZone);
  return (item) => {
    const task = fastTaskSchema().parse(item);
    return {
      id: task.id,
      ...firstAndLastDate(task, dayOf),
      shift: knownShift(task.shift) ?? null,
      idsOf: (filter) => filteredIds(task, filter),
      json: taskJson(item),
    };
  };
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
