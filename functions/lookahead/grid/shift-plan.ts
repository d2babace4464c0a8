/** One shift's page: its tasks in groups, and the figures over its days. */
import { addDays, type Day } from '../../base/day.ts';
import type { Window } from '../dates/window.ts';
import { type ShiftSlot, shiftSlots, shiftTitles } from '../tasks/shift-of-task.ts';
import { roundQuantity } from '../text/quantity-text.ts';
import { type GridCell, isAtWork, peopleOn } from './cells.ts';
import type { WeekOfDays } from './day-columns.ts';
import type { GridRow, OrderedRow } from './rows.ts';

type GridGroup = {
  /** What the rows share: `Substructure › Piling`, or `No folder` where a task has none. */
  readonly name: string;
  readonly rows: readonly GridRow[];
  readonly peoplePerDay: readonly number[];
};

export type ShiftPlan = {
  readonly shift: ShiftSlot;
  /** `Day`, `Afternoon`, `Night`, `24 hr`, `No shift`. */
  readonly title: string;
  /** Groups in reading order; rows by start, finish, then id. */
  readonly groups: readonly GridGroup[];
  /** Tasks with neither start nor finish: listed at the end, without a bar. */
  readonly undated: readonly GridRow[];
  readonly peoplePerDay: readonly number[];
  /** The number of tasks whose bar or milestone is on each day. */
  readonly tasksPerDay: readonly number[];
  readonly figures: ShiftFigures;
};

type ShiftFigures = {
  readonly tasks: number;
  readonly keyTasks: number;
  readonly notReady: number;
  readonly overdue: number;
  /** The day with the most people; undefined where no day has any. */
  readonly busiest: BusiestDay | undefined;
};

type BusiestDay = { readonly day: Day; readonly people: number };

function perDay(rows: readonly GridRow[], window: Window, figure: (cell: GridCell) => number): number[] {
  const sums = new Array<number>(window.last - window.first + 1).fill(0);
  for (const { cells } of rows) {
    cells.forEach((cell, index) => {
      sums[index] = (sums[index] ?? 0) + figure(cell);
    });
  }
  return sums.map(roundQuantity);
}

function groupsOf(rows: readonly OrderedRow[], window: Window): readonly GridGroup[] {
  return [...Map.groupBy(rows, ({ groupName }) => groupName)].map(([name, members]) => {
    const own = members.map(({ row }) => row);
    return { name, rows: own, peoplePerDay: perDay(own, window, peopleOn) };
  });
}

function shiftPlan(shift: ShiftSlot, ordered: readonly OrderedRow[], window: Window): ShiftPlan {
  const rows = ordered.map(({ row }) => row);
  const dated = ordered.filter(({ row }) => row.task.dates !== undefined);
  const peoplePerDay = perDay(rows, window, peopleOn);
  return {
    shift,
    title: shiftTitles[shift],
    groups: groupsOf(dated, window),
    undated: rows.filter(({ task }) => task.dates === undefined),
    peoplePerDay,
    tasksPerDay: perDay(rows, window, (cell) => (isAtWork(cell) ? 1 : 0)),
    figures: {
      tasks: rows.length,
      keyTasks: rows.filter(({ task }) => task.key).length,
      notReady: rows.filter(({ task }) => task.missing.length > 0).length,
      overdue: rows.filter(({ task }) => task.marks.includes('overdue')).length,
      busiest: busiestDay(window.first, peoplePerDay),
    },
  };
}

/** The plans of some shifts, in the order of `shiftSlots`; 'none' only where it has rows. */
export function shiftPlans(
  ordered: readonly OrderedRow[],
  shifts: readonly ShiftSlot[],
  window: Window,
): readonly ShiftPlan[] {
  return shiftSlots
    .filter((slot) => shifts.includes(slot))
    .map((slot) =>
      shiftPlan(
        slot,
        ordered.filter(({ row }) => row.task.shift === slot),
        window,
      ),
    )
    .filter((plan) => plan.shift !== 'none' || plan.figures.tasks > 0);
}

type PerDay = Pick<ShiftPlan, 'tasksPerDay' | 'peoplePerDay'>;

/** Tasks and people of the shifts together, on each of the window's days. */
export function figuresPerDay(shifts: readonly PerDay[], days: readonly unknown[]): PerDay {
  const sumOver = (figures: (shift: PerDay) => readonly number[]) =>
    days.map((_, index) =>
      roundQuantity(shifts.reduce((sum, shift) => sum + (figures(shift)[index] ?? 0), 0)),
    );
  return {
    tasksPerDay: sumOver((shift) => shift.tasksPerDay),
    peoplePerDay: sumOver((shift) => shift.peoplePerDay),
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
): { readonly tasks: number; readonly maxPeople: number } {
  const to = from + days.length;
  return {
    tasks: rowsOf(shift).filter(({ cells }) => cells.slice(from, to).some(isAtWork)).length,
    maxPeople: Math.max(0, ...shift.peoplePerDay.slice(from, to)),
  };
}

/** Every row of a shift's page, in reading order. */
export function rowsOf({ groups, undated }: Pick<ShiftPlan, 'groups' | 'undated'>): readonly GridRow[] {
  return [...groups.flatMap((group) => group.rows), ...undated];
}
