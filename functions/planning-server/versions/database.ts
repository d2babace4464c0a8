import { jsonColumns } from './task-json.ts';

/** Raise it if a database of this release cannot be read by an earlier one, or vice versa. */
export const databaseFormat = 3;

/** Bytes. With large pages, a response takes few reads. */
const pageSize = 16_384;

/**
 * Positions are in order of id, from 0. `first_day` and `last_day` are local dates as numbers, 20261123. The JSON of
 * tasks has a table of its own, so that a query does not read the tasks it skips.
 */
export const databaseSchema = `
  pragma page_size = ${pageSize};
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma user_version = ${databaseFormat};
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
