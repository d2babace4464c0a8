/** The index by which tasks of a version are selected: position n is the task with the nth id, from 0. */
import { getOrInsert } from '../../base/get-or-insert.ts';
import { type IdFilter, idFilters } from '../../planning/contract/tasks-query.ts';
import type { PreparedTask } from './prepare-items.ts';

export type TaskIndex = TaskColumns & {
  readonly blocks: TaskBlocks;
  /** The positions of the tasks that refer to the id, ascending; undefined for an id that none refers to. */
  readonly positionsOf: (filter: IdFilter, id: string) => Uint32Array | undefined;
};

/** The columns and references of tasks that are added one after the other, in order of id. */
export class TaskIndexBuilder {
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  readonly #shift: number[] = [];
  readonly #positions = new Map<IdFilter, Map<string, number[]>>(
    idFilters.map((filter) => [filter, new Map()]),
  );

  /** How many were added. */
  get tasks(): number {
    return this.#first.length;
  }

  add({ first, last, shift, references }: PreparedTask): void {
    const position = this.#first.push(first) - 1;
    this.#last.push(last);
    this.#shift.push(shift);
    for (const [filter, byId] of this.#positions) {
      for (const id of references[filter]) {
        getOrInsert(byId, id, () => []).push(position);
      }
    }
  }

  columns(): TaskColumns {
    return {
      first: Int32Array.from(this.#first),
      last: Int32Array.from(this.#last),
      shift: Uint8Array.from(this.#shift),
    };
  }

  /** The positions of the tasks that refer to each id, by filter. */
  references(): ReadonlyMap<IdFilter, ReadonlyMap<string, Uint32Array>> {
    return new Map(
      Array.from(this.#positions, ([filter, byId]) => [
        filter,
        new Map(Array.from(byId, ([id, list]) => [id, Uint32Array.from(list)])),
      ]),
    );
  }
}

/** One number a task, in order of id; see `PreparedTask`. */
export type TaskColumns = {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly shift: Uint8Array;
};

/** Tasks, from a position that is a multiple of it. Of smaller blocks a query passes over more, and there are more. */
export const blockSize = 16;

/**
 * One number a block. Tasks whose ids are near are mostly planned for the same weeks, so a query passes over most blocks
 * without a look at their tasks.
 */
export type TaskBlocks = {
  /** The earliest first date and the latest last date, as numbers. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** A bit for each number of a shift. */
  readonly shifts: Uint8Array;
};

export function taskBlocks({ first, last, shift }: TaskColumns): TaskBlocks {
  const count = Math.ceil(first.length / blockSize);
  const blocks = {
    first: new Int32Array(count),
    last: new Int32Array(count),
    shifts: new Uint8Array(count),
  };
  for (let block = 0; block < count; block++) {
    const begin = block * blockSize;
    const end = begin + blockSize;
    blocks.first[block] = first.subarray(begin, end).reduce((one, other) => Math.min(one, other));
    blocks.last[block] = last.subarray(begin, end).reduce((one, other) => Math.max(one, other));
    blocks.shifts[block] = shift.subarray(begin, end).reduce((bits, each) => bits | (1 << each), 0);
  }
  return blocks;
}
