import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getOrInsert } from '#base/get-or-insert.ts';
import { collections } from '#planning/contract/resources.ts';
import { idFilters } from '#planning/contract/tasks-query.ts';
import { databaseSchema } from './database.ts';
import { inOrderOfIds, taskPreparer } from './prepare-items.ts';
import { jsonColumns } from './task-json.ts';
import type { ProjectData } from './version.ts';

/** Fills an empty database with items that fit the contract. Other work of the process gets its turn in between. */
export async function fillDatabase(
  database: DatabaseSync,
  { timeZone, collections: lists }: ProjectData,
): Promise<void> {
  database.exec(databaseSchema);
  database.exec('begin');
  const insertItem = database.prepare('insert into item values (?, ?, ?)');
  for (const collection of collections) {
    if (collection === 'tasks') continue;
    for await (const [position, item] of inOrderOfIds(lists[collection])) {
      insertItem.run(collection, position, JSON.stringify(item));
    }
  }
  const insertTask = database.prepare('insert into task values (?, ?, ?, ?)');
  const insertJson = database.prepare(
    `insert into task_json values (?, ?, ${jsonColumns.map(() => '?').join(', ')})`,
  );
  const references = new Map(idFilters.map((filter) => [filter, new Map<string, number[]>()]));
  const prepared = taskPreparer(timeZone);
  for await (const [position, item] of inOrderOfIds(lists.tasks)) {
    const { id, first, last, shift, idsOf, json } = prepared(item);
    insertTask.run(position, first, last, shift);
    insertJson.run(position, id, ...json);
    for (const [filter, positions] of references) {
      for (const referred of idsOf(filter)) getOrInsert(positions, referred, () => []).push(position);
    }
  }
  // In the order of the table, which is faster than task by task.
  const insertReferences = database.prepare('insert into reference select ?, ?, value from json_each(?)');
  for (const [filter, positions] of references) {
    for (const id of [...positions.keys()].sort()) {
      await nextTurn();
      insertReferences.run(filter, id, JSON.stringify(positions.get(id)));
    }
  }
  database.exec('commit');
}
