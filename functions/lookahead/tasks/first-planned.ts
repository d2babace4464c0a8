/** The dates first planned for each task, as they travel from snapshot to snapshot, and the slip against them. */

import type { Day } from '../../base/day.ts';
import type { TaskId } from '../../planning/contract/resources.ts';
import type { Window } from '../dates/window.ts';
import { compareText } from '../text/natural-order.ts';
import { countText } from '../text/quantity-text.ts';
import { type Pull, type ReadTask, readPull } from './read-pull.ts';
import { type SelectionRules, selectTasks } from './selection.ts';

type FirstDates = { readonly start: Day | undefined; readonly finish: Day | undefined };

export type FirstPlanned = ReadonlyMap<TaskId, FirstDates>;

/** How far a task has moved from the dates first planned for it, in calendar days: above 0 behind, below 0 ahead. */
export type Slip = {
  readonly days: number;
  readonly firstStart: Day | undefined;
  readonly firstFinish: Day | undefined;
  /** `3 days behind`, `2 days ahead`, `on plan`. */
  readonly text: string;
};

/**
 * How far a task is from the dates of the first issue it appeared in: by its finish, or by its start where no
 * first finish is known. Undefined without dates now or then.
 */
export function slipOf(read: ReadTask, firstPlanned: FirstPlanned): Slip | undefined {
  const first = firstPlanned.get(read.id);
  if (first === undefined || read.dates === undefined) return undefined;
  const { start, finish } = first;
  if (finish !== undefined) return slip(read.dates.finish - finish, first);
  return start === undefined ? undefined : slip(read.dates.start - start, first);
}

function slip(days: number, first: FirstDates): Slip {
  return { days, firstStart: first.start, firstFinish: first.finish, text: slipText(days) };
}

/** `3 days behind`, `2 days ahead`, `on plan`: words, so that a black-and-white print can be read too. */
export function slipText(days: number): string {
  if (days === 0) return 'on plan';
  return `${countText(Math.abs(days), 'day')} ${days > 0 ? 'behind' : 'ahead'}`;
}

/**
 * The first planned dates to store with this issue. Dates already known stay as long as their task is pulled;
 * a task that this lookahead is the first to show enters with its present dates, or, if it has none yet, in the
 * first issue where it has some. Ordered by id, so that the same pull is always stored the same way.
 */
export function carryFirstPlanned(input: {
  readonly project: { readonly timeZone: string };
  readonly pull: Pull;
  readonly window: Window;
  readonly rules: SelectionRules;
  readonly earlier: FirstPlanned | undefined;
}): FirstPlanned {
  const pull = readPull(input.pull, input.project.timeZone);
  const entries = new Map<TaskId, FirstDates>();
  for (const { id } of pull.tasks) {
    const known = input.earlier?.get(id);
    if (known?.start !== undefined || known?.finish !== undefined) entries.set(id, known);
  }
  for (const { read } of selectTasks(pull, input.window, input.rules).selected) {
    if (read.dates !== undefined && !entries.has(read.id)) entries.set(read.id, read.dates);
  }
  return new Map([...entries].sort(([a], [b]) => compareText(a, b)));
}
