/** What happened to a task since the last issue, as its row on the shift sheet says. */

import type { Dates } from '../../base/day.ts';
import type { TaskId } from '../../planning/contract/resources.ts';
import { overlaps, type Window } from '../dates/window.ts';
import type { FirstPlanned } from '../tasks/first-planned.ts';
import type { Pull, ReadTask } from '../tasks/read-pull.ts';
import { daysMoved, isInRange } from './task-differences.ts';

export type SinceLastIssue =
  /** The plan did not have it then. */
  | { readonly kind: 'new' }
  /** The last issue did not show it, but an earlier one did. */
  | { readonly kind: 'back' }
  /** No issue showed it, because it lay outside their windows, and it would have lain in this one. */
  | { readonly kind: 'first shown' }
  | {
      readonly kind: 'moved';
      /** Calendar days, later above 0; undefined where it had no dates, or has none now. */
      readonly days: number | undefined;
      readonly was: Dates | undefined;
    };

/** The last issue as tasks are compared with it. */
export type LastIssue = {
  readonly range: Pull['range'];
  readonly byId: ReadonlyMap<string, ReadTask>;
  /** The tasks that it showed. */
  readonly shown: ReadonlySet<TaskId>;
  /** The tasks that it or an issue before it showed. */
  readonly firstPlanned: FirstPlanned;
  /** The window of the lookahead that is compared with it. */
  readonly window: Window;
};

/** Undefined where there is no last issue, or the task's dates are as it showed them. */
export function sinceLastIssue(now: ReadTask, last: LastIssue | undefined): SinceLastIssue | undefined {
  if (last === undefined) return undefined;
  const before = last.byId.get(now.id);
  if (!last.shown.has(now.id) || before === undefined) {
    if (last.firstPlanned.has(now.id)) return { kind: 'back' };
    if (before === undefined) return { kind: isInRange(now.dates, last.range) ? 'new' : 'first shown' };
    if (!cameIn(now, before, last.window)) return { kind: 'first shown' };
  }
  const moved = daysMoved(now.dates, before.dates);
  return moved && { kind: 'moved', was: before.dates, ...moved };
}

/** Whether its dates were outside a window, and are inside it now. */
function cameIn(now: ReadTask, before: ReadTask, window: Window): boolean {
  const isIn = ({ dates }: ReadTask) => dates !== undefined && overlaps(window, dates.start, dates.finish);
  return isIn(now) && before.dates !== undefined && !isIn(before);
}
