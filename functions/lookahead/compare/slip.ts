import type { FirstPlanned } from '../lookahead.ts';
import type { Slip } from '../tasks/planned-task.ts';
import type { ReadTask } from '../tasks/read-task.ts';
import { slipText } from '../text/wording.ts';

/**
 * How far a task is from the dates of the first issue it appeared in, in calendar days: by its finish, or by its
 * start where no first finish is known. Undefined without dates now or then.
 */
export function slipOf(read: ReadTask, firstPlanned: FirstPlanned): Slip | undefined {
  const first = firstPlanned.get(read.id);
  if (first === undefined || read.dates === undefined) return undefined;
  const { start, finish } = first;
  if (finish !== undefined) return slip(read.dates.finish - finish, first);
  return start === undefined ? undefined : slip(read.dates.start - start, first);
}

function slip(
  days: number,
  first: { readonly start: Slip['firstStart']; readonly finish: Slip['firstFinish'] },
): Slip {
  return { days, firstStart: first.start, firstFinish: first.finish, text: slipText(days) };
}
