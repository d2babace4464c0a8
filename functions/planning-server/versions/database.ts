/** The SQLite file of a version: its tables, and how columns are named. */
import { type AnswerParts, type RelationKind, type TextPart, textColumns } from '../query/task-text.ts';

/** Raised when a file of this program could not be read by an earlier one. */
export const databaseFormat = 1;

/** Bytes. A task of two kilobytes then mostly lies in one page. */
const pageSize = 16_384;

/**
 * `task.position` is the place in order of id, from 0; a task's text lies in one column a part. `task_columns` holds, in
 * one row, what `TaskColumns` does, and `reference` the positions of the tasks that refer to an id: as little-endian
 * numbers, which are read at once instead of row by row.
 */
export const databaseSchema = `
  pragma page_size = ${pageSize};
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma user_version = ${databaseFormat};
  create table project (name text not null, time_zone text not null) strict;
  create table item (
    collection text not null, position integer not null, json text not null, primary key (collection, position)
  ) strict, without rowid;
  create table task (position integer primary key, id text not null, ${textColumns.map(columnOf).join(', ')}) strict;
  create table task_columns (first blob not null, last blob not null, shift blob not null) strict;
  create table reference (
    filter text not null, id text not null, positions blob not null, primary key (filter, id)
  ) strict, without rowid;
`;

/** The JSON of a task with these parts, as an expression of SQL: what `joinParts` makes. */
export function jsonOf({ parts, relations }: AnswerParts): string {
  const begin = parts.map((part) => `task."${part}"`).join(', ');
  if (relations.length === 0) return `concat(${begin}, '}')`;
  const lists = relations.map((kind) => `nullif(task."${kind}", '')`).join(', ');
  const list = `concat(',"relatedTasks":[', concat_ws(',', ${lists}), ']')`;
  return `concat(${begin}, iif(task.predecessors is null, null, ${list}), '}')`;
}

function columnOf(name: TextPart | RelationKind): string {
  return `"${name}" text`;
}
