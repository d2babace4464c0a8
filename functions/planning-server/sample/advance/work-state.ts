import { isCalendarDate } from '../../calendar-date.ts';
import type { SampleStatus, SampleTask } from '../model/sample-project.ts';
import { type CalendarType, type DayRange, dayNumber } from '../model/working-days.ts';
import { delayReasonsOf, disciplines } from '../vocabulary/vocabulary.ts';

/** What is planned for a task at the beginning of a week. */
export type WorkState = DayRange & {
  readonly status: SampleStatus;
  readonly calendar: CalendarType;
  /** Working days; 0 is a milestone. */
  readonly days: number;
  readonly delayReasons: readonly string[];
};

/** Undefined for a task that is not planned as work: no dates, odd dates, or a status of its own. */
export function workStateOf(task: SampleTask): WorkState | undefined {
  const { start, finish, status, duration = 1 } = task;
  if (start === undefined || finish === undefined || !isCalendarDate(start) || !isCalendarDate(finish)) {
    return undefined;
  }
  if (start > finish || status === undefined || status === 'on hold') return undefined;
  return {
    start: dayNumber(start),
    finish: dayNumber(finish),
    status,
    calendar: calendarOf(task),
    days: duration,
    delayReasons: delayReasonsFor(task),
  };
}

export function calendarOf(task: SampleTask): CalendarType {
  const type = task.calendar?.type;
  return type === 'six-day' || type === 'seven-day' ? type : 'five-day';
}

function delayReasonsFor(task: SampleTask): readonly string[] {
  const path = task.folder?.path.split(' › ') ?? [];
  const discipline = disciplines.find(({ name }) => path.includes(name)) ?? disciplines.at(-1);
  return discipline ? delayReasonsOf(discipline) : [];
}
