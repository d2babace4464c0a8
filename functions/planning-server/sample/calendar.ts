/**
 * The days that a site works, as days since 1970-01-01. Sites are closed from Christmas Day to New Year's Day, on a
 * Saturday directly after that, and on the public holidays of England and Wales (https://www.gov.uk/bank-holidays) or
 * New South Wales (Public Holidays Act 2010).
 */
import { formatDay, weekdayOf } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { type CalendarType, calendarTypes } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';

/** `finish` is the last day. */
export type DayRange = { readonly start: number; readonly finish: number };

const millisecondsPerDay = 86_400_000;

export function isWeekdayWorkedByType(type: CalendarType, day: number): boolean {
  return weekdayOf(day) <= 5 + calendarTypes.indexOf(type);
}

export type SiteCalendar = ReturnType<typeof siteCalendar>;

/** `seven-day` is for what keeps running while the site is closed, such as pumping. */
export function siteCalendar(type: CalendarType, region: Region) {
  const isOff = (day: number) => type !== 'seven-day' && isSiteClosed(day, region);
  const works = (day: number) => isWeekdayWorkedByType(type, day) && !isOff(day);
  /** The first working day on or after a day. */
  const from = (day: number) => {
    let next = day;
    while (!works(next)) next++;
    return next;
  };
  /** The day `count` working days after a day; a negative count goes back. */
  const add = (day: number, count: number) => {
    let at = day;
    for (let left = Math.abs(count); left > 0; ) {
      at += Math.sign(count);
      if (works(at)) left--;
    }
    return at;
  };
  return {
    type,
    from,
    add,
    /** The dates of `days` working days, from the first one on or after `day`; a milestone (0 days) takes one. */
    work: (day: number, days: number): DayRange => {
      return { start: from(day), finish: add(from(day), Math.max(1, days) - 1) };
    },
    between: (first: number, last: number) => daysFrom(first, last - first + 1).filter(works),
    /**
     * The dates of a task. A calendar of the contract has a type only, so the task itself lists the days on which the
     * site is closed although the type works on that weekday.
     */
    datesOf: ({ start, finish }: DayRange) => {
      const closed = daysFrom(start, finish - start + 1).filter(
        (day) => isWeekdayWorkedByType(type, day) && isOff(day),
      );
      return {
        start: formatDay(start),
        finish: formatDay(finish),
        nonWorkingDays: closed.length > 0 ? closed.map(formatDay) : undefined,
      };
    },
  };
}

const closedDays = new Map<string, ReadonlySet<number>>();

export function isSiteClosed(day: number, region: Region): boolean {
  const year = new Date(day * millisecondsPerDay).getUTCFullYear();
  return getOrInsert(closedDays, `${region} ${year}`, () => closedDaysOf(year, region)).has(day);
}

function closedDaysOf(year: number, region: Region): ReadonlySet<number> {
  const on = (month: number, day: number) => Date.UTC(year, month - 1, day) / millisecondsPerDay;
  const newYear = on(1, 1);
  const easter = easterSunday(on(3, 21), year);
  const own = {
    gb: [easter - 2, easter + 1, ...[on(5, 1), on(5, 25), on(8, 25)].map(mondayFrom)],
    au: [
      mondayAfterWeekend(on(1, 26)),
      ...daysFrom(easter - 2, 4),
      on(4, 25),
      // In these two years, a government order makes the Monday after Anzac Day a holiday too.
      ...(year === 2026 || year === 2027 ? [mondayFrom(on(4, 25))] : []),
      ...[on(6, 8), on(10, 1)].map(mondayFrom),
    ],
  };
  const turnOfYear = [...daysFrom(newYear, weekdayOf(newYear) === 5 ? 2 : 1), mondayAfterWeekend(newYear)];
  return new Set([...turnOfYear, ...own[region], ...daysFrom(on(12, 25), 7)]);
}

function daysFrom(first: number, count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
}

function mondayFrom(day: number): number {
  return day + ((8 - weekdayOf(day)) % 7);
}

/** The Monday after a Saturday or Sunday, any other day itself. */
function mondayAfterWeekend(day: number): number {
  return weekdayOf(day) > 5 ? mondayFrom(day) : day;
}

/**
 * The Sunday after the full moon on or after 21 March, by the rule of C. F. Gauss with its numbers for 1900 to 2199.
 */
function easterSunday(march21: number, year: number): number {
  const golden = year % 19;
  const age = (19 * golden + 24) % 30;
  const fullMoon = march21 + age - (age === 29 || (age === 28 && golden > 10) ? 1 : 0);
  return fullMoon + 7 - (weekdayOf(fullMoon) % 7);
}
