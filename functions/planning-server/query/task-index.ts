/** What tasks are selected by, for all tasks of a version: position n is the task with the nth id, from 0. */
import { type IdFilter, idFilters } from '../../planning/contract/tasks-query.ts';
import type { PreparedTask } from './prepare-tasks.ts';

/** One number a task; see `PreparedTask`. */
export type TaskColumns = {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly shift: Uint8Array;
};

export type TaskIndex = TaskColumns & {
  /** The positions of the tasks that refer to the id, ascending; undefined for an id that none refers to. */
  readonly positionsOf: (filter: IdFilter, id: string) => Uint32Array | undefined;
};

/** @param tasks in order of id */
export function columnsOf(tasks: readonly PreparedTask[]): TaskColumns {
  return {
    first: Int32Array.from(tasks, ({ first }) => first),
    last: Int32Array.from(tasks, ({ last }) => last),
    shift: Uint8Array.from(tasks, ({ shift }) => shift),
  };
}

/** The positions of the tasks that refer to each id, by filter. @param tasks in order of id */
export function referencesIn(
  tasks: readonly PreparedTask[],
): ReadonlyMap<IdFilter, ReadonlyMap<string, Uint32Array>> {
  return new Map(
    idFilters.map((filter) => {
      const positions = new Map<string, number[]>();
      for (const [position, { references }] of tasks.entries()) {
        for (const id of references[filter]) {
          const known = positions.get(id);
          if (known) known.push(position);
          else positions.set(id, [position]);
        }
      }
      return [filter, new Map(Array.from(positions, ([id, list]) => [id, Uint32Array.from(list)]))] as const;
    }),
  );
}
