/** What a task's row says of the task itself, beside its days. */

import type { PlannedTask } from '../tasks/planned-task.ts';
import { isUnfinished } from '../tasks/status.ts';
import { gridMarks } from './cell-words.ts';

/** Whether the task stands out: ◆ before its name. */
export function standsOut({ key, milestone }: PlannedTask): boolean {
  return key || milestone;
}

/** `◆ Slab pour L3 east`, `Strike props – overdue`. */
export function taskText(task: PlannedTask): string {
  const name = standsOut(task) ? `${gridMarks.key} ${task.name}` : task.name;
  return task.marks.length === 0 ? name : `${name} – ${marksText(task)}`;
}

/** What is said of a task beside its name: `overdue, dates reversed`. */
export function marksText({ marks }: PlannedTask): string {
  return marks.join(', ');
}

/** `yes` or `no`; undefined for complete and cancelled tasks, which have nothing to be made ready. */
export function readyWord(task: PlannedTask): 'yes' | 'no' | undefined {
  if (!isUnfinished(task.status)) return undefined;
  return task.findings === 0 ? 'yes' : 'no';
}

/** `✓`, or how many things are missing: `2 ✗`; empty where nothing is to be made ready. */
export function readyMark(task: PlannedTask): string {
  switch (readyWord(task)) {
    case 'yes':
      return '✓';
    case 'no':
      return `${task.findings} ✗`;
    case undefined:
      return '';
  }
}
