import { formatDay, parseDay, weekdayOf } from '#base/day.ts';
import type { LocalDateTime } from '#programme/programme.ts';

export const minutesPerDay = 24 * 60;

const localDateTimePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads a date of a file, to the minute. Offsets from UTC are dropped: programmes are written in local time. 24:00 is
 * 00:00 of the next day.
 * @returns undefined for a day or time that does not exist, and for years outside 1900 to 2199, which mean "none"
 */
export function parseLocalDateTime(text: string): LocalDateTime | undefined {
  const [, year = '', month = '', day = '', hour, minute = ''] = localDateTimePattern.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const number = dayNumber(date);
  if (Number.isNaN(number) || year < '1900' || year > '2199') return undefined;
  if (hour === undefined) return date;
  if (hour === '24' && minute === '00') return `${formatDay(number + 1)}T00:00`;
  return hour > '23' || minute > '59' ? undefined : `${date}T${hour}:${minute}`;
}

/** Cache of day numbers: a file has few different dates, which occur often. */
const numbers = new Map<string, number>();

/** Days since 1970-01-01; NaN for a date that does not exist. */
export function dayNumber(date: string): number {
  const known = numbers.get(date);
  if (known !== undefined) return known;
  const number = parseDay(date);
  if (number !== undefined) numbers.set(date, number);
  return number ?? Number.NaN;
}

export function weekdayIndex(day: number): number {
  return weekdayOf(day) - 1;
}

/** Rounds to two decimals: programmes have hours such as 55.9999999. */
export function roundedToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Maximum duration of a task: a century, because no planner means a longer one. */
const maxHours = 100 * 366 * 24;

/**
 * Returns the duration unchanged; undefined if a task cannot have it, because it is negative or longer than a century.
 */
export function usableDuration(hours: number | undefined): number | undefined {
  return hours !== undefined && hours >= 0 && hours <= maxHours ? hours : undefined;
}
