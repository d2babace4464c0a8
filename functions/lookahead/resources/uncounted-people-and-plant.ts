/**
 * The people and plant of tasks carried over: on which days they come is not planned, so no day counts them. If they work,
 * they are on site first on the first day of the window on which their calendar works.
 */
import { shortList } from '#base/text/one-line.ts';
import { isWorkingDay } from '#lookahead/dates/working-days.ts';
import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import { type ShiftTasks, tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import { maxListedNames } from '#lookahead/limits.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { needText, type ResourceNeed } from '#lookahead/tasks/needs.ts';
import { roundQuantity, uncountedText } from '#lookahead/text/quantity-text.ts';

type Shifts = readonly ShiftTasks[];

function carriedOver(shifts: Shifts): readonly PlannedTask[] {
  return shifts.flatMap(tasksOfShift).filter(({ cells }) => cells[0]?.kind === 'carried');
}

export function uncountedPeople(shifts: Shifts): string {
  const tasks = carriedOver(shifts);
  return uncountedText(roundQuantity(tasks.reduce((sum, task) => sum + task.people, 0)), tasks.length);
}

/** On each day, those of the tasks that can go on first on it. */
export function peopleIfTheyWork(shifts: Shifts, days: readonly DayColumn[]): readonly number[] {
  const perDay = days.map(() => 0);
  for (const { people, worksOn } of carriedOver(shifts)) {
    const first = days.findIndex(({ day }) => isWorkingDay(worksOn, day));
    if (first !== -1) perDay[first] = roundQuantity((perDay[first] ?? 0) + people);
  }
  return perDay;
}

/**
 * `not counted, of tasks carried over: 1 × Mobile crane 80 t, 2 × Goods hoist`; empty if these tasks need no plant. Names
 * come last, because the end of a long line is left out.
 */
export function uncountedPlant(shifts: Shifts): string {
  const needs = new Map<string, ResourceNeed>();
  for (const need of carriedOver(shifts).flatMap(({ milestone, plant }) => (milestone ? [] : plant))) {
    const key = need.name.toLowerCase();
    const sum = needs.get(key) ?? { ...need, quantity: 0 };
    needs.set(key, { ...sum, quantity: roundQuantity(sum.quantity + need.quantity) });
  }
  const names = Array.from(needs.values(), (need) =>
    needText({ ...need, quantity: need.quantity || undefined }),
  );
  return names.length === 0 ? '' : `not counted, of tasks carried over: ${shortList(names, maxListedNames)}`;
}
