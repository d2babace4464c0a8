/** The SQLite file of a version. */

/** Raised when a file of this program could not be read by an earlier one. */
export const databaseFormat = 2;

/** Bytes. A task of half a kilobyte then mostly lies in one page. */
const pageSize = 16_384;

/**
 * `task.position` is the place in order of id, from 0, and `task.text` is what `taskRow` makes; `shared_text` holds, in
 * one row, `SharedTexts`, and `task_columns` what `TaskColumns` does; `reference` the positions of the tasks that refer
 * to an id. Lists of numbers are little-endian bytes, which are read at once instead of row by row.
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
  create table task (position integer primary key, id text not null, text blob not null) strict;
  create table shared_text (texts blob not null, ends blob not null) strict;
  create table task_columns (first blob not null, last blob not null, shift blob not null) strict;
  create table reference (
    filter text not null, id text not null, positions blob not null, primary key (filter, id)
  ) strict, without rowid;
`;
