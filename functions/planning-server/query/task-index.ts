/** What tasks are selected by, for all tasks of a version: position n is the task with the nth id, from 0. */
import { type IdFilter, idFilters } from '../../planning/contract/tasks-query.ts';
import type { PreparedTask } from './prepare-tasks.ts';
import type { TaskBlocks, TaskColumns } from './task-columns.ts';

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
        const known = byId.get(id);
        if (known) known.push(position);
        else byId.set(id, [position]);
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
