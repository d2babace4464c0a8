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

/**
 * Compares tasks by id.
 * @param before the JSON of each task by its id
 * @param after the same, one after the other, so that they need not lie in memory together
 */
export function compareTasks(
  before: ReadonlyMap<string, string>,
  after: Iterable<readonly [id: string, json: string]>,
): TaskChanges {
  const added: string[] = [];
  const moved: string[] = [];
  const changed: string[] = [];
  const kept = new Set<string>();
  for (const [id, json] of after) {
    const old = before.get(id);
    kept.add(id);
    if (old === undefined) added.push(id);
    else if (old !== json) (datesOf(old) === datesOf(json) ? changed : moved).push(id);
  }
  return { added, removed: [...before.keys()].filter((id) => !kept.has(id)), moved, changed };
}

function datesOf(json: string): string {
  const { start = '', finish = '' } = datesSchema.parse(parseJson(json));
  return `${start} ${finish}`;
}
