const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;

/** An earlier year is a mistake or a program's word for no date, such as 0001-01-01. */
const firstYear = 1900;

/** What is wrong with a text that should be a date, `YYYY-MM-DD`; undefined for one that is. */
export function dateProblem(text: string): string | undefined {
  const match = dateOnly.exec(text);
  const [, year, month, day] = match ?? [];
  const date = new Date(0);
  // Date.UTC would take the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (!match || !date.toISOString().startsWith(text)) return 'expected a date that exists, as YYYY-MM-DD';
  return Number(year) < firstYear ? `expected a date in the year ${firstYear} or later` : undefined;
}

/** Whether the text is `YYYY-MM-DD`, and that date exists and is not before 1900. */
export function isCalendarDate(text: string): boolean {
  return dateProblem(text) === undefined;
}
