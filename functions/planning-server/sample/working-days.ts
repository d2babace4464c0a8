/** Dates as days since 1970-01-01, and the working days of the three calendars. */
import type { CalendarType } from './work/work-train.ts';

const millisecondsPerDay = 86_400_000;
const lastWorkingWeekday: Readonly<Record<CalendarType, number>> = {
  'five-day': 5,
  'six-day': 6,
  'seven-day': 7,
};
const written = new Map<number, string>();

/** Of a date that is known to be `YYYY-MM-DD`. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / millisecondsPerDay);
}

/** `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  const known = written.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
  written.set(day, date);
  return date;
}

/** 1 is Monday, 7 is Sunday. */
function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export function isMonday(day: number): boolean {
  return weekday(day) === 1;
}

function worksOn(day: number, calendar: CalendarType): boolean {
  return weekday(day) <= lastWorkingWeekday[calendar];
}

/** The day itself where it is worked, else the next that is. */
export function workingDayFrom(day: number, calendar: CalendarType): number {
  let at = day;
  while (!worksOn(at, calendar)) at++;
  return at;
}

/** So many working days later, or earlier below 0, counted from a day that is worked. */
export function addWorkingDays(day: number, count: number, calendar: CalendarType): number {
  const step = count < 0 ? -1 : 1;
  let at = day;
  for (let left = Math.abs(count); left > 0; ) {
    at += step;
    if (worksOn(at, calendar)) left--;
  }
  return at;
}

/** The days worked from first to last, both included. */
export function workingDaysBetween(first: number, last: number, calendar: CalendarType): number[] {
  const days: number[] = [];
  for (let day = first; day <= last; day++) if (worksOn(day, calendar)) days.push(day);
  return days;
}
