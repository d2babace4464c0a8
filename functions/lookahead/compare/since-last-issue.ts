/** What happened to a task since the last issue, as its row on the shift sheet says. */
import type { TaskId } from '../../planning/contract/resources.ts';
import type { Dates } from '../dates/day.ts';
import type { FirstPlanned } from '../tasks/first-planned.ts';
import type { Pull, ReadTask } from '../tasks/read-pull.ts';
import { daysMoved, isInRange } from './task-differences.ts';

export type SinceLastIssue =
  /** The plan did not have it then. */
  | { readonly kind: 'new' }
  /** The last issue did not show it, but an earlier one did. */
  | { readonly kind: 'back' }
  /** No issue showed it: it lay outside their windows. */
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
};

/** Undefined where there is no last issue, or the task's dates are as it showed them. */
export function sinceLastIssue(now: ReadTask, last: LastIssue | undefined): SinceLastIssue | undefined {
  if (last === undefined) return undefined;
  const before = last.byId.get(now.id);
  if (!last.shown.has(now.id) || before === undefined) {
    if (last.firstPlanned.has(now.id)) return { kind: 'back' };
    return before === undefined && isInRange(now.dates, last.range)
      ? { kind: 'new' }
      : { kind: 'first shown' };
  }
  const moved = daysMoved(now.dates, before.dates);
  return moved && { kind: 'moved', was: before.dates, ...moved };
}
