import { formatDay } from '../../../base/day.ts';
import { dayNumber, weekdayIndex } from '../local-date-time.ts';
import type { XmlRecord } from '../xml-records.ts';

/** Maximum number of days examined per file; far beyond every holiday of a century of calendars. */
const maxExceptionDays = 2_000_000;

/** `Type` of an exception. */
const every = {
  yearlyOnDate: 2,
  yearlyOnWeekday: 3,
  monthlyOnDate: 4,
  monthlyOnWeekday: 5,
  weekly: 6,
} as const;

/**
 * Returns a function that lists the dates, `YYYY-MM-DD`, of an exception in order; none if it cannot be read.
 * @param exceeded is called once if the file's exceptions are so long that the rest is left out
 */
export function dayCounter(exceeded: () => void): (exception: XmlRecord) => readonly string[] {
  let left = maxExceptionDays;
  return (exception) => {
    const period = timePeriod(exception);
    if (period === undefined || left < 0) return [];
    left -= period.to - period.from + 1;
    if (left < 0) {
      exceeded();
      return [];
    }
    const isOn = recurrencePattern(exception, period.from);
    const most = exception.flag('EnteredByOccurrences') ? (exception.number('Occurrences') ?? 0) : 0;
    const dates: string[] = [];
    for (let day = period.from; day <= period.to; day++) {
      const date = formatDay(day);
      if (isOn(day, date)) dates.push(date);
      if (most > 0 && dates.length === most) break;
    }
    return dates;
  };
}

function timePeriod(record: XmlRecord): { readonly from: number; readonly to: number } | undefined {
  const period = record.first('TimePeriod');
  const from = dayNumber(period?.text('FromDate')?.slice(0, 10) ?? '');
  const to = dayNumber(period?.text('ToDate')?.slice(0, 10) ?? '');
  return from <= to ? { from, to } : undefined;
}

type Pattern = (day: number, date: string) => boolean;

function recurrencePattern(exception: XmlRecord, first: number): Pattern {
  const step = Math.max(1, exception.number('Period') ?? 1);
  const onDate: Pattern = (_, date) => Number(date.slice(8)) === exception.number('MonthDay');
  const onWeekday = weekdayOfMonth(
    exception.number('MonthItem') ?? 0,
    exception.number('MonthPosition') ?? 0,
  );
  const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  const firstMonth = months(formatDay(first));
  const inMonth = (date: string) => (months(date) - firstMonth) % step === 0;
  const inYear = (date: string) => Number(date.slice(5, 7)) === (exception.number('Month') ?? 0) + 1;
  const firstSunday = first - ((weekdayIndex(first) + 1) % 7);
  const weekdays = exception.number('DaysOfWeek') ?? 0;
  switch (exception.number('Type')) {
    case every.yearlyOnDate:
      return (day, date) => inYear(date) && onDate(day, date);
    case every.yearlyOnWeekday:
      return (day, date) => inYear(date) && onWeekday(day, date);
    case every.monthlyOnDate:
      return (day, date) => inMonth(date) && onDate(day, date);
    case every.monthlyOnWeekday:
      return (day, date) => inMonth(date) && onWeekday(day, date);
    case every.weekly:
      return (day) => {
        const sinceSunday = day - firstSunday;
        return Math.floor(sinceSunday / 7) % step === 0 && (weekdays & (1 << (sinceSunday % 7))) !== 0;
      };
    default:
      return (day) => (day - first) % step === 0;
  }
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
  return (day, date) => {
    if (!counts(day)) return false;
    const first = day - Number(date.slice(8)) + 1;
    const next = dayNumber(
      formatDay(first + 31)
        .slice(0, 8)
        .concat('01'),
    );
    const isLast = position === 4;
    const [from, to] = isLast ? [day + 1, next] : [first, day];
    let others = 0;
    for (let other = from; other < to; other++) if (counts(other)) others += 1;
    return others === (isLast ? 0 : position);
  };
}
