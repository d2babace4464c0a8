import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Collection } from '../../planning/contract/resources.ts';
import { prepareList } from '../query/prepare-items.ts';
import { type PreparedTask, prepareTasks } from '../query/prepare-tasks.ts';
import { columnsOf, referencesIn } from '../query/task-index.ts';
import { textColumns } from '../query/task-text.ts';
import type { ProjectData, StoredProblem } from '../stores/store.ts';
import { databaseSchema } from './database.ts';

/** Rows that are written before other work gets its turn: about ten milliseconds. */
const rowsInTurn = 250;

export type WrittenDatabase = {
  readonly counts: Readonly<Record<Collection, number>>;
  readonly problems: readonly StoredProblem[];
};

/**
 * Writes a project to a new SQLite file. Items that do not fit the contract are left out and listed. Other work of the
 * process gets its turn all the while.
 */
export async function writeDatabase(path: string, data: ProjectData): Promise<WrittenDatabase> {
  const { region, projectId, name, timeZone, collections } = data;
  const problems: StoredProblem[] = [];
  const sourceOf = (collection: Collection) => `${region}/${projectId}/${collection}`;
  const database = new DatabaseSync(path);
  try {
    database.exec(databaseSchema);
    database.exec('begin');
    database.prepare('insert into project values (?, ?)').run(name, timeZone);
    const insertItem = database.prepare('insert into item values (?, ?, ?)');
    const writeList = async (collection: Exclude<Collection, 'tasks'>) => {
      const source = sourceOf(collection);
      const { prepared, problems: found } = await prepareList(collections[collection], collection, source);
      problems.push(...found);
      await inTurns(prepared, ({ json }, position) => insertItem.run(collection, position, json));
      return prepared.length;
    };
    const counts = {
      users: await writeList('users'),
      subcontractors: await writeList('subcontractors'),
      folders: await writeList('folders'),
      packages: await writeList('packages'),
      calendars: await writeList('calendars'),
      locations: await writeList('locations'),
    };
    const tasks = await prepareTasks(collections.tasks, timeZone, sourceOf('tasks'));
    problems.push(...tasks.problems);
    await writeTasks(database, tasks.prepared);
    database.exec('commit');
    return { counts: { ...counts, tasks: tasks.prepared.length }, problems };
  } finally {
    database.close();
  }
}

async function writeTasks(database: DatabaseSync, tasks: readonly PreparedTask[]): Promise<void> {
  const places = ['position', 'id', ...textColumns].map(() => '?').join(', ');
  const insertTask = database.prepare(`insert into task values (${places})`);
  await inTurns(tasks, ({ id, text }, position) =>
    insertTask.run(position, id, ...textColumns.map((part) => text[part] ?? null)),
  );
  const { first, last, shift } = columnsOf(tasks);
  database.prepare('insert into task_columns values (?, ?, ?)').run(bytesOf(first), bytesOf(last), shift);
  const insertReference = database.prepare('insert into reference values (?, ?, ?)');
  for (const [filter, byId] of referencesIn(tasks)) {
    await inTurns([...byId], ([id, positions]) => insertReference.run(filter, id, bytesOf(positions)));
  }
}

async function inTurns<Row>(
  rows: readonly Row[],
  write: (row: Row, position: number) => void,
): Promise<void> {
  for (const [position, row] of rows.entries()) {
    if (position % rowsInTurn === rowsInTurn - 1) await nextTurn();
    write(row, position);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
