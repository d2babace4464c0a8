import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Collection } from '../../planning/contract/resources.ts';
import { type PreparedTask, prepareList, prepareTasks } from '../query/prepare-items.ts';
import { TaskIndexBuilder } from '../query/task-index.ts';
import type { ProjectData, StoredProblem } from '../stores/store.ts';
import { databaseSchema, SharedTextsBuilder, taskRow } from './database.ts';

/** Rows that are written before other work gets its turn: about ten milliseconds. */
const rowsInTurn = 250;

export type WrittenDatabase = {
  readonly counts: Readonly<Record<Collection, number>>;
  readonly problems: readonly StoredProblem[];
};

/** Writes a project to a new SQLite file, as `fillDatabase`. */
export async function writeDatabase(path: string, data: ProjectData): Promise<WrittenDatabase> {
  const database = new DatabaseSync(path);
  try {
    return await fillDatabase(database, data);
  } finally {
    database.close();
  }
}

/**
 * Writes a project to an empty database. Items that do not fit the contract are left out and listed. Other work of the
 * process gets its turn all the while.
 */
export async function fillDatabase(database: DatabaseSync, data: ProjectData): Promise<WrittenDatabase> {
  const { region, projectId, name, timeZone, collections } = data;
  const problems: StoredProblem[] = [];
  const sourceOf = (collection: Collection) => `${region}/${projectId}/${collection}`;
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
  const index = new TaskIndexBuilder();
  const shared = new SharedTextsBuilder();
  const insertTask = database.prepare('insert into task values (?, ?, ?)');
  const visit = (task: PreparedTask, position: number) => {
    insertTask.run(position, task.id, taskRow(task.text, shared));
    index.add(task);
  };
  problems.push(...(await prepareTasks(collections.tasks, { timeZone, source: sourceOf('tasks'), visit })));
  const { texts, ends } = shared.built();
  database.prepare('insert into shared_text values (?, ?)').run(texts, bytesOf(ends));
  await writeIndex(database, index);
  database.exec('commit');
  return { counts: { ...counts, tasks: index.tasks }, problems };
}

async function writeIndex(database: DatabaseSync, index: TaskIndexBuilder): Promise<void> {
  const { first, last, shift } = index.columns();
  database.prepare('insert into task_columns values (?, ?, ?)').run(bytesOf(first), bytesOf(last), shift);
  const insertReference = database.prepare('insert into reference values (?, ?, ?)');
  for (const [filter, byId] of index.references()) {
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
