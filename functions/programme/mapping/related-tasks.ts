import type { Activity, Link } from '../programme.ts';
import { rounded } from './task-resources.ts';

export type RelatedTask = {
  readonly id: string;
  /** Left out of the JSON where it is undefined. */
  readonly name: string | undefined;
  /** Working days, signed. */
  readonly lag: number;
  readonly relation: 'predecessor' | 'successor';
  readonly type: Link['type'];
};

type Known = { readonly id: string; readonly name: string | undefined; readonly activity: Activity };

/**
 * Both sides of every link between two tasks, by the key of the activity. Links of activities that are no tasks are
 * left out.
 * @param hoursPerDay in which the lag between two activities counts
 */
export function relatedTasks(
  tasks: readonly Known[],
  hoursPerDay: (predecessor: Activity, successor: Activity) => number,
): ReadonlyMap<string, readonly RelatedTask[]> {
  const byKey = new Map(tasks.map((task) => [task.activity.key, task]));
  const found = new Map<string, RelatedTask[]>(tasks.map(({ activity }) => [activity.key, []]));
  for (const { id, name, activity } of tasks) {
    for (const { predecessorKey, type, lagHours } of activity.predecessors) {
      const predecessor = byKey.get(predecessorKey);
      if (predecessor === undefined) continue;
      const lag = rounded(lagHours / hoursPerDay(predecessor.activity, activity));
      found
        .get(activity.key)
        ?.push({ id: predecessor.id, name: predecessor.name, lag, relation: 'predecessor', type });
      found.get(predecessorKey)?.push({ id, name, lag, relation: 'successor', type });
    }
  }
  return found;
}
