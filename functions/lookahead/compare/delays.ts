import type { Day } from '#base/day.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import type { GivenReason, ReasonCategories } from '#lookahead/reasons.ts';
import { type TaskIdRefAndName, taskIdRefAndName } from '#lookahead/tasks/read-task.ts';
import type { SheetShift } from '#lookahead/tasks/select-tasks.ts';

export type ListedDelay = TaskIdRefAndName &
  GivenReason & {
    readonly shift: SheetShift;
    readonly subcontractor: string;
    readonly owner: string;
    readonly day: Day | undefined;
    readonly amount: number | undefined;
    /** State of the task now. A delay is open until its task is complete or cancelled. */
    readonly taskState: 'open' | 'complete' | 'cancelled';
  };

export type ListedDelays = {
  readonly lines: readonly ListedDelay[];
  readonly open: number;
};

export const noReasonText = '(no reason given)';

/** @param tasks in the lookahead's order, which decides the order of the delays of one day */
export function listDelays(tasks: readonly PlannedTask[], reasons: ReasonCategories): ListedDelays {
  const lines = tasks.flatMap((task) => delayLines(task, reasons)).sort(latestFirst);
  return { lines, open: lines.filter((line) => line.taskState === 'open').length };
}

function delayLines(task: PlannedTask, reasons: ReasonCategories): readonly ListedDelay[] {
  return task.delays.map(({ day, amount, reason }) => ({
    ...taskIdRefAndName(task),
    shift: task.shift,
    subcontractor: task.subcontractor?.name ?? '',
    owner: task.owner?.name ?? '',
    day,
    amount,
    reason: reasons.categoryOfText(reason),
    recorded: reason,
    said: '',
    taskState: taskState(task),
  }));
}

function taskState({ status }: PlannedTask): ListedDelay['taskState'] {
  return status.kind === 'complete' || status.kind === 'cancelled' ? status.kind : 'open';
}

function latestFirst(a: ListedDelay, b: ListedDelay): number {
  return (b.day ?? -Infinity) - (a.day ?? -Infinity) || 0;
}
