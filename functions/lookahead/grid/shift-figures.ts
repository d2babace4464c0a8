/** Figures over a shift's week, or over the shifts together. */
import { addDays, type Day } from '../dates/day.ts';
import type { BusiestDay, GridRow, ShiftPlan } from '../lookahead.ts';
import { tidy } from '../text/wording.ts';
import { isAtWork, type WeekOfDays } from './day-grid.ts';

type PerDay = Pick<ShiftPlan, 'tasksPerDay' | 'peoplePerDay'>;

/** Tasks and people of the shifts together, on each of the window's days. */
export function figuresPerDay(shifts: readonly PerDay[], days: readonly unknown[]): PerDay {
  const over = (figures: (shift: PerDay) => readonly number[]) =>
    days.map((_, index) => tidy(shifts.reduce((sum, shift) => sum + (figures(shift)[index] ?? 0), 0)));
  return {
    tasksPerDay: over((shift) => shift.tasksPerDay),
    peoplePerDay: over((shift) => shift.peoplePerDay),
  };
}

/** The first of the window's days with the most people; undefined where no day has any. */
export function busiestDay(first: Day, peoplePerDay: readonly number[]): BusiestDay | undefined {
  const people = Math.max(0, ...peoplePerDay);
  return people === 0 ? undefined : { day: addDays(first, peoplePerDay.indexOf(people)), people };
}

/** One week of a shift: tasks at work on any of its days, and the people on its busiest. */
export function weekFigures(
  shift: ShiftPlan,
  { from, days }: WeekOfDays,
): { readonly tasks: number; readonly mostPeople: number } {
  const to = from + days.length;
  return {
    tasks: rowsOf(shift).filter(({ cells }) => cells.slice(from, to).some(isAtWork)).length,
    mostPeople: Math.max(0, ...shift.peoplePerDay.slice(from, to)),
  };
}

/** Every row of a shift's page, in reading order. */
export function rowsOf({ groups, undated }: Pick<ShiftPlan, 'groups' | 'undated'>): readonly GridRow[] {
  return [...groups.flatMap((group) => group.rows), ...undated];
}
