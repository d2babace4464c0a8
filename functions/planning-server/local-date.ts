import { Temporal } from 'temporal-polyfill';
import { isCalendarDate } from './calendar-date.ts';

const dateTime = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * The local date, `YYYY-MM-DD`, of a stored date or date-time; undefined where there is none that can be read.
 * Open point: the format of dates is not shown. A date-time without offset is local; one with an offset is
 * the date it has in the project's time zone.
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
