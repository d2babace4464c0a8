import { formatDay } from '#base/day.ts';
import { dayNumber, weekdayIndex } from '#programme/readers/local-date-time.ts';
import type { CalendarRecord } from './shape.ts';

/** Maximum number of days examined per file; far beyond every holiday of a century of calendars. */
const maxExceptionDays = 2_000_000;

/** An exception, or what else has a period. */
type PeriodRecord = Pick<ExceptionRecord, 'TimePeriod'> & Partial<ExceptionRecord>;
type ExceptionRecord = CalendarRecord['Exception'][number];

/**
 * Returns a function that lists the days of an exception in order, since 1970-01-01; none if it cannot be read.
 * @param exceeded is called once if the file's exceptions are so long that the rest is left out
 */
export function dayCounter(exceeded: () => void): (exception: PeriodRecord) => readonly number[] {
  let left = maxExceptionDays;
  return (exception) => {
    const [period] = exception.TimePeriod;
    const [from, to] = [period?.FromDate, period?.ToDate].map((date = '') => dayNumber(date.slice(0, 10)));
    if (from === undefined || to === undefined || !(from <= to) || left < 0) return [];
    left -= to - from + 1;
    if (left < 0) {
      exceeded();
      return [];
    }
    const isOn = recurrencePattern(exception, from);
    const most = exception.EnteredByOccurrences ? (exception.Occurrences ?? 0) : 0;
    const days: number[] = [];
    for (let day = from; day <= to; day++) {
      if (isOn(day, formatDay(day))) days.push(day);
      if (most > 0 && days.length === most) break;
    }
    return days;
  };
}

type Pattern = (day: number, date: string) => boolean;

function recurrencePattern(exception: PeriodRecord, first: number): Pattern {
  const { Period: period = 1, Month: month = 0, DaysOfWeek: weekdays = 0 } = exception;
  const step = Math.max(1, period);
  const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  const firstMonth = months(formatDay(first));
  const firstSunday = first - ((weekdayIndex(first) + 1) % 7);
  const onDate: Pattern = (_, date) => Number(date.slice(8)) === exception.MonthDay;
  const onWeekday = weekdayOfMonth(exception.MonthItem ?? 0, exception.MonthPosition ?? 0);
  const yearly =
    (isOn: Pattern): Pattern =>
    (day, date) =>
      Number(date.slice(5, 7)) === month + 1 && isOn(day, date);
  const monthly =
    (isOn: Pattern): Pattern =>
    (day, date) =>
      (months(date) - firstMonth) % step === 0 && isOn(day, date);
  const weekly: Pattern = (day) => {
    const sinceSunday = day - firstSunday;
    return Math.floor(sinceSunday / 7) % step === 0 && (weekdays & (1 << (sinceSunday % 7))) !== 0;
  };
  const daily: Pattern = (day) => (day - first) % step === 0;
  /** By `Type` of the exception, from 1. */
  const patterns = [daily, yearly(onDate), yearly(onWeekday), monthly(onDate), monthly(onWeekday), weekly];
  return patterns[(exception.Type ?? 1) - 1] ?? daily;
}

/**
 * @param item 0 any day, 1 Monday to Friday, 2 Saturday and Sunday, 3 Sunday to 9 Saturday
 * @param position 0 the first such day of the month to 3 the fourth, 4 the last
 */
function weekdayOfMonth(item: number, position: number): Pattern {
  const counts = (day: number) => {
    const weekday = weekdayIndex(day);
    if (item === 0) return true;
    if (item === 1) return weekday < 5;
    if (item === 2) return weekday > 4;
    return weekday === (item + 3) % 7;
  };
  const isLast = position === 4;
  return (day, date) => {
    if (!counts(day)) return false;
    const first = day - Number(date.slice(8)) + 1;
    const next = dayNumber(`${formatDay(first + 31).slice(0, 8)}01`);
    const [from, to] = isLast ? [day + 1, next] : [first, day];
    let others = 0;
    for (let other = from; other < to; other++) if (counts(other)) others += 1;
    return others === (isLast ? 0 : position);
  };
}
