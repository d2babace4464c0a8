import { parseDay } from '#base/day.ts';

/** An earlier year is a mistake or stands for no date, such as 0001-01-01. */
const firstYear = 1900;

function dateProblem(text: string): string | undefined {
  // `parseDay` reads no year before 100. The years 0 to 99 have the days of 2000 to 2099.
  if (parseDay(text.replace(/^00/, '20')) === undefined) return 'expected a date that exists, as YYYY-MM-DD';
  return Number(text.slice(0, 4)) < firstYear
    ? `expected a date in the year ${firstYear} or later`
    : undefined;
}

export function isCalendarDate(text: string): boolean {
  return dateProblem(text) === undefined;
}
