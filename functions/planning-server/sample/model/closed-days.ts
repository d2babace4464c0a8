/**
 * Days on which the sites of a region are closed: from Christmas Day to New Year's Day and a Saturday after it, and the
 * public holidays of England and Wales (https://www.gov.uk/bank-holidays) or New South Wales (Public Holidays Act 2010).
 */
import { weekdayOf } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import type { Region } from '#planning/contract/tasks-query.ts';

const millisecondsPerDay = 86_400_000;
const made = new Map<string, ReadonlySet<number>>();

export function isClosed(day: number, region: Region): boolean {
  return closedDays(region, new Date(day * millisecondsPerDay).getUTCFullYear()).has(day);
}

/** As days since 1970-01-01. */
function closedDays(region: Region, year: number): ReadonlySet<number> {
  const make = () => new Set([...betweenTheYears(year), ...holidays[region](year)]);
  return getOrInsert(made, `${region} ${year}`, make);
}

function betweenTheYears(year: number): number[] {
  const firstOfYear = dayOf(year, 1, 1);
  const isFriday = weekdayOf(firstOfYear) === 5;
  const newYear = [insteadOfWeekend(firstOfYear), ...daysFrom(firstOfYear, isFriday ? 2 : 1)];
  return [...newYear, ...daysFrom(dayOf(year, 12, 25), 7)];
}

const holidays = {
  gb: (year) => {
    const easter = easterSunday(year);
    const may = mondayFrom(dayOf(year, 5, 1));
    return [easter - 2, easter + 1, may, mondayFrom(dayOf(year, 5, 25)), mondayFrom(dayOf(year, 8, 25))];
  },
  au: (year) => {
    const anzacDay = dayOf(year, 4, 25);
    return [
      insteadOfWeekend(dayOf(year, 1, 26)),
      ...daysFrom(easterSunday(year) - 2, 4),
      anzacDay,
      // By order, the Monday after it too in these two years.
      ...(year === 2026 || year === 2027 ? [mondayFrom(anzacDay)] : []),
      mondayFrom(dayOf(year, 6, 8)),
      mondayFrom(dayOf(year, 10, 1)),
    ];
  },
} as const satisfies Record<Region, (year: number) => readonly number[]>;

function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / millisecondsPerDay;
}

function daysFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function mondayFrom(day: number): number {
  return day + ((8 - weekdayOf(day)) % 7);
}

/** The Monday after a Saturday or Sunday, any other day itself. */
function insteadOfWeekend(day: number): number {
  return weekdayOf(day) > 5 ? mondayFrom(day) : day;
}

/** J.-M. Oudin's algorithm for the Gregorian calendar, 1940. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = Math.floor((century - Math.floor((century - 17) / 25)) / 3);
  const epact = (century - Math.floor(century / 4) - correction + 19 * golden + 15) % 30;
  const late = Math.floor(epact / 28) * Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11);
  const fullMoon = epact - Math.floor(epact / 28) * (1 - late);
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - century + Math.floor(century / 4)) % 7;
  return dayOf(year, 3, 28) + fullMoon - weekday;
}
