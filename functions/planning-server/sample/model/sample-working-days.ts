/** Dates as days since 1970-01-01, and the working days of the three calendars. */
import { formatDay, weekdayOf } from '../../../base/day.ts';

export const calendarTypes = ['five-day', 'six-day', 'seven-day'] as const;
export type CalendarType = (typeof calendarTypes)[number];

/** Days since 1970-01-01; `finish` is the last day. */
export type DayRange = { readonly start: number; readonly finish: number };

const millisecondsPerDay = 86_400_000;

export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / millisecondsPerDay);
}

export const dateOf = formatDay;

function worksOn(day: number, calendar: CalendarType): boolean {
  return weekdayOf(day) <= 5 + calendarTypes.indexOf(calendar);
}

export function workingDayFrom(day: number, calendar: CalendarType): number {
  let next = day;
  while (!worksOn(next, calendar)) next++;
  return next;
}

/** Negative counts go back. */
export function addWorkingDays(day: number, count: number, calendar: CalendarType): number {
  const step = count < 0 ? -1 : 1;
  let at = day;
  for (let left = Math.abs(count); left > 0; ) {
    at += step;
    if (worksOn(at, calendar)) left--;
  }
  return at;
}

export function workingDaysBetween(first: number, last: number, calendar: CalendarType): number[] {
  const days: number[] = [];
  for (let day = first; day <= last; day++) if (worksOn(day, calendar)) days.push(day);
  return days;
}
