import type { TaskId } from '../../planning/contract/resources.ts';
import type { Day } from '../dates/day.ts';
import type { FirstPlanned } from '../lookahead.ts';
import type { PlanInput } from '../plan-input.ts';
import { readPull } from '../tasks/read-task.ts';
import { compareText } from '../text/natural-order.ts';
import { selectTasks } from './selection.ts';

/**
 * The first planned dates as this issue hands them on. Dates already known stay while their task is pulled;
 * tasks that this lookahead is the first to show enter with their present dates, those without any once they
 * have some. In the order of ids, so that the same pull is written the same way.
 */
export function carryFirstPlanned(
  input: Pick<PlanInput, 'project' | 'pull' | 'window' | 'rules'> & {
    readonly earlier: FirstPlanned | undefined;
  },
): FirstPlanned {
  const pull = readPull(input.pull, input.project.timeZone);
  const entries = new Map<TaskId, { readonly start: Day | undefined; readonly finish: Day | undefined }>();
  for (const { id } of pull.tasks) {
    const known = input.earlier?.get(id);
    if (known?.start !== undefined || known?.finish !== undefined) entries.set(id, known);
  }
  for (const { read } of selectTasks(pull, input.window, input.rules).selected) {
    if (read.dates !== undefined && !entries.has(read.id)) entries.set(read.id, read.dates);
  }
  return new Map([...entries].sort(([a], [b]) => compareText(a, b)));
}
