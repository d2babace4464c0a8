import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Collection } from '../../planning/contract/resources.ts';
import { idFilters } from '../../planning/contract/tasks-query.ts';
import { databaseSchema } from './database.ts';
import { type PreparedTask, prepareList, prepareTasks } from './prepare-items.ts';
import type { ProjectData, StoredProblem } from './store.ts';
import { fieldColumns } from './task-json.ts';

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
  const { region, projectId, timeZone, collections } = data;
  const problems: StoredProblem[] = [];
  const sourceOf = (collection: Collection) => `${region}/${projectId}/${collection}`;
  database.exec(databaseSchema);
  database.exec('begin');
  const insertItem = database.prepare('insert into item values (?, ?, ?)');
  const writeList = async (collection: Exclude<Collection, 'tasks'>) => {
    const source = sourceOf(collection);
    const { prepared, problems: found } = await prepareList(collections[collection], collection, source);
    problems.push(...found);
    for (const [position, { json }] of prepared.entries()) {
      if (position % rowsInTurn === rowsInTurn - 1) await nextTurn();
      insertItem.run(collection, position, json);
    }
    return prepared.length;
  };
  const lists = {
    users: await writeList('users'),
    subcontractors: await writeList('subcontractors'),
    folders: await writeList('folders'),
    packages: await writeList('packages'),
    calendars: await writeList('calendars'),
    locations: await writeList('locations'),
  };
  let tasks = 0;
  const insertTask = database.prepare('insert into task values (?, ?, ?, ?)');
  const insertJson = database.prepare(
    `insert into task_json values (?, ?, ?, ${fieldColumns.map(() => '?').join(', ')})`,
  );
  const references = new Map(idFilters.map((filter) => [filter, new Map<string, number[]>()]));
  const visit = (task: PreparedTask, position: number) => {
    insertTask.run(position, task.first, task.last, task.shift);
    insertJson.run(position, task.id, task.json.base, ...fieldColumns.map((column) => task.json[column]));
    for (const [filter, positions] of references) {
      for (const id of task.references[filter]) getOrInsert(positions, id, () => []).push(position);
    }
    tasks += 1;
  };
  problems.push(...(await prepareTasks(collections.tasks, { timeZone, source: sourceOf('tasks'), visit })));
  // In the order of the table, which is faster than task by task.
  const insertReferences = database.prepare('insert into reference select ?, ?, value from json_each(?)');
  for (const [filter, positions] of references) {
    for (const id of [...positions.keys()].sort()) {
      await nextTurn();
      insertReferences.run(filter, id, JSON.stringify(positions.get(id)));
    }
  }
  database.exec('commit');
  return { counts: { ...lists, tasks }, problems };
}
