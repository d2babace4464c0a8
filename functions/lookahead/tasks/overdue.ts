import type { Day } from '#base/day.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { TaskDateMark } from '#lookahead/dates/working-days.ts';
import type { InterpretedTask } from './read-task.ts';
import { isUnfinished } from './status.ts';

export type ReportDayAndLastReported = {
  readonly reportDay: Day;
  readonly lastReported: Day;
};

export function isDayPassedAndReported(
  day: Day,
  { reportDay, lastReported }: ReportDayAndLastReported,
): boolean {
  return day < reportDay && day <= lastReported;
}

/** If one date cannot be read, the other one is used for both, so it must not make the task late. */
export function hasReadableDates({ marks }: InterpretedTask): boolean {
  return !marks.includes('date unreadable');
}

/** A task is overdue once its last day has passed; until then, one that ends before the window is due. */
export function dueDateMark(
  task: InterpretedTask,
  days: ReportDayAndLastReported,
  window: Window,
): TaskDateMark | undefined {
  const { dates, status } = task;
  if (dates === undefined || !isUnfinished(status) || !hasReadableDates(task)) return undefined;
  if (isDayPassedAndReported(dates.finish, days)) return 'overdue';
  if (dates.finish >= window.first) return undefined;
  return dates.finish < days.reportDay ? 'not reported' : 'due before';
}
