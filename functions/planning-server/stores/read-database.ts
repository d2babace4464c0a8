import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { type TaskField, taskFields } from '../../planning/contract/tasks-query.ts';
import { databaseFormat } from './database.ts';
import { taskSelector } from './select-tasks.ts';
import type { Page, PageRequest } from './store.ts';
import { columnsOf } from './task-json.ts';

/** Kibibytes of the file that SQLite keeps in memory; the operating system has the rest. */
const cacheSize = 256;
/** Bytes of the file that are read without a call of the operating system for each page: all of most files. */
const mappedSize = 256 * 1024 * 1024;

/** A database of another release, or no database of a version at all. */
export class ForeignFormat extends Error {
  override readonly name = 'ForeignFormat';

  constructor(found: unknown) {
    super(`its format is ${found}, and this release reads format ${databaseFormat}`);
  }
}

/** The file of a version, open for reading. */
export type OpenDatabase = {
  readonly page: (request: PageRequest) => Page;
  /** Each task's id and its JSON with every field, in order of id. */
  readonly tasks: () => Iterable<{ readonly id: string; readonly json: string }>;
  readonly close: () => void;
};

const taskRow = z.object({ id: z.string(), json: z.string() });
const bodyRow = z.object({ body: z.instanceof(Uint8Array<ArrayBuffer>) });

/** @throws ForeignFormat for a database that another release wrote, and the error of SQLite for any other file */
export function openDatabase(path: string): OpenDatabase {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec(`pragma cache_size = -${cacheSize}; pragma mmap_size = ${mappedSize}`);
    const format = database.prepare('pragma user_version').get()?.['user_version'];
    if (format !== databaseFormat) throw new ForeignFormat(format);
    return readerOf(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Reads a database that `fillDatabase` has filled. */
export function readerOf(database: DatabaseSync): OpenDatabase {
  const select = taskSelector(database);
  const itemAt = database.prepare('select 1 from item where collection = ? and position = ?');
  return {
    page({ collection, query, from, limit }) {
      if (collection === 'tasks') {
        const positions = select(query, { from, count: limit + 1 });
        const wanted = JSON.stringify(positions.slice(0, limit));
        const rows = `select ${taskJsonOf(query.fields)} as json from task_json
          where position in (select value from json_each(?)) order by position`;
        return { next: positions[limit], body: bodyFrom(database, rows, [wanted]) };
      }
      const to = from + limit;
      const rows =
        'select json from item where collection = ? and position >= ? and position < ? order by position';
      return {
        next: itemAt.get(collection, to) ? to : undefined,
        body: bodyFrom(database, rows, [collection, from, to]),
      };
    },
    *tasks() {
      const all = database.prepare(
        `select id, ${taskJsonOf(taskFields)} as json from task_json order by position`,
      );
      for (const row of all.iterate()) yield taskRow.parse(row);
    },
    close: () => database.close(),
  };
}

function taskJsonOf(fields: readonly TaskField[] | undefined): string {
  return `concat(${['base', ...columnsOf(fields)].join(', ')}, '}')`;
}

/** @param rows a query of `json` */
function bodyFrom(database: DatabaseSync, rows: string, values: readonly (string | number)[]): Page['body'] {
  return (before, after) => {
    const statement = database.prepare(
      `select cast(concat(?, group_concat(json, ','), ?) as blob) as body from (${rows})`,
    );
    return bodyRow.parse(statement.get(before, after, ...values)).body;
  };
}
