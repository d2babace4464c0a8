import { type IdFilter, idFilters, type TasksQuery } from '../../planning/contract/tasks-query.ts';
import type { PageRequest } from '../stores/store.ts';
import { dateNumber, shiftNumber } from './prepare-tasks.ts';
import type { TaskIndex } from './task-index.ts';

type Selected = { readonly positions: readonly number[]; readonly next: number | undefined };

/**
 * The next `limit` tasks that match the query. Values of one parameter are alternatives, different parameters all
 * apply. Open point: start and finish select the tasks that overlap the range, both ends included.
 */
export function selectTasks(
  index: TaskIndex,
  query: TasksQuery,
  { from, limit }: Pick<PageRequest, 'from' | 'limit'>,
): Selected {
  const { first, last, shift } = index;
  const start = query.start === undefined ? undefined : dateNumber(query.start);
  const finish = query.finish === undefined ? undefined : dateNumber(query.finish);
  const wanted = query.shift && shiftNumber(query.shift);
  const referring = idFilters.flatMap((filter) => {
    const ids = query[filter];
    return ids ? [tasksReferringTo(index, filter, ids)] : [];
  });
  const positions: number[] = [];
  for (let at = from; at < first.length; at++) {
    if (start !== undefined && (last[at] ?? 0) < start) continue;
    if (finish !== undefined && (first[at] ?? 0) > finish) continue;
    if (wanted !== undefined && shift[at] !== wanted) continue;
    if (!referring.every((tasks) => tasks[at] === 1)) continue;
    if (positions.length === limit) return { positions, next: at };
    positions.push(at);
  }
  return { positions, next: undefined };
}

/** 1 at the position of each task that refers to one of the ids. */
function tasksReferringTo(index: TaskIndex, filter: IdFilter, ids: readonly string[]): Uint8Array {
  const referring = new Uint8Array(index.first.length);
  for (const id of ids) {
    for (const one of alternatives(id, (each) => index.positionsOf(filter, each))) {
      for (const position of one) referring[position] = 1;
    }
  }
  return referring;
}

/**
 * A comma inside an id is sent as `%2C`, between ids as it is. Many clients encode both. An id with a comma that no
 * task refers to is therefore read as several ids.
 */
function alternatives(
  id: string,
  positionsOf: (id: string) => Uint32Array | undefined,
): readonly Uint32Array[] {
  const whole = positionsOf(id);
  if (whole) return [whole];
  return id.includes(',') ? id.split(',').flatMap((part) => positionsOf(part.trim()) ?? []) : [];
}
