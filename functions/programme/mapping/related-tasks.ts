import type { Activity, Link } from '../programme.ts';
import { rounded } from './task-resources.ts';

export type RelatedTask = {
  readonly id: string;
  readonly name?: string;
  /** Working days, signed. */
  readonly lag: number;
  readonly relation: 'predecessor' | 'successor';
  readonly type: Link['type'];
};

type Known = { readonly id: string; readonly activity: Activity };

/**
 * Both sides of every link between two tasks, by the key of the activity. Links of activities that are no tasks are
 * left out.
 * @param hoursPerDay of the activity's calendar: a lag counts in the days of its predecessor
 */
export function relatedTasks(
  tasks: readonly Known[],
  hoursPerDay: (activity: Activity) => number,
): ReadonlyMap<string, readonly RelatedTask[]> {
  const byKey = new Map(tasks.map((task) => [task.activity.key, task]));
  const found = new Map<string, RelatedTask[]>(tasks.map(({ activity }) => [activity.key, []]));
  for (const successor of tasks) {
    for (const { predecessorKey, type, lagHours } of successor.activity.predecessors) {
      const predecessor = byKey.get(predecessorKey);
      if (predecessor === undefined) continue;
      const lag = rounded(lagHours / hoursPerDay(predecessor.activity));
      found.get(successor.activity.key)?.push(related(predecessor, { lag, relation: 'predecessor', type }));
      found.get(predecessorKey)?.push(related(successor, { lag, relation: 'successor', type }));
    }
  }
  return found;
}

function related({ id, activity }: Known, link: Pick<RelatedTask, 'lag' | 'relation' | 'type'>): RelatedTask {
  return { id, ...(activity.name === undefined ? {} : { name: activity.name }), ...link };
}
