import * as z from 'zod/mini';
import { parseJson } from '../base/parse-json.ts';

/** Ids of tasks, by what became of them since the version before. */
export type TaskChanges = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Start or finish differ. */
  readonly moved: readonly string[];
  /** Anything else differs. */
  readonly changed: readonly string[];
};

const datesSchema = z.object({ start: z.optional(z.string()), finish: z.optional(z.string()) });

/** Compares tasks by id. @param before, after the JSON of each task by its id */
export function compareTasks(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): TaskChanges {
  const kept = [...after].flatMap(([id, json]) => {
    const old = before.get(id);
    return old === undefined || old === json ? [] : [{ id, moved: datesOf(old) !== datesOf(json) }];
  });
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    moved: kept.filter(({ moved }) => moved).map(({ id }) => id),
    changed: kept.filter(({ moved }) => !moved).map(({ id }) => id),
  };
}

function datesOf(json: string): string {
  const { start = '', finish = '' } = datesSchema.parse(parseJson(json));
  return `${start} ${finish}`;
}
