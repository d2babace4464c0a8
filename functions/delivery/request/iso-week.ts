import { addDays, type Day, isoWeekOf, mondayOf, parseDay } from '../../lookahead/dates/day.ts';

/** The Monday of `2026-W48`; undefined for text that names no ISO week, and for a week 53 in a year without one. */
export function parseIsoWeek(text: string): Day | undefined {
  const [, year = '', week = ''] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  // The 4th of January is always in week 1.
  const inFirstWeek = parseDay(`${year}-01-04`);
  if (inFirstWeek === undefined) return undefined;
  const monday = addDays(mondayOf(inFirstWeek), (Number(week) - 1) * 7);
  const named = isoWeekOf(monday);
  return named.year === Number(year) && named.week === Number(week) ? monday : undefined;
}
