/** The sentences on a shift's page. */
import type { Day } from '../../../base/day.ts';
import { dayText, weekdayText } from '../../../lookahead/dates/day-text.ts';
import type { ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import { shiftName } from '../../../lookahead/tasks/select.ts';
import { countText } from '../../../lookahead/text/quantity-text.ts';
import { ofAllRows } from '../counting-formulas.ts';

/** `Day shift lookahead`; of tasks without a shift, `Lookahead` where no task has one. */
export function pageTitle({ shift }: ShiftPlan, shifts: readonly ShiftPlan[]): string {
  if (shift !== 'none') return `${shiftName(shift)} lookahead`;
  return shifts.length === 1 ? 'Lookahead' : 'Lookahead of tasks without a shift';
}

/**
 * `All rows: 12 tasks · 2 key · 3 not ready · 41 people on Thursday, the busiest day`; with its date in a longer window.
 */
export function pageFigures({ figures, peoplePerDay }: ShiftPlan, reportDay: Day): string {
  const { tasks, keyTasks, overdue, notReady, busiest } = figures;
  const parts = [ofAllRows(countText(tasks, 'task'))];
  if (keyTasks > 0) parts.push(`${keyTasks} key`);
  if (overdue > 0) parts.push(`${overdue} overdue`);
  if (tasks > 0) parts.push(notReady === 0 ? 'all ready' : `${notReady} not ready`);
  if (busiest) {
    const day = peoplePerDay.length > 7 ? dayText(busiest.day, reportDay) : weekdayText(busiest.day);
    parts.push(`${countText(busiest.people, 'person', 'people')} on ${day}, the busiest day`);
  }
  return parts.join(' · ');
}

/** `People on the night shift`: label of the sums below the days. */
export function peopleText(shift: ShiftPlan): string {
  return `People ${onShift(shift)}`;
}

function onShift({ shift, title }: ShiftPlan): string {
  return shift === 'none' ? 'without a shift' : `on the ${title.toLowerCase()} shift`;
}
