/** What stands on one shift's page around its cells: its head, its groups, and what is said below them. */

import { dayText, weekdayText } from '../../../lookahead/dates/day-text.ts';
import type { GridRow } from '../../../lookahead/grid/rows.ts';
import { rowsOf, type ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import { shiftName } from '../../../lookahead/tasks/shift.ts';
import { type StatusKind, statusKinds } from '../../../lookahead/tasks/status.ts';
import { countText } from '../../../lookahead/text/quantity-text.ts';

/** Rows under a name. */
export type PageGroup = {
  readonly name: string;
  readonly rows: readonly GridRow[];
  /** People on each of the window's days beside the name; undefined where it says nothing. */
  readonly people: readonly (number | undefined)[];
};

const undatedName = 'No dates';

/** The groups in reading order, then the tasks without dates, which have neither bar nor people. */
export function pageGroups({ groups, undated }: ShiftPlan): readonly PageGroup[] {
  const dated = groups.map(({ name, rows, peoplePerDay }): PageGroup => {
    return { name, rows, people: peoplePerDay.map((people) => (people === 0 ? undefined : people)) };
  });
  return undated.length === 0 ? dated : [...dated, { name: undatedName, rows: undated, people: [] }];
}

/** `Day shift lookahead`. */
export function pageTitle({ shift }: ShiftPlan): string {
  return `${shiftName(shift)} lookahead`;
}

/** `12 tasks · 2 key · 3 not ready · 41 people on Thursday, the busiest day`; with its date in a longer window. */
export function pageFigures({ figures, peoplePerDay }: ShiftPlan): string {
  const { tasks, keyTasks, overdue, notReady, busiest } = figures;
  const parts = [countText(tasks, 'task')];
  if (keyTasks > 0) parts.push(`${keyTasks} key`);
  if (overdue > 0) parts.push(`${overdue} overdue`);
  if (tasks > 0) parts.push(notReady === 0 ? 'all ready' : `${notReady} not ready`);
  if (busiest) {
    const day = peoplePerDay.length > 7 ? dayText(busiest.day) : weekdayText(busiest.day);
    parts.push(`${countText(busiest.people, 'person', 'people')} on ${day}, the busiest day`);
  }
  return parts.join(' · ');
}

/** Said on the page of a shift without a task. */
export function emptyPageText(shift: ShiftPlan): string {
  return `No task ${whereText(shift)} in this window.`;
}

/** `People on the night shift`: before the sums below the days. */
export function peopleText(shift: ShiftPlan): string {
  return `People ${whereText(shift)}`;
}

function whereText({ shift, title }: ShiftPlan): string {
  return shift === 'none' ? 'without a shift' : `on the ${title.toLowerCase()} shift`;
}

/** The statuses that the page's legend explains. */
export function statusesOn(shift: ShiftPlan): readonly StatusKind[] {
  const seen = new Set(rowsOf(shift).map(({ task }) => task.status.kind));
  return statusKinds.filter((kind) => seen.has(kind));
}
