import type { Window } from '../dates/window.ts';
import {
  type GridCell,
  type GridGroup,
  type GridRow,
  type GroupBy,
  type ShiftPlan,
  type ShiftSlot,
  shiftSlots,
} from '../lookahead.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import type { ReadPull } from '../tasks/read-task.ts';
import { comparePaths, compareText } from '../text/natural-order.ts';
import { shiftTitles, tidy } from '../text/wording.ts';
import { isAtWork, peopleOn } from './day-grid.ts';
import { busiestDay } from './shift-figures.ts';

/** A row with what orders and groups it. */
export type OrderedRow = {
  readonly row: GridRow;
  readonly refKey: string;
  /** The names of its group from the top down; undefined where the task has none. */
  readonly group: readonly string[] | undefined;
  /** The group's place among all groups of the lookahead. */
  readonly groupRank: number;
};

const noGroup: Readonly<Record<GroupBy, string>> = {
  folder: 'No folder',
  subcontractor: 'No subcontractor',
  location: 'No location',
  owner: 'No owner',
  package: 'No package',
};

/** What a task is grouped by. A folder brings the folders above it. */
export function groupOf(
  task: Omit<PlannedTask, 'findings'>,
  groupBy: GroupBy,
  pull: ReadPull,
): readonly string[] | undefined {
  if (groupBy === 'folder') {
    const path = task.source.folder === undefined ? [] : pull.folders.pathOf(task.source.folder);
    return path.length === 0 ? undefined : path;
  }
  const name = task[groupBy]?.name;
  return name === undefined ? undefined : [name];
}

function groupName(group: readonly string[] | undefined, groupBy: GroupBy): string {
  return group === undefined ? noGroup[groupBy] : group.join(' › ');
}

/** Ranks groups by path in natural order, the group of tasks without one last. */
export function rankGroups(groups: Iterable<readonly string[] | undefined>): ReadonlyMap<string, number> {
  const distinct = new Map<string, readonly string[]>();
  for (const group of groups) if (group !== undefined) distinct.set(group.join(' › '), group);
  const inOrder = [...distinct].sort(([, a], [, b]) => comparePaths(a, b));
  return new Map(inOrder.map(([name], index) => [name, index]));
}

function slotRank(slot: ShiftSlot): number {
  return shiftSlots.indexOf(slot);
}

/** Shift, group, start, finish, key tasks first, reference; tasks without dates at the end of their shift. */
export function compareRows(a: OrderedRow, b: OrderedRow): number {
  const one = a.row.task;
  const other = b.row.task;
  const shift = slotRank(one.shift) - slotRank(other.shift);
  if (shift !== 0) return shift;
  if (one.dates === undefined || other.dates === undefined) {
    const undatedLast = Number(one.dates === undefined) - Number(other.dates === undefined);
    if (undatedLast !== 0) return undatedLast;
  }
  return (
    a.groupRank - b.groupRank ||
    (one.dates?.start ?? 0) - (other.dates?.start ?? 0) ||
    (one.dates?.finish ?? 0) - (other.dates?.finish ?? 0) ||
    Number(other.key) - Number(one.key) ||
    compareText(a.refKey, b.refKey) ||
    compareText(one.id, other.id)
  );
}

function perDay(rows: readonly GridRow[], window: Window, figure: (cell: GridCell) => number): number[] {
  const sums = new Array<number>(window.last - window.first + 1).fill(0);
  for (const { cells } of rows) {
    cells.forEach((cell, index) => {
      sums[index] = (sums[index] ?? 0) + figure(cell);
    });
  }
  return sums.map(tidy);
}

function tasksOn(cell: GridCell): number {
  return isAtWork(cell) ? 1 : 0;
}

function groupsOf(rows: readonly OrderedRow[], groupBy: GroupBy, window: Window): readonly GridGroup[] {
  const groups = new Map<string, GridRow[]>();
  for (const { row, group } of rows) {
    const name = groupName(group, groupBy);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [row]);
    else members.push(row);
  }
  return [...groups].map(([name, members]) => ({
    name,
    rows: members,
    peoplePerDay: perDay(members, window, peopleOn),
  }));
}

function shiftPlan(
  shift: ShiftSlot,
  ordered: readonly OrderedRow[],
  context: { readonly groupBy: GroupBy; readonly window: Window },
): ShiftPlan {
  const { groupBy, window } = context;
  const rows = ordered.map(({ row }) => row);
  const dated = ordered.filter(({ row }) => row.task.dates !== undefined);
  const peoplePerDay = perDay(rows, window, peopleOn);
  return {
    shift,
    title: shiftTitles[shift],
    groups: groupsOf(dated, groupBy, window),
    undated: rows.filter(({ task }) => task.dates === undefined),
    peoplePerDay,
    tasksPerDay: perDay(rows, window, tasksOn),
    figures: {
      tasks: rows.length,
      keyTasks: rows.filter(({ task }) => task.key).length,
      notReady: rows.filter(({ task }) => task.findings > 0).length,
      overdue: rows.filter(({ task }) => task.marks.includes('overdue')).length,
      busiest: busiestDay(window.first, peoplePerDay),
    },
  };
}

/** The pages of the shifts asked for, in the slots' own order; 'none' only where it has rows. */
export function shiftPlans(
  ordered: readonly OrderedRow[],
  asked: readonly ShiftSlot[],
  context: { readonly groupBy: GroupBy; readonly window: Window },
): readonly ShiftPlan[] {
  return shiftSlots
    .filter((slot) => asked.includes(slot))
    .map((slot) =>
      shiftPlan(
        slot,
        ordered.filter(({ row }) => row.task.shift === slot),
        context,
      ),
    )
    .filter((plan) => plan.shift !== 'none' || plan.figures.tasks > 0);
}
