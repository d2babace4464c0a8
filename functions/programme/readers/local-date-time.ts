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
  const date = dateOf(number);
  if (hour === undefined) return date;
  if (hour === '24' && minute === '00') return `${dateOf(number + 1)}T00:00`;
  return hour > '23' || minute > '59' ? undefined : `${date}T${hour}:${minute}`;
}

/** Days since 1970-01-01; NaN for a date that does not exist. */
export function dayNumber(date: string): number {
  const day = Date.parse(`${date}T00:00:00Z`) / millisecondsPerDay;
  // Some dates that do not exist, such as 30 February, become a date in March.
  return Number.isInteger(day) && dateOf(day) === date ? day : Number.NaN;
}

/** `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}
