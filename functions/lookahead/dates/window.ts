import { addDays, type Day, formatDay, isoWeekOf, mondayOf, type StartAndFinish } from '#base/day.ts';
import { capitalised } from '#lookahead/text/clean-text.ts';
import { dateText, dayAndYearText, dayText, dayTextParts } from './day-text.ts';

const maxWindowWeeks = 6;

/** The local dates that a lookahead covers, both ends included; whole ISO weeks, Monday to Sunday. */
export type Window = { readonly first: Day; readonly last: Day; readonly weeks: number };

/** Whether the window begins on the first Monday after the report day, or on the Monday of the report day's week. */
export type WindowStart = 'next-week' | 'this-week';

/**
 * The window of a report: on Fri 20 Nov 2026, `{ weeks: 1, starts: 'next-week' }` gives Mon 23 to Sun 29 Nov.
 * @param options.weeks 1 to 6
 * @throws RangeError for any other number of weeks
 */
export function windowFor(
  reportDay: Day,
  options: { readonly weeks: number; readonly starts: WindowStart },
): Window {
  const { weeks, starts } = options;
  if (!Number.isInteger(weeks) || weeks < 1 || weeks > maxWindowWeeks) {
    throw new RangeError(`A window is 1 to ${maxWindowWeeks} weeks long, not ${weeks}.`);
  }
  const thisMonday = mondayOf(reportDay);
  const first = starts === 'this-week' ? thisMonday : addDays(thisMonday, 7);
  return { first, last: addDays(first, weeks * 7 - 1), weeks };
}

/** @param first a Monday */
export function weekWindow(first: Day): Window {
  return { first, last: addDays(first, 6), weeks: 1 };
}

/** `2026-11-23_2026-11-29`: the window in an object key; sorts by date. */
export function windowKey(window: Window): string {
  return `${formatDay(window.first)}_${formatDay(window.last)}`;
}

export function windowWeekName(window: Window): string {
  const { year, week } = isoWeekOf(window.first);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Whether a day of a task is in the window; false without dates. */
export function overlaps({ first, last }: Omit<Window, 'weeks'>, dates: StartAndFinish | undefined): boolean {
  return dates !== undefined && dates.start <= last && dates.finish >= first;
}

export function coversWeek(days: StartAndFinish, week: Window): boolean {
  return days.start <= week.first && days.finish >= week.last;
}

export function windowDatesText({ first, last }: Window): string {
  const sameYear = dayTextParts(first).year === dayTextParts(last).year;
  return `${sameYear ? dayText(first, first) : dayAndYearText(first)} – ${dayAndYearText(last)}`;
}

/** `week 48`, `weeks 48–53`; across the end of a year `30 Nov – 10 Jan`, because 49–1 reads as a subtraction. */
export function weeksText({ first, last }: Window): string {
  const from = isoWeekOf(first).week;
  const to = isoWeekOf(last).week;
  if (from > to) return `${dateText(first, first)} – ${dateText(last, last)}`;
  return from === to ? `week ${from}` : `weeks ${from}–${to}`;
}

export function weeksTitle(window: Window): string {
  return capitalised(weeksText(window));
}
