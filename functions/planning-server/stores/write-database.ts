import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getOrInsert } from '../../base/get-or-insert.ts';
import { type Collection, collections } from '../../planning/contract/resources.ts';
import { idFilters } from '../../planning/contract/tasks-query.ts';
import { databaseSchema } from './database.ts';
import { type PreparedTask, prepareList, prepareTasks } from './prepare-items.ts';
import { type ProjectData, perCollection, type StoredProblem } from './store.ts';
import { jsonColumns } from './task-json.ts';

/**
 * Fills an empty database. Items that do not fit the contract are left out and listed. Other work of the process gets
 * its turn in between.
 */
export async function fillDatabase(database: DatabaseSync, data: ProjectData) {
  const { region, projectId, timeZone } = data;
  const problems: StoredProblem[] = [];
  const sourceOf = (collection: Collection) => `${region}/${projectId}/${collection}`;
  database.exec(databaseSchema);
  database.exec('begin');
  const counts = { ...perCollection(() => 0) };
  const insertItem = database.prepare('insert into item values (?, ?, ?)');
  for (const collection of collections) {
    if (collection === 'tasks') continue;
    const visit = (json: string, position: number) => {
      insertItem.run(collection, position, json);
      counts[collection] += 1;
    };
    const source = sourceOf(collection);
    problems.push(...(await prepareList(data.collections[collection], collection, { source, visit })));
  }
  const insertTask = database.prepare('insert into task values (?, ?, ?, ?)');
  const insertJson = database.prepare(
    `insert into task_json values (?, ?, ${jsonColumns.map(() => '?').join(', ')})`,
  );
  const references = new Map(idFilters.map((filter) => [filter, new Map<string, number[]>()]));
  const visit = (task: PreparedTask, position: number) => {
    insertTask.run(position, task.first, task.last, task.shift);
    insertJson.run(position, task.id, ...task.json);
    for (const [filter, positions] of references) {
      for (const id of task.idsOf(filter)) getOrInsert(positions, id, () => []).push(position);
    }
    counts.tasks += 1;
  };
  problems.push(
    ...(await prepareTasks(data.collections.tasks, { timeZone, source: sourceOf('tasks'), visit })),
  );
  // In the order of the table, which is faster than task by task.
  const insertReferences = database.prepare('insert into reference select ?, ?, value from json_each(?)');
  for (const [filter, positions] of references) {
    for (const id of [...positions.keys()].sort()) {
      await nextTurn();
      insertReferences.run(filter, id, JSON.stringify(positions.get(id)));
    }
  }
  database.exec('commit');
  return { counts, problems };
}
