import type { Task } from '../../planning/contract/resources.ts';
import { overlaps, type Window } from '../dates/window.ts';
import type { ShiftSlot } from '../lookahead.ts';
import type { PlanRules, SelectionFilters } from '../plan-input.ts';
import type { Folders } from '../tasks/folders.ts';
import type { ReadPull, ReadTask } from '../tasks/read-task.ts';
import { isUnfinished } from '../tasks/status.ts';
import { compareText } from '../text/natural-order.ts';
import { slotOf } from './shift-slot.ts';

/** A task of the lookahead, with the sheet it stands on. */
export type Selected = {
  readonly read: ReadTask;
  readonly slot: ShiftSlot;
  /** Unfinished, and its finish is before the window. */
  readonly overdue: boolean;
};

export type Selection = {
  readonly selected: readonly Selected[];
  /** Tasks without a shift where the report does not ask for those. */
  readonly withoutShift: readonly Selected[];
};

type Asks = (task: Task) => boolean;
type IdsOf = (task: Task) => readonly (string | undefined)[];

const simpleFilters: readonly (readonly [Exclude<keyof SelectionFilters, 'folderIds'>, IdsOf])[] = [
  ['subcontractorIds', (task) => [task.subcontractor?.id]],
  ['packageIds', (task) => [task.package?.id]],
  ['locationIds', (task) => [task.location?.id]],
  ['calendarIds', (task) => [task.calendar?.id]],
  ['ownerIds', (task) => [task.owner?.id]],
  ['assignedToIds', (task) => task.assignedTo?.map((user) => user.id) ?? []],
];

/**
 * Values of one filter are alternatives, different filters all apply; a filter without values asks nothing. A
 * folder stands for those below it too.
 */
function filterOf(filters: SelectionFilters, folders: Folders): Asks {
  const asks: Asks[] = [];
  for (const [name, idsOf] of simpleFilters) {
    const wanted = new Set(filters[name]);
    if (wanted.size > 0) asks.push((task) => idsOf(task).some((id) => id !== undefined && wanted.has(id)));
  }
  const wantedFolders = new Set(filters.folderIds);
  if (wantedFolders.size > 0) {
    const isWithin = folders.within(wantedFolders);
    asks.push(({ folder }) => folder !== undefined && isWithin(folder));
  }
  return (task) => asks.every((ask) => ask(task));
}

function byReference(a: Selected, b: Selected): number {
  return compareText(a.read.refKey, b.read.refKey) || compareText(a.read.id, b.read.id);
}

/**
 * Picks a window's tasks out of a pull, again and locally, so that a service with wider semantics changes
 * nothing (open point of the contract: what start and finish select is not shown). In are tasks that overlap
 * the window; with `includeOverdue` unfinished ones whose finish is before it; and tasks without dates, which
 * are listed. Slots that the report does not ask for are left out. In the order of references, so that nothing
 * after this depends on the order of the pull.
 */
export function selectTasks(pull: ReadPull, window: Window, rules: PlanRules): Selection {
  const matches = filterOf(rules.filters, pull.folders);
  const asked = new Set(rules.shifts);
  const selected: Selected[] = [];
  const withoutShift: Selected[] = [];
  for (const read of pull.tasks) {
    const { dates, answeredBy, ownShift } = read;
    const inWindow = dates !== undefined && overlaps(window, dates.start, dates.finish);
    const overdue = dates !== undefined && dates.finish < window.first && isUnfinished(read.status);
    if (dates !== undefined && !inWindow && !(overdue && rules.includeOverdue)) continue;
    if (!matches(read.source)) continue;
    const slot = slotOf({ answeredBy, ownShift, inWindow });
    if (asked.has(slot)) selected.push({ read, slot, overdue });
    else if (slot === 'none') withoutShift.push({ read, slot, overdue });
  }
  return { selected: selected.sort(byReference), withoutShift };
}
