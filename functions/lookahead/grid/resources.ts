import type { TaskId } from '../../planning/contract/resources.ts';
import type { Day } from '../dates/day.ts';
import type { GridRow, ShiftPlan, ShiftSlot } from '../lookahead.ts';
import type { ResourceNeed } from '../tasks/planned-task.ts';
import { compareNaturally } from '../text/natural-order.ts';
import { tidy } from '../text/wording.ts';

/** Labour or plant of one shift: name × day, summed over the tasks. */
export type ResourceBlock = {
  readonly shift: ShiftSlot;
  readonly title: string;
  readonly lines: readonly {
    readonly name: string;
    /** Plant only. */
    readonly category: string | undefined;
    readonly perDay: readonly number[];
    readonly total: number;
  }[];
  readonly totalPerDay: readonly number[];
  readonly total: number;
};

/** One material of one task: the call-off list. */
export type MaterialLine = {
  readonly taskId: TaskId;
  readonly taskRef: string;
  readonly taskName: string;
  readonly shift: ShiftSlot;
  readonly subcontractor: string;
  readonly material: string;
  readonly unit: string;
  /** The task's total. */
  readonly quantity: number | undefined;
  /** Planned for each of the window's days; undefined where the service gives no figure for the day. */
  readonly plannedPerDay: readonly (number | undefined)[];
  readonly plannedInWindow: number;
  /** Sum of the daily plan up to and including the data date's day. */
  readonly plannedToDate: number;
  /** Sum of the daily actuals up to and including the data date's day; undefined where none is given. */
  readonly actualToDate: number | undefined;
  /** Actual less planned to date: below 0 is short. */
  readonly difference: number | undefined;
  /** First day of the window with a planned figure. */
  readonly firstNeeded: Day | undefined;
};

type BlockLine = ResourceBlock['lines'][number];
type LineSum = { readonly name: string; category: string | undefined; readonly perDay: number[] };

/** Days on which a row has its labour and plant at work: its bar cells, unless the task is cancelled. */
function daysAtWork(row: GridRow): readonly number[] {
  if (row.task.status.kind === 'cancelled') return [];
  return row.cells.flatMap((cell, index) => (cell.kind === 'bar' ? [index] : []));
}

function block(plan: ShiftPlan, rows: readonly GridRow[], kind: 'labour' | 'plant'): ResourceBlock {
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
  for (const row of rows) {
    const needs = row.task[kind];
    const days = needs.length === 0 ? [] : daysAtWork(row);
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
    perDay: perDay.map(tidy),
    total: tidy(perDay.reduce((sum, each) => sum + each, 0)),
  }));
  const totalPerDay = Array.from({ length: width }, (_, day) =>
    tidy(summed.reduce((sum, line) => sum + (line.perDay[day] ?? 0), 0)),
  );
  return {
    shift: plan.shift,
    title: plan.title,
    lines: summed.sort((a, b) => b.total - a.total || compareNaturally(a.name, b.name)),
    totalPerDay,
    total: tidy(totalPerDay.reduce((sum, each) => sum + each, 0)),
  };
}

/**
 * Labour or plant per day of the window, a block for each shift that has any. A quantity counts on every
 * working day of the bar (open point of the contract: its unit is not shown); complete tasks count as planned,
 * cancelled ones and milestones not. Names are one whatever their case, in the first spelling; most first.
 */
export function resourceBlocks(
  plans: readonly ShiftPlan[],
  kind: 'labour' | 'plant',
): readonly ResourceBlock[] {
  return plans
    .map((plan) =>
      block(
        plan,
        plan.groups.flatMap((group) => group.rows),
        kind,
      ),
    )
    .filter((each) => each.lines.length > 0);
}
