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
  const start = query.start === undefined ? 0 : dateNumber(query.start);
  const finish = query.finish === undefined ? Number.MAX_SAFE_INTEGER : dateNumber(query.finish);
  const anyShift = query.shift === undefined;
  const wantedShift = shiftNumber(query.shift);
  const lists = idFilters.flatMap((filter) => {
    const ids = query[filter];
    return ids ? [tasksReferringTo(index, filter, ids)] : [];
  });
  const positions: number[] = [];
  for (let at = from; at < first.length; at++) {
    // The commonest reasons to pass a task over come first: this runs for each of 50,000 tasks.
    if ((last[at] ?? 0) < start || (first[at] ?? 0) > finish) continue;
    if (!anyShift && shift[at] !== wantedShift) continue;
    if (lists.length > 0 && !isInAll(lists, at)) continue;
    if (positions.length === limit) return { positions, next: at };
    positions.push(at);
  }
  return { positions, next: undefined };
}

function isInAll(lists: readonly Uint8Array[], position: number): boolean {
  for (const list of lists) if (list[position] === 0) return false;
  return true;
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
