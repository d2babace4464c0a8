/** The dates and shifts of all tasks of a version, and what those of each block have in common. */
import { shifts } from '../../planning/contract/tasks-query.ts';

/** One number a task, in order of id; see `PreparedTask`. */
export type TaskColumns = {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly shift: Uint8Array;
};

/** `2026-11-23` as 20261123, which compares faster than text and takes four bytes. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** A number for each shift that a query can name; 0 for any other word and for none. */
export function shiftNumber(shift: string | undefined): number {
  const words: readonly (string | undefined)[] = shifts;
  return words.indexOf(shift) + 1;
}

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
