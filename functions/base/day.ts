import { Temporal } from 'temporal-polyfill';

/**
 * A local calendar date, without a time zone: the number of days since 1970-01-01. It is a number because making a
 * workbook computes millions of dates; `Temporal` is used for time zones and instants.
 * @example formatDay(addDays(parseDay('2026-11-30'), 1)); // '2026-12-01'
 */
export type Day = number & { readonly day: unique symbol };

export type StartAndFinish = { readonly start: Day; readonly finish: Day };

const millisecondsPerDay = 86_400_000;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;

function isDay(value: number): value is Day {
  return Number.isSafeInteger(value);
}

export function dayFromNumber(value: number): Day {
  if (isDay(value)) return value;
  throw new RangeError(`${value} is not a whole number of days since 1970-01-01.`);
}

/** Undefined unless the text is `YYYY-MM-DD` and the date exists. */
export function parseDay(text: string): Day | undefined {
  const match = isoDate.exec(text);
  if (!match) return undefined;
  const [, year, month, date] = match;
  const instant = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const day = dayFromNumber(Math.round(instant / millisecondsPerDay));
  return formatDay(day) === text ? day : undefined;
}

/** The first and last day that `parseDay` reads and `formatDay` writes. */
export const minDay = dayFromNumber(Date.UTC(100, 0, 1) / millisecondsPerDay);
export const maxDay = dayFromNumber(Date.UTC(9999, 11, 31) / millisecondsPerDay);

/** Writes a day as `YYYY-MM-DD`. Works for days from `minDay` to `maxDay`. */
export function formatDay(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}

/** @param text a date that exists, as `YYYY-MM-DD`; so is the result */
export function addDaysToIsoDate(text: string, days: number): string {
  return formatDay(Date.parse(text) / millisecondsPerDay + days);
}

export function addDays(day: Day, days: number): Day {
  return dayFromNumber(day + days);
}

/** Joins consecutive days into ranges. @param days in ascending order */
export function joinConsecutiveDays(days: readonly Day[]): readonly StartAndFinish[] {
  const stretches: StartAndFinish[] = [];
  for (const day of days) {
    const last = stretches.at(-1);
    if (last?.finish === day - 1) stretches[stretches.length - 1] = { ...last, finish: day };
    else stretches.push({ start: day, finish: day });
  }
  return stretches;
}

/** 1 is Monday, 7 is Sunday, as in ISO 8601. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export function isWeekend(day: Day): boolean {
  return weekdayOf(day) >= 6;
}

export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day));
}

/** The ISO 8601 week. Around New Year, its year may differ from that of the date. */
export function isoWeekOf(day: Day): { readonly year: number; readonly week: number } {
  const thursday = addDays(mondayOf(day), 3);
  const year = new Date(thursday * millisecondsPerDay).getUTCFullYear();
  const firstOfYear = dayFromNumber(Math.round(Date.UTC(year, 0, 1) / millisecondsPerDay));
  return { year, week: Math.floor((thursday - firstOfYear) / 7) + 1 };
}

export function dayFromPlainDate(date: Temporal.PlainDate): Day {
  return dayFromNumber(Math.round(Date.UTC(date.year, date.month - 1, date.day) / millisecondsPerDay));
}

export function plainDateFromDay(day: Day): Temporal.PlainDate {
  return Temporal.PlainDate.from(formatDay(day));
}

export function localDayOf(instant: Temporal.Instant, timeZone: string): Day {
  return dayFromPlainDate(instant.toZonedDateTimeISO(timeZone).toPlainDate());
}

/** The local time as `HH:MM`. */
export function clockTimeOf(instant: Temporal.Instant, timeZone: string): string {
  return instant.toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5);
}

/** Checks with Temporal, because Intl also accepts names that only ICU knows, such as BST for Dhaka. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
