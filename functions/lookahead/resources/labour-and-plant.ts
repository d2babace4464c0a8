import { type ShiftPlan, type ShiftTasks, tasksOfShift } from '../grid/shift-plan.ts';
import { peopleOn } from '../planned/day-cells.ts';
import type { PlannedTask } from '../planned/planned-task.ts';
import type { ResourceNeed } from '../tasks/needs.ts';
import type { Named } from '../tasks/read-task.ts';
import type { ShiftSlot } from '../tasks/select.ts';
import { compareNaturally } from '../text/natural-order.ts';
import { roundQuantity } from '../text/quantity-text.ts';

export type ResourceBlock = ResourceSums & { readonly shift: ShiftSlot; readonly title: string };

export type ResourceSums = {
  readonly lines: readonly {
    readonly name: string;
    readonly category: string | undefined;
    readonly perDay: readonly number[];
    readonly total: number;
  }[];
  readonly totalPerDay: readonly number[];
  readonly total: number;
};

type BlockLine = ResourceBlock['lines'][number];
type LineSum = { readonly name: string; category: string | undefined; readonly perDay: number[] };

function daysAtWork({ status, cells }: PlannedTask): readonly number[] {
  if (status.kind === 'cancelled') return [];
  return cells.flatMap((cell, index) => (cell.kind === 'bar' ? [index] : []));
}

function block(plan: ShiftPlan, kind: 'labour' | 'plant'): ResourceBlock {
  const width = plan.peoplePerDay.length;
  const lines = new Map<string, LineSum>();
  const bySpelling = new Map<string, LineSum>();
  const lineOf = ({ name, category }: ResourceNeed): LineSum => {
    const key = name.toLowerCase();
    const line = lines.get(key) ?? { name, category, perDay: new Array<number>(width).fill(0) };
    lines.set(key, line);
    bySpelling.set(name, line);
    return line;
  };
  for (const task of tasksOfShift(plan)) {
    const needs = task[kind];
    const days = needs.length === 0 ? [] : daysAtWork(task);
    if (days.length === 0) continue;
    for (const need of needs) {
      const line = bySpelling.get(need.name) ?? lineOf(need);
      line.category ??= need.category;
      for (const day of days) line.perDay[day] = (line.perDay[day] ?? 0) + need.quantity;
    }
  }
  const summed: BlockLine[] = [...lines.values()].map(({ name, category, perDay }) => ({
    name,
    category,
    perDay: perDay.map(roundQuantity),
    total: roundQuantity(perDay.reduce((sum, each) => sum + each, 0)),
  }));
  const totalPerDay = Array.from({ length: width }, (_, day) =>
    roundQuantity(summed.reduce((sum, line) => sum + (line.perDay[day] ?? 0), 0)),
  );
  return {
    shift: plan.shift,
    title: plan.title,
    lines: summed.sort((a, b) => b.total - a.total || compareNaturally(a.name, b.name)),
    totalPerDay,
    total: roundQuantity(totalPerDay.reduce((sum, each) => sum + each, 0)),
  };
}

/**
 * A quantity counts on every working day of the bar (open point of the contract: its unit is not shown). Complete
 * tasks count as planned, cancelled ones and milestones do not count. Names that differ only in case are one line, in
 * the first spelling.
 */
export function resourceBlocks(
  plans: readonly ShiftPlan[],
  kind: 'labour' | 'plant',
): readonly ResourceBlock[] {
  return plans.map((plan) => block(plan, kind)).filter((each) => each.lines.length > 0);
}

export type PeopleLine = {
  readonly name: string;
  readonly perDay: readonly number[];
  readonly total: number;
};

/** Who is on site on each day, over all shifts: one line for each subcontractor who has people at work, by name. */
export function peopleBySubcontractor({ shifts }: { readonly shifts: Shifts }): readonly PeopleLine[] {
  return peopleBy(shifts, ({ subcontractor }) => subcontractor, '(no subcontractor)');
}

/** Where people work on each day, over all shifts: one line for each location with people at work, by name. */
export function peopleByPlace({ shifts }: { readonly shifts: Shifts }): readonly PeopleLine[] {
  return peopleBy(shifts, ({ location }) => location, '(no place)');
}

type Shifts = readonly ShiftTasks[];

/** Names that differ only in case are one line, in the first spelling; tasks without a name come last. */
function peopleBy(
  shifts: Shifts,
  namedBy: (task: PlannedTask) => Named | undefined,
  without: string,
): readonly PeopleLine[] {
  const perDay = new Map<string, { readonly name: string; readonly sums: number[] }>();
  for (const task of shifts.flatMap(tasksOfShift)) {
    if (task.people === 0) continue;
    const name = namedBy(task)?.name ?? without;
    const key = name.toLowerCase();
    const { sums } = perDay.get(key) ?? { sums: task.cells.map(() => 0) };
    if (!perDay.has(key)) perDay.set(key, { name, sums });
    task.cells.forEach((cell, day) => {
      sums[day] = (sums[day] ?? 0) + peopleOn(cell);
    });
  }
  return [...perDay.values()]
    .map(({ name, sums }) => ({
      name,
      perDay: sums.map(roundQuantity),
      total: roundQuantity(sums.reduce((sum, people) => sum + people, 0)),
    }))
    .filter(({ total }) => total !== 0)
    .sort(
      (a, b) => Number(a.name === without) - Number(b.name === without) || compareNaturally(a.name, b.name),
    );
}
