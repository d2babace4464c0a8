import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import {
  type IdFilterName,
  idFilterNames,
  type TasksQuery,
  taskFields,
} from '#planning/contract/tasks-query.ts';
import { databaseFormatVersion, dateAsInteger, taskJsonSqlExpression } from './database.ts';
import { type ItemPage, type PageRequest, StoredDataError } from './version.ts';

/** Kibibytes that SQLite caches; the operating system caches the rest. */
const cacheKibibytes = 256;
/** Bytes of the file that are memory-mapped, so that pages are read without system calls; most files are smaller. */
const mappedBytes = 256 * 1024 * 1024;

const taskRow = z.object({ id: z.string(), json: z.string() });
const bodyRow = z.object({ body: z.instanceof(Uint8Array<ArrayBuffer>) });

export type StoredTask = z.infer<typeof taskRow>;

export type OpenedDatabase = {
  readonly page: (request: PageRequest) => ItemPage;
  /** In order of id, with all their fields. */
  readonly tasks: () => Iterable<StoredTask>;
  readonly close: () => void;
};

/**
 * @param source name of the file in errors
 * @throws StoredDataError for a file that is not a version's database, or has the format of another release
 */
export function openDatabase(path: string, source: string): OpenedDatabase {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec(`pragma cache_size = -${cacheKibibytes}; pragma mmap_size = ${mappedBytes}`);
    const format = database.prepare('pragma user_version').get()?.['user_version'];
    if (format === databaseFormatVersion) return queriesOf(database);
    const problem = `its format is ${format}, and this release reads format ${databaseFormatVersion}`;
    throw new StoredDataError(source, problem);
  } catch (cause) {
    database.close();
    if (cause instanceof StoredDataError) throw cause;
    throw new StoredDataError(source, 'it is not a database of a version', { cause });
  }
}

function queriesOf(database: DatabaseSync): OpenedDatabase {
  const itemAt = database.prepare('select 1 from item where collection = ? and position = ?');
  return {
    page({ collection, query, from, limit }) {
      if (collection === 'tasks') {
        const positions = positionsOf(database, query, { from, count: limit + 1 });
        const wanted = JSON.stringify(positions.slice(0, limit));
        const rows = `select ${taskJsonSqlExpression(query.fields)} as json from task_json
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
      const rows = `select id, ${taskJsonSqlExpression(taskFields)} as json from task_json order by position`;
      for (const row of database.prepare(rows).iterate()) yield taskRow.parse(row);
    },
    close: () => database.close(),
  };
}

function bodyFrom(
  database: DatabaseSync,
  rows: string,
  values: readonly (string | number)[],
): ItemPage['body'] {
  return (before, after) => {
    const statement = database.prepare(
      `select cast(concat(?, group_concat(json, ','), ?) as blob) as body from (${rows})`,
    );
    return bodyRow.parse(statement.get(before, after, ...values)).body;
  };
}

/**
 * Positions of the first matching tasks, in order of id. Values of one parameter are alternatives, different parameters
 * all apply. Open point of the contract: start and finish select the tasks that overlap the range, both ends included.
 */
function positionsOf(
  database: DatabaseSync,
  query: TasksQuery,
  { from, count }: { readonly from: number; readonly count: number },
): readonly number[] {
  const conditions: [string, ...(string | number)[]][] = [['position >= ?', from]];
  if (query.shift !== undefined) conditions.push(['shift = ?', query.shift]);
  if (query.start !== undefined) conditions.push(['last_day >= ?', dateAsInteger(query.start)]);
  if (query.finish !== undefined) conditions.push(['first_day <= ?', dateAsInteger(query.finish)]);
  const isReferred = (filter: IdFilterName, id: string) =>
    database.prepare('select 1 from reference where filter = ? and id = ?').get(filter, id) !== undefined;
  for (const filter of idFilterNames) {
    // A comma inside an id is sent as `%2C`, and a comma between ids unencoded, but many clients encode both. So an id
    // with a comma that no task refers to is read as several ids.
    const ids = query[filter]?.flatMap((id) =>
      id.includes(',') && !isReferred(filter, id) ? id.split(',').map((part) => part.trim()) : [id],
    );
    if (ids === undefined) continue;
    const either = `filter = ? and id in (${ids.map(() => '?').join(', ')})`;
    conditions.push([`position in (select position from reference where ${either})`, filter, ...ids]);
  }
  const where = conditions.map(([condition]) => condition).join(' and ');
  const statement = database.prepare(`select position from task where ${where} order by position limit ?`);
  return statement
    .all(...conditions.flatMap(([, ...values]) => values), count)
    .map(({ position }) => Number(position));
}
