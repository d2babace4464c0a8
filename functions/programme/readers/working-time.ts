import { formatDay } from '../../base/day.ts';
import type { HourRange, LocalDateTime, ProgrammeCalendar } from '../programme.ts';
import { clockTime, dayNumber, minutesPerDay, weekdayIndex } from './local-date-time.ts';

export type Span = HourRange;

export function minuteOf(time: LocalDateTime | undefined): number {
  const [date = '', clock = '00:00'] = time?.split('T') ?? [];
  return dayNumber(date) * minutesPerDay + Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

export function endMinuteOf(finish: LocalDateTime | undefined): number {
  return minuteOf(finish) + (finish?.includes('T') ? 0 : minutesPerDay);
}

export function dayOf(minute: number): number {
  return Math.floor(minute / minutesPerDay);
}

export function atMinute(minute: number): LocalDateTime {
  const day = dayOf(minute);
  return `${formatDay(day)}T${clockTime(minute - day * minutesPerDay)}`;
}

/** Minute of a day at which the night before ends; 0 if the calendar has no nights. */
export function morningOf({ firstHour = '00:00', lastHour = '00:00' }: ProgrammeCalendar): number {
  return lastHour < firstHour ? Number(lastHour.slice(0, 2)) * 60 + Number(lastHour.slice(3)) : 0;
}

function rangesOn(day: number, calendar: ProgrammeCalendar): readonly HourRange[] {
  return calendar.days.get(day) ?? calendar.week[weekdayIndex(day)] ?? [];
}

/** Maximum number of days that a walk through a calendar takes: about 40 years. */
const maxWalk = 15_000;

/**
 * Visits working time in order. Without a list: a programme has 50,000 tasks of many days.
 * @param visit returns true to stop
 */
function eachWork(
  span: Span,
  calendar: ProgrammeCalendar,
  visit: (from: number, to: number) => boolean | undefined,
): void {
  // A shift of the day before may go on after midnight.
  const first = dayOf(span.from) - 1;
  const last = Math.min(Math.ceil(span.to / minutesPerDay) - 1, first + maxWalk);
  for (let day = first; day <= last; day += 1) {
    for (const range of rangesOn(day, calendar)) {
      const from = Math.max(span.from, day * minutesPerDay + range.from);
      const to = Math.min(span.to, day * minutesPerDay + range.to);
      if (from < to && visit(from, to)) return;
    }
  }
}

export function workIn(span: Span, calendar: ProgrammeCalendar): readonly Span[] {
  const found: Span[] = [];
  eachWork(span, calendar, (from, to) => {
    found.push({ from, to });
  });
  return found;
}

export function workingMinutes(
  span: Span,
  calendar: ProgrammeCalendar,
  pauses: readonly Span[] = [],
): number {
  let sum = 0;
  eachWork(span, calendar, (from, to) => {
    sum += to - from;
    for (const pause of pauses) sum -= Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from));
  });
  return sum;
}

/** From the first to the last working minute in a span; undefined if there is none. */
export function workWithin(span: Span, calendar: ProgrammeCalendar): Span | undefined {
  const within = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  eachWork(span, calendar, (from, to) => {
    within.from = Math.min(within.from, from);
    within.to = Math.max(within.to, to);
  });
  return within.from < within.to ? within : undefined;
}

/**
 * When work of some hours that starts then ends.
 * @param start a date starts at 00:00
 * @returns undefined if the calendar works too little
 */
export function finishAfter(
  start: LocalDateTime,
  hours: number,
  calendar: ProgrammeCalendar,
): LocalDateTime | undefined {
  let left = Math.round(hours * 60);
  let finish: LocalDateTime | undefined;
  eachWork({ from: minuteOf(start), to: Number.POSITIVE_INFINITY }, calendar, (from, to) => {
    if (to - from >= left) finish = atMinute(from + left);
    left -= to - from;
    return finish !== undefined;
  });
  return finish;
}

/**
 * A finish as the file means it. 00:00 is the end of the day before only if the calendar works that day up to 24:00;
 * else it is a date without a time: Primavera up to version 20 stores it if a date is typed while times are hidden, and
 * other writers than MS Project give only dates.
 * @param work start and working hours of what finishes, if they decide instead
 */
export function writtenFinish(
  finish: LocalDateTime,
  calendar: ProgrammeCalendar | undefined,
  work?: { readonly start: LocalDateTime; readonly hours: number; readonly pauses: readonly Span[] },
): LocalDateTime {
  if (!finish.endsWith('T00:00') || calendar === undefined) return finish;
  const date = finish.slice(0, 10);
  const midnight = minuteOf(finish);
  if (work !== undefined) {
    const before = { from: minuteOf(work.start), to: midnight };
    if (work.hours * 60 > workingMinutes(before, calendar, work.pauses) + 1) return date;
    const last = workWithin(before, calendar)?.to;
    return last === undefined ? finish : atMinute(last);
  }
  // Calendars of all hours may end at 23:59.
  return workWithin({ from: midnight - 2, to: midnight }, calendar) ? finish : date;
}
