import { DatabaseSync, type StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { type IdFilter, taskFields } from '../../planning/contract/tasks-query.ts';
import { selectTasks } from '../query/select-tasks.ts';
import type { TaskIndex } from '../query/task-index.ts';
import { type AnswerParts, answerParts } from '../query/task-text.ts';
import type { Page, PageRequest } from '../stores/store.ts';
import { databaseFormat, jsonOf } from './database.ts';

/** Kibibytes of the file that SQLite keeps in memory; the operating system has the rest. */
const cacheSize = 256;
/** Bytes of the file that are read without a call of the operating system for each page: all of most files. */
const mappedSize = 256 * 1024 * 1024;
/** Of `fields` that are asked for in many combinations, the last few statements are kept. */
const maxStatements = 16;

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
const positionsRow = z.optional(z.object({ positions: blob }));
const resultsRow = z.object({ results: z.nullable(blob) });
const taskRow = z.object({ id: z.string(), json: z.string() });

/** @throws the error of SQLite or zod for a file that `writeDatabase` of this format did not write */
export function openDatabase(path: string): OpenDatabase {
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(`pragma cache_size = -${cacheSize}; pragma mmap_size = ${mappedSize}`);
  formatRow.parse(database.prepare('pragma user_version').get());
  const index = taskIndexOf(database);
  const items = database.prepare(`
    select cast(group_concat(json, ',') as blob) as results
    from (select json from item where collection = ? and position >= ? and position < ? order by position)`);
  const itemAt = database.prepare('select 1 from item where collection = ? and position = ?');
  const tasksWith = statements(
    database,
    (parts) => `
    select cast(group_concat(text, ',') as blob) as results from (
      select ${jsonOf(parts)} as text from json_each(?) as wanted cross join task on task.position = wanted.value
    )`,
  );

  return {
    page({ collection, query, from, limit }) {
      if (collection === 'tasks') {
        const { positions, next } = selectTasks(index, query, { from, limit });
        if (positions.length === 0) return { results: nothing, next };
        const row = tasksWith(answerParts(query.fields)).get(JSON.stringify(positions));
        return { results: resultsRow.parse(row).results ?? nothing, next };
      }
      const to = from + limit;
      const { results } = resultsRow.parse(items.get(collection, from, to));
      return { results: results ?? nothing, next: itemAt.get(collection, to) ? to : undefined };
    },
    *tasks() {
      const rows = database.prepare(
        `select id, ${jsonOf(answerParts(taskFields))} as json from task order by position`,
      );
      for (const row of rows.iterate()) yield taskRow.parse(row);
    },
    close: () => database.close(),
  };
}

const nothing = new Uint8Array();

function taskIndexOf(database: DatabaseSync): TaskIndex {
  const { first, last, shift } = columnsRow.parse(database.prepare('select * from task_columns').get());
  const positions = database.prepare('select positions from reference where filter = ? and id = ?');
  return {
    first: new Int32Array(aligned(first)),
    last: new Int32Array(aligned(last)),
    shift,
    positionsOf(filter: IdFilter, id: string) {
      const row = positionsRow.parse(positions.get(filter, id));
      return row && new Uint32Array(aligned(row.positions));
    },
  };
}

/** A copy at an address where numbers of four bytes may lie. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** Statements by the parts that they read, the last used ones kept. */
function statements(database: DatabaseSync, sql: (parts: AnswerParts) => string) {
  const prepared = new Map<string, StatementSync>();
  return (parts: AnswerParts): StatementSync => {
    const name = [...parts.parts, ...parts.relations].join();
    const statement = prepared.get(name) ?? database.prepare(sql(parts));
    prepared.delete(name);
    prepared.set(name, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > maxStatements && oldest !== undefined) prepared.delete(oldest);
    return statement;
  };
}
