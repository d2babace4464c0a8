import type { PlannedTask } from '../tasks/planned-task.ts';

const undated = Number.MAX_SAFE_INTEGER;

/** The key tasks of a plan as they come up: by start, those without dates last; on one day as on the sheets. */
export function keyTasksOf({ tasks }: { readonly tasks: readonly PlannedTask[] }): readonly PlannedTask[] {
  const startOf = ({ dates }: PlannedTask) => dates?.start ?? undated;
  return tasks.filter(({ key }) => key).sort((left, right) => startOf(left) - startOf(right));
}
