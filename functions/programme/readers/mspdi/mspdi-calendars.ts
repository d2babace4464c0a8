import { formatDay } from '#base/day.ts';
import type { MinuteRange, ProblemList, ProgrammeCalendar } from '#programme/programme.ts';
import { dayNumber, weekdayIndex } from '#programme/readers/local-date-time.ts';
import { parseHourRange, resolveWorkingTimes, usualHourRanges } from '#programme/readers/working-time.ts';
import type { CalendarRecord } from './record-shapes.ts';

/**
 * Maximum number of days that all exceptions of a file may span together; a century of holidays in many calendars spans
 * far fewer.
 */
const maxExceptionDays = 2_000_000;

type WorkRecord = Pick<ExceptionRecord, 'DayWorking' | 'WorkingTime'>;

/** Values of `DayType` from Monday to Sunday; 0 means the days of a `TimePeriod`. */
const dayTypesFromMonday = [2, 3, 4, 5, 6, 7, 1];

/**
 * Calendars by `UID`, each with what it inherits from its base calendar.
 * @param hoursPerDay length of a working day for which the calendar gives no hours
 */
export function mspdiCalendars(
  records: readonly CalendarRecord[],
  hoursPerDay: number,
  report: ProblemList,
): ReadonlyMap<string | undefined, ProgrammeCalendar> {
  const daysOf = exceptionDayLister(() =>
    report.changed(undefined, 'Calendars have too many exceptions; some are left out.'),
  );
  const rangesOf = ({ DayWorking: isWorking, WorkingTime: times }: WorkRecord) => {
    if (isWorking === false) return [];
    const hours = times.flatMap((time) => parseHourRange(time.FromTime, time.ToTime) ?? []);
    if (hours.length === 0 && isWorking) return usualHourRanges(hoursPerDay);
    return hours.sort((one, other) => one.from - other.from);
  };
  const weekOf = ({ WeekDay: days }: Pick<CalendarRecord, 'WeekDay'>) =>
    dayTypesFromMonday.map((type) => {
      const own = days.findLast(({ DayType }) => DayType === type);
      return own && rangesOf(own);
    });
  const ownDays = (calendar: CalendarRecord) => {
    const days = new Map<number, readonly MinuteRange[]>();
    for (const workWeek of calendar.WorkWeek) {
      const its = weekOf(workWeek);
      for (const day of daysOf(workWeek)) {
        const hours = its[weekdayIndex(day)];
        if (hours !== undefined) days.set(day, hours);
      }
    }
    // Files of MS Project 2003 or earlier have exceptions among the days of the week, as type 0. Later files may repeat
    // their exceptions there.
    const older = calendar.WeekDay.filter((day) => day.DayType === 0);
    for (const exception of calendar.Exception.length > 0 ? calendar.Exception : older) {
      const hours = rangesOf(exception);
      for (const day of daysOf(exception)) days.set(day, hours);
    }
    return { calendar, week: weekOf(calendar), days };
  };
  const byKey = new Map(records.map((record) => [record.UID, ownDays(record)]));
  byKey.delete(undefined);
  return new Map(
    [...byKey].map(([uid, own]) => {
      const { Name: name, UID: key = '', line } = own.calendar;
      const baseOf = ({ calendar }: typeof own) => byKey.get(calendar.BaseCalendarUID);
      const times = resolveWorkingTimes(own, baseOf, hoursPerDay, (problem) =>
        report.changed(line, `The calendar ${JSON.stringify(name ?? key)} ${problem}.`),
      );
      return [uid, { key, name, ...times }];
    }),
  );
}

/** An exception, or another record with a period, such as a work week. */
type PeriodRecord = Pick<ExceptionRecord, 'TimePeriod'> & Partial<ExceptionRecord>;
type ExceptionRecord = CalendarRecord['Exception'][number];

/**
 * Returns a function that lists the days of an exception in order, in days since 1970-01-01; none if it cannot be read.
 * @param exceeded is called once if the exceptions of the file have too many days; the rest is left out
 */
export function exceptionDayLister(exceeded: () => void): (exception: PeriodRecord) => readonly number[] {
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
      if (isOn(day)) days.push(day);
      if (most > 0 && days.length === most) break;
    }
    return days;
  };
}

type DayPattern = (day: number, date: string) => boolean;

/**
 * Returns a function that tells whether an exception applies on a day. `Type` is 2 or 3 for yearly, 4 or 5 for monthly
 * and 6 for weekly exceptions; all others are daily.
 */
function recurrencePattern(exception: PeriodRecord, first: number): (day: number) => boolean {
  const { Type: type = 1, Period: period = 1, Month: month = 0, DaysOfWeek: weekdays = 0 } = exception;
  const step = Math.max(1, period);
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
  const firstMonth = monthOf(formatDay(first));
  const firstSunday = first - ((weekdayIndex(first) + 1) % 7);
  const onDate: DayPattern = (_, date) => Number(date.slice(8)) === exception.MonthDay;
  const onWeekday = weekdayOfMonth(exception.MonthItem ?? 0, exception.MonthPosition ?? 0);
  const isOn = type % 2 === 0 ? onDate : onWeekday;
  return (day) => {
    const date = formatDay(day);
    const sinceSunday = day - firstSunday;
    switch (type) {
      case 2:
      case 3:
        return monthOf(date) % 12 === month && isOn(day, date);
      case 4:
      case 5:
        return (monthOf(date) - firstMonth) % step === 0 && isOn(day, date);
      case 6:
        return Math.floor(sinceSunday / 7) % step === 0 && (weekdays & (1 << (sinceSunday % 7))) !== 0;
      default:
        return (day - first) % step === 0;
    }
  };
}

/**
 * @param item 0 any day, 1 Monday to Friday, 2 Saturday and Sunday, 3 Sunday to 9 Saturday
 * @param position 0 the first such day of the month to 3 the fourth, 4 the last
 */
function weekdayOfMonth(item: number, position: number): DayPattern {
  const counts = (day: number) => {
    const weekday = weekdayIndex(day);
    if (item === 0) return true;
    if (item === 1) return weekday < 5;
    if (item === 2) return weekday > 4;
    return weekday === (item + 3) % 7;
  };
  return (day, date) => {
    if (!counts(day)) return false;
    const first = day - Number(date.slice(8)) + 1;
    const next = dayNumber(`${formatDay(first + 31).slice(0, 8)}01`);
    const days = Array.from({ length: next - first }, (_, index) => first + index).filter(counts);
    return days.at(position === 4 ? -1 : position) === day;
  };
}
