/** Dates as days since 1970-01-01, and the working days of the three calendars. */

import { formatDay, weekdayOf } from '#base/day.ts';
import { type CalendarType, calendarTypes, knownCalendarType } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { isClosed } from './closed-days.ts';
import type { SampleTask } from './sample-project.ts';

/** Days since 1970-01-01; `finish` is the last day. */
export type DayRange = { readonly start: number; readonly finish: number };

const millisecondsPerDay = 86_400_000;

export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / millisecondsPerDay);
}

export const dateOf = formatDay;

/** Whether a calendar of the region works on a day. */
export type WorksOn = (day: number) => boolean;

/** `seven-day` is for what keeps running while the site is closed, such as pumping. */
export function worksOn(type: CalendarType, region: Region): WorksOn {
  return type === 'seven-day' ? () => true : (day) => hasWeekday(type, day) && !isClosed(day, region);
}

export function hasWeekday(type: CalendarType, day: number): boolean {
  return weekdayOf(day) <= 5 + calendarTypes.indexOf(type);
}

export function workingDayFrom(day: number, works: WorksOn): number {
  let next = day;
  while (!works(next)) next++;
  return next;
}

/** Negative counts go back. */
export function addWorkingDays(day: number, count: number, works: WorksOn): number {
  const step = count < 0 ? -1 : 1;
  let at = day;
  for (let left = Math.abs(count); left > 0; ) {
    at += step;
    if (works(at)) left--;
  }
  return at;
}

export function workingDaysBetween(first: number, last: number, works: WorksOn): number[] {
  const days: number[] = [];
  for (let day = first; day <= last; day++) if (works(day)) days.push(day);
  return days;
}

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
