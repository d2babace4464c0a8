import { type CalendarType, knownCalendarType } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import type { SampleTask } from './sample-project.ts';
import {
  dateOf,
  dayNumber,
  hasWeekday,
  type WorksOn,
  workingDaysBetween,
  worksOn,
} from './sample-working-days.ts';

export function worksOnDaysOf(task: Pick<SampleTask, 'calendar'>, region: Region): WorksOn {
  return worksOn(calendarTypeOf(task), region);
}

/** A calendar of the contract has a type only, so the task itself says on which days the site is closed. */
export function withClosedDays(task: SampleTask, region: Region): SampleTask {
  const type = calendarTypeOf(task);
  const works = worksOn(type, region);
  const { start = '', finish = '' } = task;
  const isClosed = (day: number) => hasWeekday(type, day) && !works(day);
  const closed = workingDaysBetween(dayNumber(start), dayNumber(finish), isClosed).map(dateOf);
  return { ...task, nonWorkingDays: closed.length > 0 ? closed : undefined };
}

function calendarTypeOf({ calendar }: Pick<SampleTask, 'calendar'>): CalendarType {
  return knownCalendarType(calendar?.type) ?? 'five-day';
}
