import { idFilters, type TasksQuery } from '../../planning/contract/tasks-query.ts';
import type { PageRequest } from '../stores/store.ts';
import { dateNumber, shiftNumber } from './prepare-items.ts';
import { blockSize, type TaskIndex } from './task-index.ts';

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
  const positions: number[] = [];
  /** @returns whether the task is one too many */
  const take = (at: number): boolean => {
    if ((last[at] ?? 0) < start || (first[at] ?? 0) > finish) return false;
    if (!anyShift && shift[at] !== wantedShift) return false;
    if (positions.length === limit) return true;
    positions.push(at);
    return false;
  };
  const referring = tasksReferringTo(index, query);
  if (referring) {
    for (let turn = placeOf(from, referring); turn < referring.length; turn++) {
      const at = referring[turn] ?? 0;
      if (take(at)) return { positions, next: at };
    }
    return { positions, next: undefined };
  }
  const { blocks } = index;
  for (let block = Math.floor(from / blockSize); block < blocks.first.length; block++) {
    if ((blocks.last[block] ?? 0) < start || (blocks.first[block] ?? 0) > finish) continue;
    if (!anyShift && ((blocks.shifts[block] ?? 0) & (1 << wantedShift)) === 0) continue;
    const end = Math.min((block + 1) * blockSize, first.length);
    for (let at = Math.max(from, block * blockSize); at < end; at++) {
      if (take(at)) return { positions, next: at };
    }
  }
  return { positions, next: undefined };
}

/** The tasks that refer to one of the ids of every filter, ascending; undefined without such a filter. */
function tasksReferringTo(index: TaskIndex, query: TasksQuery): Uint32Array | undefined {
  let common: Uint32Array | undefined;
  for (const filter of idFilters) {
    const ids = query[filter];
    if (ids === undefined) continue;
    const lists = ids.flatMap((id) => alternatives(id, (each) => index.positionsOf(filter, each)));
    const [only = new Uint32Array(), ...more] = lists;
    const either = more.length === 0 ? only : union(lists);
    common = common ? intersection(common, either) : either;
  }
  return common;
}

/** The positions in any of the lists, ascending and each once. */
function union(lists: readonly Uint32Array[]): Uint32Array {
  return Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}

function intersection(one: Uint32Array, other: Uint32Array): Uint32Array {
  const members = new Set(other);
  return one.filter((position) => members.has(position));
}

/** Where in an ascending list the first position from `from` on is. */
function placeOf(from: number, positions: Uint32Array): number {
  const place = from === 0 ? 0 : positions.findIndex((position) => position >= from);
  return place === -1 ? positions.length : place;
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
