/** Days as dates of `Temporal`, where a time zone or an instant is involved. */
import { Temporal } from 'temporal-polyfill';
import { type Day, dayFromNumber, formatDay } from './day.ts';

const millisecondsPerDay = 86_400_000;

export function dayFromPlainDate(date: Temporal.PlainDate): Day {
  return dayFromNumber(Math.round(Date.UTC(date.year, date.month - 1, date.day) / millisecondsPerDay));
}

export function plainDateFromDay(day: Day): Temporal.PlainDate {
  return Temporal.PlainDate.from(formatDay(day));
}

/** The local date of an instant in a time zone. */
export function localDayOf(instant: Temporal.Instant, timeZone: string): Day {
  return dayFromPlainDate(instant.toZonedDateTimeISO(timeZone).toPlainDate());
}
