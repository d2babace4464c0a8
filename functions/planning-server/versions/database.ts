/** The SQLite database of a version: its tables, the JSON of its tasks, and how it is filled. */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Day, formatDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { findIdsComparedByFilter } from '#planning/contract/id-filters.ts';
import { parseRelationDirection, parseShiftWord } from '#planning/contract/known-words.ts';
import { collectionNames, taskSchema } from '#planning/contract/resources.ts';
import {
  idFilterNames,
  type TaskField,
  taskBaseProperties,
  taskFieldProperties,
  taskFields,
} from '#planning/contract/tasks-query.ts';
import { dayOfInterpretedDate, wireDateReader } from '#planning/contract/wire-date.ts';
import type { ProjectData, StoredItem } from './version.ts';

/** Raise it if a database of this release cannot be read by an earlier one, or vice versa. */
export const databaseFormatVersion = 3;
/** Bytes. With large pages, a response takes few reads. */
const databasePageBytes = 16_384;
/** Number of items prepared and written before other work runs: about ten milliseconds. */
const itemsInTurn = 250;

const fieldsWithoutRelations = taskFields.filter((field) => taskFieldProperties[field] !== 'relatedTasks');

/**
 * A task's JSON in columns, so that a response with any `fields` is put together without parsing. `base` has no closing
 * brace; each other column has a comma before its property, as `,"folder":{…}`, or is empty if the task does not have
 * it. `relations` is what `predecessors` and `successors` add together, including relations of other kinds.
 */
const jsonColumns = ['base', ...fieldsWithoutRelations, 'predecessors', 'successors', 'relations'] as const;

/**
 * Positions are in order of id, from 0. `first_day` and `last_day` are local dates from `dateAsInteger`. The JSON of
 * tasks has a table of its own, so that a query does not read the tasks it skips.
 */
const createTablesSql = `
  pragma page_size = ${databasePageBytes};
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma user_version = ${databaseFormatVersion};
  create table item (
    collection text not null, position integer not null, json text not null, primary key (collection, position)
  ) strict, without rowid;
  create table task (
    position integer primary key, first_day integer not null, last_day integer not null, shift text
  ) strict;
  create index task_of_shift on task (shift, position, first_day, last_day);
  create table task_json (
    position integer primary key, id text not null,
    ${jsonColumns.map((column) => `${column} text not null`).join(', ')}
  ) strict;
  create table reference (
    filter text not null, id text not null, position integer not null, primary key (filter, id, position)
  ) strict, without rowid;
`;

/** 20261123 for `2026-11-23`. */
export function dateAsInteger(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** SQL expression for the JSON of a row of `task_json` with these fields. */
export function taskJsonSqlExpression(fields: readonly TaskField[] = []): string {
  const asked = new Set<string>(['base', ...fields]);
  if (asked.has('predecessors') && asked.delete('successors')) {
    asked.delete('predecessors');
    asked.add('relations');
  }
  return `concat(${jsonColumns.filter((column) => asked.has(column)).join(', ')}, '}')`;
}

/** Fills an empty database with items that fit the contract. Lets other work of the process run in between. */
export async function fillDatabase(
  database: DatabaseSync,
  { timeZone, collections: lists }: ProjectData,
): Promise<void> {
  database.exec(createTablesSql);
  database.exec('begin');
  const insertItem = database.prepare('insert into item values (?, ?, ?)');
  for (const collection of collectionNames) {
    if (collection === 'tasks') continue;
    for await (const [position, item] of inOrderOfIds(lists[collection])) {
      insertItem.run(collection, position, JSON.stringify(item));
    }
  }
  const insertTask = database.prepare('insert into task values (?, ?, ?, ?)');
  const insertJson = database.prepare(
    `insert into task_json values (?, ?, ${jsonColumns.map(() => '?').join(', ')})`,
  );
  const references = new Map(idFilterNames.map((filter) => [filter, new Map<string, number[]>()]));
  const readDate = wireDateReader(timeZone);
  const numbers = new Map<Day, number>();
  const numberOf = (text: string | undefined) => {
    const day = dayOfInterpretedDate(readDate(text));
    return day === undefined ? undefined : getOrInsert(numbers, day, () => dateAsInteger(formatDay(day)));
  };
  for await (const [position, item] of inOrderOfIds(lists.tasks)) {
    const task = getCompiledTaskSchema().parse(item);
    const days = firstAndLastDay(numberOf(task.start), numberOf(task.finish));
    insertTask.run(position, ...days, parseShiftWord(task.shift) ?? null);
    insertJson.run(position, task.id, ...taskJson(item));
    for (const [filter, positions] of references) {
      for (const id of findIdsComparedByFilter(task, filter))
        getOrInsert(positions, id, () => []).push(position);
    }
  }
  // Inserts in the order of the table, which is faster than task by task.
  const insertReferences = database.prepare('insert into reference select ?, ?, value from json_each(?)');
  for (const [filter, positions] of references) {
    for (const id of [...positions.keys()].sort()) {
      await nextTurn();
      insertReferences.run(filter, id, JSON.stringify(positions.get(id)));
    }
  }
  database.exec('commit');
}

async function* inOrderOfIds(items: readonly StoredItem[]): AsyncGenerator<[number, StoredItem]> {
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

/**
 * Open point of the contract: a task with one date is on that day; a start after the finish is swapped with it. A task
 * without any date could be on any day, so it is in every range.
 */
function firstAndLastDay(start: number | undefined, finish: number | undefined): [number, number] {
  const [one, other] = [start ?? finish ?? 0, finish ?? start ?? 99_991_231];
  return [Math.min(one, other), Math.max(one, other)];
}

/** The values of `jsonColumns`. */
function taskJson(item: StoredItem): readonly string[] {
  const known: StoredItem = { ...item, shift: parseShiftWord(String(item['shift'])) ?? item['shift'] };
  const text = (property: string) => propertyJson(property, known[property]);
  const base = taskBaseProperties.map(text);
  const whole = fieldsWithoutRelations.map((field) => text(taskFieldProperties[field]));
  return [`{${base.join('').slice(1)}`, ...whole, ...relationColumns(item['relatedTasks'])];
}

/** The task with every field, byte for byte as in a stored version. */
export function wholeTaskJson(item: StoredItem): string {
  const withoutKinds = taskJson(item).toSpliced(jsonColumns.indexOf('predecessors'), 2);
  return `${withoutKinds.join('')}}`;
}

function propertyJson(property: string, value: unknown): string {
  return value === undefined ? '' : `,"${property}":${JSON.stringify(value)}`;
}

function relationColumns(related: unknown): readonly string[] {
  if (!Array.isArray(related)) return ['', '', ''];
  const { predecessor = [], successor = [], other = [] } = Object.groupBy(related, relationOf);
  const lists = [predecessor, successor, [...predecessor, ...successor, ...other]];
  return lists.map((list) => propertyJson('relatedTasks', list));
}

function relationOf(related: { readonly relation?: unknown } | null) {
  return parseRelationDirection(String(related?.relation)) ?? 'other';
}

let compiledTaskSchema: typeof taskSchema | undefined;

/**
 * Parses like `taskSchema`, five times as fast, for tens of thousands of tasks. Created at its first use, because most
 * commands do not need it.
 */
export function getCompiledTaskSchema(): typeof taskSchema {
  compiledTaskSchema ??= z.compile(taskSchema);
  return compiledTaskSchema;
}
