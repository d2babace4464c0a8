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

/**
 * Whether every date that is given can be read. If one cannot, the bar has the other one as both start and finish, so the
 * task must not count as late.
 */
export function hasReadableDates({ marks }: InterpretedTask): boolean {
  return !marks.includes('date unreadable');
}

/**
 * An unfinished task is `overdue` once its last day has passed and is reported. Any other that ends before the window
 * is `not reported` if its last day has passed, else `due before`.
 */
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
