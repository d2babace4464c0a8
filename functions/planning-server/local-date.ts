import { Temporal } from 'temporal-polyfill';
import { parseDay } from '#base/day.ts';

const dateTime = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * `YYYY-MM-DD`; undefined if the text cannot be read. Open point of the contract: the format of dates. A date-time
 * without offset is local; one with an offset is the date it has in the project's time zone.
 */
export function localDateOf(text: string | undefined, timeZone: string): string | undefined {
  if (text === undefined) return undefined;
  if (isCalendarDate(text)) return text;
  const match = dateTime.exec(text);
  const date = match?.[1];
  if (date === undefined || !isCalendarDate(date)) return undefined;
  if (match?.[2] === undefined) return date;
  try {
    return Temporal.Instant.from(text).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  } catch {
    return undefined;
  }
}

/** An earlier year is a mistake or stands for no date, such as 0001-01-01. */
const firstYear = 1900;

export function dateProblem(text: string): string | undefined {
  // `parseDay` reads no year before 100. The years 0 to 99 have the days of 2000 to 2099.
  if (parseDay(text.replace(/^00/, '20')) === undefined) return 'expected a date that exists, as YYYY-MM-DD';
  return Number(text.slice(0, 4)) < firstYear
    ? `expected a date in the year ${firstYear} or later`
    : undefined;
}

function isCalendarDate(text: string): boolean {
  return dateProblem(text) === undefined;
}
