import type {
  CalendarWeek,
  LocalDateTime,
  MinuteRange,
  ProgrammeCalendar,
  WeekHourRanges,
} from '#programme/programme.ts';
import { minutesPerDay, weekdayIndex } from './local-date-time.ts';
import { ancestorsAndSelf } from './with-parents.ts';

/** Minutes since 1970-01-01; NaN if there is no time. */
export function minuteOfDateTime(time: LocalDateTime = ''): number {
  return Date.parse(time.includes('T') ? `${time}Z` : time) / 60_000;
}

export function endMinuteOf(finish: LocalDateTime | undefined): number {
  return minuteOfDateTime(finish) + (finish?.includes('T') ? 0 : minutesPerDay);
}

export function dayOfMinute(minute: number): number {
  return Math.floor(minute / minutesPerDay);
}

export function dateTimeOfMinute(minute: number): LocalDateTime {
  return new Date(minute * 60_000).toISOString().slice(0, 16);
}

/** Minute of a day at which the night shift of the day before ends; 0 if the calendar has no night shifts. */
export function nightEndMinute({ firstHour = '00:00', lastHour = '00:00' }: ProgrammeCalendar): number {
  return lastHour < firstHour ? minuteOfDateTime(`1970-01-01T${lastHour}`) : 0;
}

/** Maximum number of days that a search through a calendar covers: about 40 years. */
const maxWalkDays = 15_000;

/** The working times within a span, in order. */
export function* workingSpans(span: MinuteRange, { days, week }: ProgrammeCalendar): Generator<MinuteRange> {
  // A shift of the day before may go on after midnight.
  const first = dayOfMinute(span.from) - 1;
  const last = Math.min(Math.ceil(span.to / minutesPerDay) - 1, first + maxWalkDays);
  for (let day = first; day <= last; day += 1) {
    for (const range of days.get(day) ?? week[weekdayIndex(day)] ?? []) {
      const from = Math.max(span.from, day * minutesPerDay + range.from);
      const to = Math.min(span.to, day * minutesPerDay + range.to);
      if (from < to) yield { from, to };
    }
  }
}

export function workingMinutes(
  span: MinuteRange,
  calendar: ProgrammeCalendar,
  pauses: readonly MinuteRange[] = [],
): number {
  let sum = 0;
  for (const { from, to } of workingSpans(span, calendar)) {
    sum += to - from;
    for (const pause of pauses) sum -= Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from));
  }
  return sum;
}

/** The span from the first to the last working minute within a span; undefined if there is none. */
export function firstToLastWorkingMinute(
  span: MinuteRange,
  calendar: ProgrammeCalendar,
): MinuteRange | undefined {
  let within: MinuteRange | undefined;
  for (const { from, to } of workingSpans(span, calendar)) {
    within = { from: Math.min(within?.from ?? from, from), to: Math.max(within?.to ?? to, to) };
  }
  return within;
}

/**
 * The time at which the work ends.
 * @param start start of the work; 00:00 if it has no time
 * @param hours working hours
 * @returns undefined if the calendar has too few working hours
 */
export function finishAfterWorkingHours(
  start: LocalDateTime,
  hours: number,
  calendar: ProgrammeCalendar,
): LocalDateTime | undefined {
  let left = Math.round(hours * 60);
  for (const { from, to } of workingSpans(
    { from: minuteOfDateTime(start), to: Number.POSITIVE_INFINITY },
    calendar,
  )) {
    if (to - from >= left) return dateTimeOfMinute(from + left);
    left -= to - from;
  }
  return undefined;
}

/**
 * The finish that the file means. 00:00 is the end of the day before only if the calendar works that day up to 24:00;
 * otherwise it is a date without a time: Primavera up to version 20 stores 00:00 if a date is typed while times are
 * hidden, and programs other than MS Project write only dates.
 * @param work start of the work in minutes since 1970-01-01, and its working hours; if given, they decide instead of
 *   the calendar's last hour, and a finish on the day before is moved to the last working minute before 00:00
 */
export function resolveMidnightFinish(
  finish: LocalDateTime | undefined,
  calendar: ProgrammeCalendar | undefined,
  work?: { readonly from: number; readonly hours: number; readonly pauses?: readonly MinuteRange[] },
): LocalDateTime | undefined {
  if (!finish?.endsWith('T00:00') || calendar === undefined) return finish;
  const date = finish.slice(0, 10);
  const midnight = minuteOfDateTime(finish);
  if (work !== undefined) {
    const before = { from: work.from, to: midnight };
    if (work.hours * 60 > workingMinutes(before, calendar, work.pauses) + 1) return date;
    const last = firstToLastWorkingMinute(before, calendar)?.to;
    return last === undefined ? finish : dateTimeOfMinute(last);
  }
  // A calendar that works around the clock may end at 23:59.
  return firstToLastWorkingMinute({ from: midnight - 2, to: midnight }, calendar) ? finish : date;
}

/** Maximum length of a break within a shift, in minutes; a longer time without work ends the shift. */
const maxBreakMinutes = 180;

/** Usual working hours of a day of this length: for 8 hours, 08:00 to 17:00 with a break from 12:00 to 13:00. */
export function usualHourRanges(hoursPerDay: number): readonly MinuteRange[] {
  const from = Math.min(8, 24 - hoursPerDay) * 60;
  if (hoursPerDay !== 8) return [{ from, to: from + hoursPerDay * 60 }];
  return [
    { from, to: 12 * 60 },
    { from: 13 * 60, to: 17 * 60 },
  ];
}

const clockTimePattern = /^(\d\d?):([0-5]\d)(?::\d\d(?:\.\d+)?)?(?:([AP])M)?$/i;

/**
 * Reads a range of hours. An end that is not after the start, such as 00:00, is on the next day.
 * @param times such as `08:00`, `16:00:00`, `4:00PM`
 * @returns undefined if either time cannot be read
 */
export function parseHourRange(
  ...times: [from: string | undefined, to: string | undefined]
): MinuteRange | undefined {
  const [from = 0, to = 0] = times.map((text = '') => {
    const [, hour, minute, half] = clockTimePattern.exec(text) ?? [];
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
    return hours * 60 + Number(minute);
  });
  if (!(Math.max(from, to) <= minutesPerDay)) return undefined;
  return { from, to: to > from ? to : to + minutesPerDay };
}

type OwnTimes = {
  readonly week: readonly (readonly MinuteRange[] | undefined)[];
  readonly days: ProgrammeCalendar['days'];
};

/**
 * Combines the times of a calendar with those of its base calendars. A weekday that none of them defines has the usual
 * hours; if no weekday has hours, Monday to Friday is assumed.
 * @param changed is called with what is assumed
 */
export function resolveWorkingTimes<Own extends OwnTimes>(
  own: Own,
  baseOf: (calendar: Own) => Own | undefined,
  hoursPerDay: number,
  changed: (problem: string) => void,
) {
  const levels = ancestorsAndSelf(own, baseOf);
  const usual = usualWeekHourRanges(hoursPerDay);
  const week = usual.map((hours, day) => levels.findLast((level) => level.week[day])?.week[day] ?? hours);
  const isWorked = week.some((hours) => hours.length > 0);
  if (!isWorked) changed(`has no working hours; Monday to Friday with ${hoursPerDay} hours is assumed`);
  const days = new Map(levels.flatMap((level) => [...level.days]));
  return { ...calendarWeekFromHours(isWorked ? week : usual), days };
}

export function usualWeekHourRanges(hoursPerDay: number): WeekHourRanges {
  return [...Array.from({ length: 5 }, () => usualHourRanges(hoursPerDay)), [], []];
}

/**
 * The working days and usual hours of a week. A shift over midnight belongs to the day on which it begins: Monday 18:00
 * to Tuesday 06:00 is one working day, Monday.
 */
export function calendarWeekFromHours(week: WeekHourRanges): CalendarWeek {
  const shifts = shiftsOf(week);
  const worked = week.flatMap((_, day) => {
    const ofDay = shifts.filter(({ from }) => dayOfMinute(from) === day);
    const [first, last] = [ofDay[0], ofDay.at(-1)];
    const minutes = ofDay.reduce((sum, shift) => sum + shift.minutes, 0);
    return first && last
      ? { day, from: first.from % minutesPerDay, to: last.to % minutesPerDay, minutes }
      : [];
  });
  const alike = Map.groupBy(worked, ({ from, to, minutes }) => `${from}-${to}-${minutes}`);
  const [[usual] = []] = [...alike.values()].sort((one, other) => other.length - one.length);
  return {
    week,
    hoursPerDay: usual === undefined ? 8 : usual.minutes / 60,
    workingDays: worked.map(({ day }) => day + 1),
    firstHour: usual && dateTimeOfMinute(usual.from).slice(11),
    lastHour: usual && dateTimeOfMinute(usual.to).slice(11),
  };
}

/**
 * Joins working hours that only a break separates into shifts of up to 24 hours. The day before and the day after the
 * week are included, because a shift that begins on Sunday may end on Monday.
 */
function shiftsOf(week: WeekHourRanges) {
  const shifts: { readonly from: number; to: number; minutes: number }[] = [];
  for (let day = -1; day <= 7; day += 1) {
    const hours = week.at(day % 7) ?? [];
    for (const range of hours.toSorted((one, other) => one.from - other.from)) {
      const [from, to] = [day * minutesPerDay + range.from, day * minutesPerDay + range.to];
      const last = shifts.at(-1);
      if (last === undefined || from - last.to > maxBreakMinutes || to - last.from > minutesPerDay)
        shifts.push({ from, to, minutes: to - from });
      else {
        last.minutes += Math.max(0, to - Math.max(from, last.to));
        last.to = Math.max(last.to, to);
      }
    }
  }
  return shifts;
}
