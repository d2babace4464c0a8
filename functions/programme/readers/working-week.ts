import type { CalendarWeek, HourRange, Week } from '../programme.ts';
import { clockTime, minutesPerDay } from './local-date-time.ts';

const minutesPerWeek = 7 * minutesPerDay;
/** Minutes. A longer time without work ends a shift; a shorter one is a break within it. */
const maxBreak = 180;

export function usualWeek(hoursPerDay: number): Week {
  return [...Array.from({ length: 5 }, () => usualHours(hoursPerDay)), [], []];
}

/** Usual working hours of a day with this many hours: 08:00 to 17:00 with a break for 8. */
export function usualHours(hoursPerDay: number): readonly HourRange[] {
  const from = Math.min(8, 24 - hoursPerDay) * 60;
  if (hoursPerDay !== 8) return [{ from, to: from + hoursPerDay * 60 }];
  return [
    { from, to: 12 * 60 },
    { from: 13 * 60, to: 17 * 60 },
  ];
}

/** Minutes of a day. An end that is not after the start, such as 00:00, is on the next day. */
export function hourRange(from: number | undefined, to: number | undefined): HourRange | undefined {
  if (from === undefined || to === undefined) return undefined;
  return { from, to: to > from ? to : to + minutesPerDay };
}

type Shift = { readonly from: number; to: number; minutes: number };

/**
 * A calendar's week in days. A shift over midnight belongs to the day it begins on: Monday 18:00 to Tuesday 06:00 is
 * one working day, Monday.
 */
export function workingWeek(week: Week): CalendarWeek {
  const shifts = mergeShifts(week);
  const days = shifts.some(({ from, to }) => to - from > minutesPerDay)
    ? week.map((ranges) => workingDay(ranges.map((range) => ({ ...range, minutes: range.to - range.from }))))
    : week.map((_, day) => workingDay(shifts.filter(({ from }) => Math.floor(from / minutesPerDay) === day)));
  const worked = days.filter((day) => day !== undefined);
  const alike = Map.groupBy(worked, ({ from, to, minutes }) => `${from}-${to}-${minutes}`);
  const [[usual] = []] = [...alike.values()].sort((one, other) => other.length - one.length);
  return {
    week,
    hoursPerDay: usual === undefined ? 8 : usual.minutes / 60,
    workingDays: days.flatMap((day, index) => (day === undefined ? [] : [index + 1])),
    firstHour: usual && clockTime(usual.from),
    lastHour: usual && clockTime(usual.to),
  };
}

function mergeShifts(week: Week): Shift[] {
  const shifts: Shift[] = [];
  for (const [day, ranges] of week.entries()) {
    for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
      const start = day * minutesPerDay + from;
      const end = day * minutesPerDay + to;
      const last = shifts.at(-1);
      if (last === undefined || start - last.to > maxBreak) {
        shifts.push({ from: start, to: end, minutes: to - from });
      } else {
        last.minutes += Math.max(0, end - Math.max(start, last.to));
        last.to = Math.max(last.to, end);
      }
    }
  }
  const [first] = shifts;
  const last = shifts.at(-1);
  if (first && last && first !== last && first.from + minutesPerWeek - last.to <= maxBreak) {
    last.to = first.to + minutesPerWeek;
    last.minutes += first.minutes;
    shifts.shift();
  }
  return shifts;
}

function workingDay(shifts: readonly Shift[]): Shift | undefined {
  const [first] = shifts;
  const last = shifts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    from: first.from % minutesPerDay,
    to: last.to % minutesPerDay,
    minutes: shifts.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}
