import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { type IdFilter, taskFields } from '../../planning/contract/tasks-query.ts';
import { selectTasks } from '../query/select-tasks.ts';
import { type TaskIndex, taskBlocks } from '../query/task-index.ts';
import { answerParts } from '../query/task-text.ts';
import type { Page, PageRequest } from '../stores/store.ts';
import { databaseFormat, type SharedTexts } from './database.ts';
import { joinRows } from './join-rows.ts';

/** Kibibytes of the file that SQLite keeps in memory; the operating system has the rest. */
const cacheSize = 256;
/** Bytes of the file that are read without a call of the operating system for each page: all of most files. */
const mappedSize = 256 * 1024 * 1024;

/** The file of a version, open for reading. */
export type OpenDatabase = {
  readonly page: (request: PageRequest) => Page;
  /** Each task's id and its JSON with every field, in order of id. */
  readonly tasks: () => Iterable<{ readonly id: string; readonly json: string }>;
  readonly close: () => void;
};

const formatRow = z.object({ user_version: z.literal(databaseFormat) });
const blob = z.instanceof(Uint8Array);
const columnsRow = z.object({ first: blob, last: blob, shift: blob });
const sharedRow = z.object({ texts: blob, ends: blob });
const taskRow = z.object({ id: z.string(), text: blob });

/** @throws the error of SQLite or zod for a file that `writeDatabase` of this format did not write */
export function openDatabase(path: string): OpenDatabase {
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(`pragma cache_size = -${cacheSize}; pragma mmap_size = ${mappedSize}`);
  return readerOf(database);
}

/** Reads a database that `fillDatabase` has filled. */
export function readerOf(database: DatabaseSync): OpenDatabase {
  formatRow.parse(database.prepare('pragma user_version').get());
  const index = taskIndexOf(database);
  const shared = sharedTextsOf(database);
  const items = bytesFrom(
    database,
    `select cast(group_concat(json, ',') as blob) as bytes
    from (select json from item where collection = ? and position >= ? and position < ? order by position)`,
  );
  const itemAt = database.prepare('select 1 from item where collection = ? and position = ?');
  const rows = bytesFrom(
    database,
    `select cast(group_concat(text, '') as blob) as bytes
    from (select text from json_each(?) as wanted cross join task on task.position = wanted.value)`,
  );

  return {
    page({ collection, query, from, limit }) {
      if (collection === 'tasks') {
        const { positions, next } = selectTasks(index, query, { from, limit });
        return {
          next,
          body: (before, after) =>
            joinRows(rows(JSON.stringify(positions)), shared, {
              ...answerParts(query.fields),
              before,
              after,
            }),
        };
      }
      const to = from + limit;
      return {
        next: itemAt.get(collection, to) ? to : undefined,
        body: (before, after) =>
          Buffer.concat([Buffer.from(before), items(collection, from, to), Buffer.from(after)]),
      };
    },
    *tasks() {
      const asked = { ...answerParts(taskFields), before: '', after: '' };
      for (const row of database.prepare('select id, text from task order by position').iterate()) {
        const { id, text } = taskRow.parse(row);
        yield { id, json: joinRows(bufferOf(text), shared, asked).toString() };
      }
    },
    close: () => database.close(),
  };
}

/** Runs a statement and returns `bytes` of its only row; no bytes for null or without a row. */
function bytesFrom(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql);
  return (...parameters: readonly (string | number)[]): Buffer => {
    const bytes = statement.get(...parameters)?.['bytes'];
    return bytes instanceof Uint8Array ? bufferOf(bytes) : Buffer.alloc(0);
  };
}

function sharedTextsOf(database: DatabaseSync): SharedTexts {
  const { texts, ends } = sharedRow.parse(database.prepare('select texts, ends from shared_text').get());
  return { texts: bufferOf(texts), ends: new Uint32Array(aligned(ends)) };
}

function taskIndexOf(database: DatabaseSync): TaskIndex {
  const { first, last, shift } = columnsRow.parse(database.prepare('select * from task_columns').get());
  const positions = bytesFrom(
    database,
    'select positions as bytes from reference where filter = ? and id = ?',
  );
  const columns = { first: new Int32Array(aligned(first)), last: new Int32Array(aligned(last)), shift };
  return {
    ...columns,
    blocks: taskBlocks(columns),
    positionsOf(filter: IdFilter, id: string) {
      const bytes = positions(filter, id);
      return bytes.length === 0 ? undefined : new Uint32Array(aligned(bytes));
    },
  };
}

/** The same bytes, not copied. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A copy at an address where numbers of four bytes may lie. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/**
 * Files of versions, of which the most recently used ones are open: each takes memory. One that was closed is opened
 * again by its next use, in a millisecond.
 * @param max how many are open at the same time
 */
export function openDatabases(max: number) {
  /** The least recently used one first. */
  const open = new Map<string, OpenDatabase>();
  const close = (path: string) => {
    open.get(path)?.close();
    open.delete(path);
  };
  return {
    /** @throws the error of SQLite for a file that is missing or no version */
    use(path: string): OpenDatabase {
      const database = open.get(path) ?? openDatabase(path);
      open.delete(path);
      open.set(path, database);
      const [oldest] = open.keys();
      if (open.size > max && oldest !== undefined) close(oldest);
      return database;
    },
    close,
  };
}
