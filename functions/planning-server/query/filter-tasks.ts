import {
  baseProperties,
  fieldProperties,
  idFilters,
  type TaskField,
  type TasksQuery,
} from '../../planning/contract/tasks-query.ts';
import type { StoredItem } from '../stores/store.ts';
import type { IndexedTask } from './index-collection.ts';

/**
 * Whether a task matches the query. Values of one parameter are alternatives, different parameters all apply.
 * Open point: start and finish select the tasks that overlap the range, both ends included. A task without any
 * date could be on any day, so it is in every range.
 */
export function taskFilter(query: TasksQuery): (task: IndexedTask) => boolean {
  const { start, finish, shift } = query;
  const lists = idFilters.flatMap((filter) => {
    const ids = query[filter];
    return ids ? [{ filter, ids: new Set(ids) }] : [];
  });
  return (task) =>
    (start === undefined || task.last === undefined || task.last >= start) &&
    (finish === undefined || task.first === undefined || task.first <= finish) &&
    (shift === undefined || task.shift === shift) &&
    lists.every(({ filter, ids }) => task.references[filter].some((id) => ids.has(id)));
}

/** Reduces a task to the base properties and those of the fields asked for. What is not stored is not answered. */
export function withFields(fields: readonly TaskField[] = []): (task: IndexedTask) => StoredItem {
  const properties: readonly string[] = [
    ...baseProperties,
    ...new Set(fields.map((field) => fieldProperties[field])),
  ];
  const relation = requestedRelation(fields);
  return ({ item }) => {
    const answer: Record<string, unknown> = {};
    for (const property of properties) {
      const value = item[property];
      if (value === undefined) continue;
      answer[property] = property === 'relatedTasks' && relation ? onlyRelation(value, relation) : value;
    }
    return answer;
  };
}

/** The one relation asked for; undefined for both, and then relations of any name are answered. */
function requestedRelation(fields: readonly TaskField[]): string | undefined {
  const predecessors = fields.includes('predecessors');
  const successors = fields.includes('successors');
  if (predecessors === successors) return undefined;
  return predecessors ? 'predecessor' : 'successor';
}

function onlyRelation(related: unknown, relation: string): unknown {
  if (!Array.isArray(related)) return related;
  return related.filter((each) => String(each?.relation).trim().toLowerCase() === relation);
}
