/**
 * How tasks hang together. Open points of the contract: of relations only `predecessor` is seen, of types only
 * `start-start`, and the unit of lag is not shown. Read are the four usual types, `successor`, and lag as signed
 * working days; no type is finish-start, as in any planning tool; other words keep their text.
 */

import { oneLine } from '../../base/one-line.ts';
import type { Task } from '../../planning/contract/resources.ts';
import { firstShown, wordKey } from '../text/clean-text.ts';
import { compareText } from '../text/natural-order.ts';
import { relationCode } from '../text/wording.ts';
import type { Relation } from './planned-task.ts';
import type { ReadPull, ReadTask } from './read-task.ts';

type RelatedTask = NonNullable<Task['relatedTasks']>[number];

const typeCodes: ReadonlyMap<string, string> = new Map([
  ['startstart', 'SS'],
  ['starttostart', 'SS'],
  ['ss', 'SS'],
  ['finishstart', 'FS'],
  ['finishtostart', 'FS'],
  ['fs', 'FS'],
  ['finishfinish', 'FF'],
  ['finishtofinish', 'FF'],
  ['ff', 'FF'],
  ['startfinish', 'SF'],
  ['starttofinish', 'SF'],
  ['sf', 'SF'],
  ['', 'FS'],
]);

function typeOf(item: RelatedTask): string {
  return typeCodes.get(wordKey(item.type)) ?? oneLine(item.type);
}

const directions: ReadonlyMap<string, Relation['direction']> = new Map<string, Relation['direction']>([
  ['predecessor', 'predecessor'],
  ['predecessors', 'predecessor'],
  ['successor', 'successor'],
  ['successors', 'successor'],
]);

function directionOf(item: RelatedTask): Relation['direction'] {
  return directions.get(wordKey(item.relation)) ?? 'other';
}

/** Predecessors that only the other task tells of, as its successor: by the successor's id. */
export type ToldByOthers = ReadonlyMap<
  string,
  readonly { readonly from: ReadTask; readonly item: RelatedTask }[]
>;

export function successorsTold(pull: ReadPull): ToldByOthers {
  const told = new Map<string, { readonly from: ReadTask; readonly item: RelatedTask }[]>();
  for (const from of pull.tasks) {
    for (const item of from.source.relatedTasks ?? []) {
      if (item.id === undefined || item.id === from.id || directionOf(item) !== 'successor') continue;
      const list = told.get(item.id);
      if (list === undefined) told.set(item.id, [{ from, item }]);
      else list.push({ from, item });
    }
  }
  for (const list of told.values())
    if (list.length > 1) list.sort((a, b) => compareText(a.from.refKey, b.from.refKey));
  return told;
}

function relation(other: {
  readonly id: string;
  readonly pulled: ReadTask | undefined;
  readonly item: RelatedTask;
  readonly direction: Relation['direction'];
}): Relation {
  const { id, pulled, item, direction } = other;
  const name = firstShown(pulled?.source.name, pulled === undefined ? item.name : undefined) || undefined;
  const label = pulled?.ref ?? (firstShown(name, id) || '(no name)');
  const type = typeOf(item);
  const lag = item.lag ?? 0;
  return { id, label, name, direction, type, lag, text: `${label} ${relationCode(type, lag)}` };
}

/**
 * A task's relations: its own, then predecessors that only the other task tells of. One of each direction, type
 * and other task; where both tell of it the task's own word, with its lag, holds.
 */
export function relationsOf(read: ReadTask, pull: ReadPull, told: ToldByOthers): readonly Relation[] {
  const own = read.source.relatedTasks ?? [];
  const fromOthers = told.get(read.id) ?? [];
  if (own.length === 0 && fromOthers.length === 0) return [];
  const relations = new Map<string, Relation>();
  const add = (one: Relation) => {
    const key = `${one.direction} ${one.type} ${one.id}`;
    if (!relations.has(key)) relations.set(key, one);
  };
  for (const item of own) {
    const id = item.id ?? '';
    if (id === read.id) continue;
    add(relation({ id, pulled: pull.byId.get(id), item, direction: directionOf(item) }));
  }
  for (const { from, item } of fromOthers) {
    add(relation({ id: from.id, pulled: from, item, direction: 'predecessor' }));
  }
  return [...relations.values()];
}

/** Those of a task's relations that it comes after. */
export function predecessorsIn(relations: readonly Relation[]): readonly Relation[] {
  return relations.filter((each) => each.direction === 'predecessor');
}
