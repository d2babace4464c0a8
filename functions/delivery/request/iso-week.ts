import { addDays, type Day, isoWeekOf, mondayOf, parseDay } from '../../base/day.ts';

/** A pull reaches months past the week on both sides, and dates have years of four digits. */
const firstYear = 1970;
const lastYear = 2999;

/**
 * The Monday of `2026-W48`; undefined for text that names no ISO week, for a week 53 in a year without one, and for
 * years before 1970 or after 2999.
 */
export function parseIsoWeek(text: string): Day | undefined {
  const [, year = '', week = ''] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  if (Number(year) < firstYear || Number(year) > lastYear) return undefined;
  // The 4th of January is always in week 1.
  const inFirstWeek = parseDay(`${year}-01-04`);
  if (inFirstWeek === undefined) return undefined;
  const monday = addDays(mondayOf(inFirstWeek), (Number(week) - 1) * 7);
  const named = isoWeekOf(monday);
  return named.year === Number(year) && named.week === Number(week) ? monday : undefined;
}
