import type { Day } from '../../base/day.ts';
import type { TaskId } from '../../planning/contract/resources.ts';
import type { PlannedTask } from '../planned/planned-task.ts';
import type { ShiftSlot } from '../tasks/select.ts';
import { compareNaturally } from '../text/natural-order.ts';
import { roundQuantity } from '../text/quantity-text.ts';

export type DelayLine = {
  readonly taskId: TaskId;
  readonly taskRef: string;
  readonly taskName: string;
  readonly shift: ShiftSlot;
  readonly subcontractor: string;
  readonly owner: string;
  readonly day: Day | undefined;
  readonly amount: number | undefined;
  /** Empty if none is given. */
  readonly reason: string;
  /** The state of its task now: a delay is open until its task is complete or cancelled. */
  readonly task: 'open' | 'complete' | 'cancelled';
};

export type Delays = {
  readonly lines: readonly DelayLine[];
  readonly perReason: readonly { readonly reason: string; readonly count: number; readonly days: number }[];
  readonly open: number;
};

export const noReason = '(no reason given)';

/**
 * Reasons are free text: those that differ only in case are one, in the first spelling.
 * @param tasks in the lookahead's order
 */
export function listDelays(tasks: readonly PlannedTask[]): Delays {
  const lines = tasks.flatMap(delayLines).sort(latestFirst);
  return {
    lines,
    perReason: totalsPerReason(lines),
    open: lines.filter((line) => line.task === 'open').length,
  };
}

function delayLines(task: PlannedTask): readonly DelayLine[] {
  return task.delays.map(({ day, amount, reason }) => ({
    taskId: task.id,
    taskRef: task.ref,
    taskName: task.name,
    shift: task.shift,
    subcontractor: task.subcontractor?.name ?? '',
    owner: task.owner?.name ?? '',
    day,
    amount,
    reason,
    task: taskState(task),
  }));
}

function taskState({ status }: PlannedTask): DelayLine['task'] {
  return status.kind === 'complete' || status.kind === 'cancelled' ? status.kind : 'open';
}

function latestFirst(a: DelayLine, b: DelayLine): number {
  return (b.day ?? -Infinity) - (a.day ?? -Infinity) || 0;
}

export function totalsPerReason(lines: readonly Pick<DelayLine, 'reason' | 'amount'>[]): Delays['perReason'] {
  const totals = new Map<string, { reason: string; count: number; days: number }>();
  for (const { reason: given, amount } of lines) {
    const reason = given || noReason;
    const key = reason.toLowerCase();
    const total = totals.get(key) ?? { reason, count: 0, days: 0 };
    total.count += 1;
    total.days += amount ?? 0;
    totals.set(key, total);
  }
  return [...totals.values()]
    .map((total) => ({ ...total, days: roundQuantity(total.days) }))
    .sort((a, b) => b.days - a.days || b.count - a.count || compareNaturally(a.reason, b.reason));
}
