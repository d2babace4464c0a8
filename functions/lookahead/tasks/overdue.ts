import type { Day } from '../../base/day.ts';
import type { Window } from '../dates/window.ts';
import type { Mark } from '../dates/working-days.ts';
import type { ReadTask } from './read-task.ts';
import { isUnfinished } from './status.ts';

export type ReportedDays = {
  readonly reportDay: Day;
  readonly lastReported: Day;
};

export function hasPassed(day: Day, { reportDay, lastReported }: ReportedDays): boolean {
  return day < reportDay && day <= lastReported;
}

/** A task is overdue once its last day has passed; until then, a task from before the window is due. */
export function dueMark({ dates, status }: ReadTask, days: ReportedDays, window: Window): Mark | undefined {
  if (dates === undefined || !isUnfinished(status)) return undefined;
  if (hasPassed(dates.finish, days)) return 'overdue';
  if (dates.finish >= window.first) return undefined;
  return dates.finish < days.reportDay ? 'not reported' : 'due before';
}
