import { addDays, type Day } from '#base/day.ts';
import type { Window } from '#lookahead/dates/window.ts';
import { type GridCell, isWorkCell, peopleInCell } from '#lookahead/planned/day-cells.ts';
import type { GroupBy, PlannedTask } from '#lookahead/planned/planned-task.ts';
import { type SheetShift, shiftsOrNone, shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import { compareFolderPaths } from '#lookahead/text/natural-order.ts';
import { roundQuantity } from '#lookahead/text/quantity-text.ts';

type GridGroup = {
  readonly name: string;
  readonly tasks: readonly PlannedTask[];
  readonly peoplePerDay: readonly number[];
};

export type ShiftTasks = {
  /** Groups in reading order. Within a group, tasks are sorted by start, finish, key tasks first, then reference. */
  readonly groups: readonly GridGroup[];
  readonly undated: readonly PlannedTask[];
};

type FiguresPerDay = {
  readonly peoplePerDay: readonly number[];
  readonly tasksPerDay: readonly number[];
};

export type ShiftPlan = ShiftTasks &
  FiguresPerDay & {
    readonly shift: SheetShift;
    readonly title: string;
    readonly figures: ShiftFigures;
  };

type ShiftFigures = {
  readonly tasks: number;
  readonly keyTasks: number;
  readonly notReady: number;
  readonly withGap: number;
  readonly overdue: number;
  readonly busiest: BusiestDay | undefined;
};

export type BusiestDay = { readonly day: Day; readonly people: number };

const noGroup = {
  folder: 'No folder',
  subcontractor: 'No subcontractor',
  location: 'No location',
  owner: 'No owner',
  package: 'No package',
} satisfies Record<GroupBy, string>;

function groupName(path: readonly string[]): string {
  return path.join(' › ');
}

/**
 * Ranks the tasks' groups by path in natural order, tasks without a group last. Paths that read the same are one group.
 */
function rankGroups(tasks: readonly PlannedTask[]): (task: PlannedTask) => number {
  const paths = tasks.map(({ groupPath }) => groupPath).filter((path) => path.length > 0);
  const distinct = new Map(paths.map((path) => [groupName(path), path]));
  const inOrder = [...distinct].sort(([, a], [, b]) => compareFolderPaths(a, b));
  const ranks = new Map(inOrder.map(([name], index) => [name, index]));
  return ({ groupPath }) => ranks.get(groupName(groupPath)) ?? ranks.size;
}

/**
 * Orders tasks by shift, tasks with dates first, then by group, start, finish and key tasks first.
 * @param tasks sorted by reference, which decides the order of tasks that are otherwise equal
 */
export function orderTasks(tasks: readonly PlannedTask[]): readonly PlannedTask[] {
  const rankOf = rankGroups(tasks);
  return tasks
    .map((task) => ({ task, shift: shiftsOrNone.indexOf(task.shift), group: rankOf(task) }))
    .sort(
      (a, b) =>
        a.shift - b.shift ||
        Number(a.task.dates === undefined) - Number(b.task.dates === undefined) ||
        a.group - b.group ||
        (a.task.dates?.start ?? 0) - (b.task.dates?.start ?? 0) ||
        (a.task.dates?.finish ?? 0) - (b.task.dates?.finish ?? 0) ||
        Number(b.task.key) - Number(a.task.key),
    )
    .map(({ task }) => task);
}

function perDay(tasks: readonly PlannedTask[], window: Window, figure: (cell: GridCell) => number): number[] {
  const sums = new Array<number>(window.last - window.first + 1).fill(0);
  for (const { cells } of tasks) {
    cells.forEach((cell, index) => {
      sums[index] = (sums[index] ?? 0) + figure(cell);
    });
  }
  return sums.map(roundQuantity);
}

type Rules = { readonly shifts: readonly SheetShift[]; readonly groupBy: GroupBy };

function groupsOf(tasks: readonly PlannedTask[], groupBy: GroupBy, window: Window): readonly GridGroup[] {
  const groups = Map.groupBy(tasks, ({ groupPath }) => groupName(groupPath) || noGroup[groupBy]);
  return Array.from(groups, ([name, own]) => ({
    name,
    tasks: own,
    peoplePerDay: perDay(own, window, peopleInCell),
  }));
}

function shiftPlan(
  shift: SheetShift,
  tasks: readonly PlannedTask[],
  { groupBy, window }: Rules & { readonly window: Window },
): ShiftPlan {
  const dated = tasks.filter(({ dates }) => dates !== undefined);
  const peoplePerDay = perDay(tasks, window, peopleInCell);
  return {
    shift,
    title: shiftTitles[shift],
    groups: groupsOf(dated, groupBy, window),
    undated: tasks.filter(({ dates }) => dates === undefined),
    peoplePerDay,
    tasksPerDay: perDay(tasks, window, (cell) => (isWorkCell(cell) ? 1 : 0)),
    figures: {
      tasks: tasks.length,
      keyTasks: tasks.filter(({ key }) => key).length,
      notReady: tasks.filter(({ constraints }) => constraints.length > 0).length,
      withGap: tasks.filter(({ constraints, gaps }) => constraints.length === 0 && gaps.length > 0).length,
      overdue: tasks.filter(({ marks }) => marks.includes('overdue')).length,
      busiest: busiestDay(window.first, peoplePerDay),
    },
  };
}

export function createShiftPlans(
  tasks: readonly PlannedTask[],
  rules: Rules,
  window: Window,
): readonly ShiftPlan[] {
  const byShift = Map.groupBy(tasks, ({ shift }) => shift);
  return shiftsOrNone
    .filter((slot) => rules.shifts.includes(slot))
    .map((slot) => shiftPlan(slot, byShift.get(slot) ?? [], { ...rules, window }))
    .filter((plan) => plan.shift !== 'none' || plan.figures.tasks > 0);
}

export function sumFiguresPerDay(shifts: readonly FiguresPerDay[], days: readonly unknown[]): FiguresPerDay {
  const sumOver = (figures: (shift: FiguresPerDay) => readonly number[]) =>
    days.map((_, index) =>
      roundQuantity(shifts.reduce((sum, shift) => sum + (figures(shift)[index] ?? 0), 0)),
    );
  return {
    tasksPerDay: sumOver((shift) => shift.tasksPerDay),
    peoplePerDay: sumOver((shift) => shift.peoplePerDay),
  };
}

export function busiestDay(first: Day, peoplePerDay: readonly number[]): BusiestDay | undefined {
  const people = Math.max(0, ...peoplePerDay);
  return people === 0 ? undefined : { day: addDays(first, peoplePerDay.indexOf(people)), people };
}

export function tasksOfShift({ groups, undated }: ShiftTasks): readonly PlannedTask[] {
  return [...groups.flatMap(({ tasks }) => tasks), ...undated];
}
