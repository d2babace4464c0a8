import type { LocalDateTime } from '../programme.ts';

const millisecondsPerDay = 86_400_000;
const written = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * A date of a file, to the minute, with its offset from UTC left out: programmes are written in local time. 24:00 is
 * 00:00 of the next day.
 * @returns undefined for a day or time that does not exist, and for years outside 1900 to 2199, which stand for "none"
 */
export function localDateTime(text: string): LocalDateTime | undefined {
  const [, year = '', month = '', day = '', hour, minute = ''] = written.exec(text) ?? [];
  const number = dayNumber(`${year}-${month}-${day}`);
  if (Number.isNaN(number) || year < '1900' || year > '2199') return undefined;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  if (hour === '24' && minute === '00') return `${dateOf(number + 1)}T00:00`;
  return hour > '23' || minute > '59' ? undefined : `${date}T${hour}:${minute}`;
}

/** Days since 1970-01-01; NaN for a date that does not exist. */
export function dayNumber(date: string): number {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return Number.NaN;
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const time = new Date(Date.UTC(year, month - 1, day));
  // A day that a month does not have becomes one of the next, a month 13 one of the next year, a year 1 one of 1901.
  const exists =
    time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists ? time.getTime() / millisecondsPerDay : Number.NaN;
}

/** `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}
