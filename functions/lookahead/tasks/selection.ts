import type { IdFilters } from '../../planning/contract/tasks-query.ts';
import { overlaps, type Window } from '../dates/window.ts';
import { compareText } from '../text/natural-order.ts';
import { passes } from './filters.ts';
import type { ReadPull, ReadTask } from './read-pull.ts';
import { type ShiftSlot, slotOf } from './shift-of-task.ts';
import { isUnfinished } from './status.ts';

export type SelectionRules = {
  readonly shifts: readonly ShiftSlot[];
  /** Ids that a task must match to be in the report. */
  readonly filters: IdFilters;
  readonly includeOverdue: boolean;
};

/** A task of the lookahead, with the sheet it is on. */
export type SelectedTask = {
  readonly read: ReadTask;
  readonly slot: ShiftSlot;
  /** Unfinished, and its finish is before the window. */
  readonly beforeWindow: boolean;
};

export type Selection = {
  readonly selected: readonly SelectedTask[];
  /** Tasks without a shift, if the report does not include those. */
  readonly withoutShift: readonly SelectedTask[];
  /** Tasks of the window that the filters leave out, not ordered: they are on site beside those of the report. */
  readonly beside: readonly SelectedTask[];
};

/** By reference as people order them, so that nothing depends on the order of the pull. */
export function byReference(a: SelectedTask, b: SelectedTask): number {
  return compareText(a.read.refKey, b.read.refKey) || compareText(a.read.id, b.read.id);
}

/**
 * Selects a window's tasks from a pull: those that overlap the window, with `includeOverdue` the unfinished ones
 * whose finish is before it, and those without dates. Tasks of shifts that the report does not include are left
 * out. The service has selected by date already; doing it again here means that a service which reads `start` and
 * `finish` more widely changes nothing (open point of the contract: what they select is not shown). Ordered by
 * reference, so that no later step depends on the order of the pull.
 */
export function selectTasks(pull: ReadPull, window: Window, rules: SelectionRules): Selection {
  const matches = passes(rules.filters, pull.folders);
  const shifts = new Set(rules.shifts);
  const selected: SelectedTask[] = [];
  const withoutShift: SelectedTask[] = [];
  const beside: SelectedTask[] = [];
  for (const read of pull.tasks) {
    const { dates, answeredBy, ownShift } = read;
    const inWindow = dates !== undefined && overlaps(window, dates.start, dates.finish);
    const beforeWindow = dates !== undefined && dates.finish < window.first && isUnfinished(read.status);
    if (dates !== undefined && !inWindow && !(beforeWindow && rules.includeOverdue)) continue;
    if (!matches(read.source)) {
      // The shifts' queries have the filters too, so its own word decides.
      if (inWindow) beside.push({ read, slot: ownShift ?? 'none', beforeWindow });
      continue;
    }
    const slot = slotOf({ answeredBy, ownShift, inWindow });
    if (shifts.has(slot)) selected.push({ read, slot, beforeWindow });
    else if (slot === 'none') withoutShift.push({ read, slot, beforeWindow });
  }
  return { selected: selected.sort(byReference), withoutShift, beside };
}
