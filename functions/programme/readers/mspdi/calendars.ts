/** The calendars of an MS Project file, and working time by them. */
import { formatDay } from '../../../base/day.ts';
import type { ProgrammeCalendar, ReportProblem } from '../../programme.ts';
import { clockTime, dayNumber, weekdayIndex } from '../local-date-time.ts';
import { type HourRange, hoursIn, type Week, workingWeek } from '../working-week.ts';
import type { XmlRecord } from '../xml-records.ts';
import { dayCounter } from './day-periods.ts';

/** A calendar with the hours of each day, which `ProgrammeCalendar` sums up. */
export type HourCalendar = ProgrammeCalendar & {
  readonly week: Week;
  /** Hours of the days that differ from the week; none for a holiday. */
  readonly days: ReadonlyMap<string, readonly HourRange[]>;
};

const fullDay = 24 * 60;
/** Levels of calendars that are based on each other; MS Project has two. */
const maxLevels = 20;

/** The usual hours of a working day of so many hours: 08:00 to 17:00 with a break for 8. */
function usualHours(hoursPerDay: number): readonly HourRange[] {
  if (hoursPerDay !== 8)
    return [{ from: Math.min(8, 24 - hoursPerDay) * 60, to: Math.min(8 + hoursPerDay, 24) * 60 }];
  return [
    { from: 8 * 60, to: 12 * 60 },
    { from: 13 * 60, to: 17 * 60 },
  ];
}

/**
 * Reads the calendars, each with what it takes over from the one it is based on. The key is the `UID`.
 * @param hoursPerDay of a working day for which the file names no hours
 */
export function mspdiCalendars(
  records: readonly XmlRecord[],
  hoursPerDay: number,
  report: ReportProblem,
): ReadonlyMap<string, HourCalendar> {
  const datesOf = dayCounter(() =>
    report(undefined, 'changed', 'The calendars have exceptions of so many days that some are left out.'),
  );
  const byKey = new Map(records.map((record) => [record.text('UID') ?? '', record]));
  const usual = usualHours(hoursPerDay);
  const defaultWeek: Week = [...Array.from({ length: 5 }, () => usual), [], []];
  const own = new Map(records.map((record) => [record, ownDays(record, usual, datesOf)]));
  const calendars = new Map<string, HourCalendar>();
  for (const [key, record] of byKey) {
    if (key === '') continue;
    const chain = [record];
    for (let base = record; chain.length < maxLevels; chain.unshift(base)) {
      const next = byKey.get(base.text('BaseCalendarUID') ?? '');
      if (next === undefined || next === base) break;
      base = next;
    }
    const days = new Map(chain.flatMap((level) => [...(own.get(level)?.days ?? [])]));
    const week = chain.reduce<Week>(
      (under, level) => under.map((hours, index) => own.get(level)?.week[index] ?? hours),
      defaultWeek,
    );
    const worked = week.some((hours) => hours.length > 0);
    const summary = workingWeek(worked ? week : defaultWeek);
    const name = record.text('Name');
    if (!worked) {
      const shown = `The calendar ${JSON.stringify(name ?? key)}`;
      report(
        record.line,
        'changed',
        `${shown} has no working hours; Monday to Friday with ${hoursPerDay} hours is assumed.`,
      );
    }
    calendars.set(key, {
      key,
      name,
      ...summary,
      exceptions: exceptionsOf(days, summary.weekHours),
      week,
      days,
    });
  }
  return calendars;
}

/** Days with other hours than their weekday has, or with none. */
function exceptionsOf(
  days: HourCalendar['days'],
  weekHours: readonly number[],
): ProgrammeCalendar['exceptions'] {
  return [...days]
    .map(([date, ranges]) => {
      const hours = hoursIn(ranges);
      return { date, working: hours !== undefined, hours };
    })
    .filter(({ date, hours = 0 }) => hours !== weekHours[weekdayIndex(dayNumber(date))])
    .sort((left, right) => (left.date < right.date ? -1 : 1));
}

type OwnDays = {
  /** Monday to Sunday; undefined for a day that the calendar leaves to the one it is based on. */
  readonly week: readonly (readonly HourRange[] | undefined)[];
  readonly days: ReadonlyMap<string, readonly HourRange[]>;
};

function ownDays(
  calendar: XmlRecord,
  usual: readonly HourRange[],
  datesOf: (exception: XmlRecord) => readonly string[],
): OwnDays {
  const weekDays = calendar.first('WeekDays')?.all('WeekDay') ?? [];
  const week = weekOf(weekDays, usual);
  const days = new Map<string, readonly HourRange[]>();
  for (const workWeek of calendar.first('WorkWeeks')?.all('WorkWeek') ?? []) {
    const its = weekOf(workWeek.first('WeekDays')?.all('WeekDay') ?? [], usual);
    for (const date of datesOf(workWeek)) days.set(date, its[weekdayIndex(dayNumber(date))] ?? []);
  }
  const exceptions = calendar.first('Exceptions')?.all('Exception') ?? [];
  // Files up to 2003 have their exceptions among the days of the week, as type 0; later ones may repeat them there.
  const older = weekDays.filter((day) => day.number('DayType') === 0);
  for (const exception of exceptions.length > 0 ? exceptions : older) {
    const hours = hoursOf(exception, usual);
    for (const date of datesOf(exception)) days.set(date, hours);
  }
  return { week, days };
}

function weekOf(weekDays: readonly XmlRecord[], usual: readonly HourRange[]): OwnDays['week'] {
  const week: (readonly HourRange[] | undefined)[] = Array.from({ length: 7 });
  for (const day of weekDays) {
    const type = day.number('DayType') ?? 0;
    // Sunday is 1 there and last here.
    if (type >= 1 && type <= 7) week[type === 1 ? 6 : type - 2] = hoursOf(day, usual);
  }
  return week;
}

/** Hours of a day of the week or of an exception. A working day without hours of its own has the usual ones. */
function hoursOf(day: XmlRecord, usual: readonly HourRange[]): readonly HourRange[] {
  const times = day.first('WorkingTimes')?.all('WorkingTime') ?? [];
  if (day.text('DayWorking') !== undefined && !day.flag('DayWorking')) return [];
  const hours = times.flatMap((time): HourRange[] => {
    const from = minutesOf(time.text('FromTime'));
    const to = minutesOf(time.text('ToTime'));
    if (from === undefined || to === undefined) return [];
    // An end at 00:00 is the end of the day.
    return [{ from, to: to > from ? to : to + fullDay }];
  });
  return hours.length === 0 && day.flag('DayWorking') ? usual : hours;
}

function minutesOf(time: string | undefined): number | undefined {
  const [, hour, minute] = /^(\d\d?):(\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(time ?? '') ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= fullDay ? minutes : undefined;
}

/** Days that a walk through a calendar takes at most: about 40 years. */
const maxWalk = 15_000;

/**
 * When work of some hours that starts then ends.
 * @param start `YYYY-MM-DDTHH:mm`, or a date, which starts at 00:00
 * @returns undefined where the calendar works too little
 */
export function finishAfter(start: string, hours: number, calendar: HourCalendar): string | undefined {
  let left = Math.round(hours * 60);
  const firstDay = dayNumber(start.slice(0, 10));
  const startMinute = minutesOf(start.slice(11, 16)) ?? 0;
  for (let day = firstDay; day < firstDay + maxWalk; day++) {
    for (const { from, to } of rangesOn(day, calendar).toSorted((a, b) => a.from - b.from)) {
      const begin = day === firstDay ? Math.max(from, startMinute) : from;
      if (to - begin >= left) return atMinute(day * fullDay + begin + left);
      left -= Math.max(0, to - begin);
    }
  }
  return undefined;
}

function rangesOn(day: number, calendar: HourCalendar): readonly HourRange[] {
  return calendar.days.get(formatDay(day)) ?? calendar.week[weekdayIndex(day)] ?? [];
}

/** Days that a period is searched for working hours from either end: more than any holiday has. */
const maxIdleDays = 400;

/**
 * The period from the first to the last working minute of the calendar in it; undefined where it does not work then.
 * @param period in minutes since 1970, local
 */
export function workWithin(
  { from, to }: { readonly from: number; readonly to: number },
  calendar: HourCalendar,
): { readonly from: number; readonly to: number } | undefined {
  const onDay = (day: number) =>
    rangesOn(day, calendar)
      .map((range) => ({
        from: Math.max(from, day * fullDay + range.from),
        to: Math.min(to, day * fullDay + range.to),
      }))
      .filter((range) => range.from < range.to);
  // A shift of the day before may go on after midnight.
  const firstDay = Math.floor(from / fullDay) - 1;
  const lastDay = Math.floor(to / fullDay);
  const tries = Math.min(maxIdleDays, lastDay - firstDay + 1);
  const search = (begin: number, step: 1 | -1) => {
    for (let day = begin; day !== begin + step * tries; day += step) {
      const found = onDay(day);
      if (found.length > 0) return found;
    }
    return undefined;
  };
  const first = search(firstDay, 1);
  const last = first && search(lastDay, -1);
  return (
    last && {
      from: Math.min(...first.map((range) => range.from)),
      to: Math.max(...last.map((range) => range.to)),
    }
  );
}

/** @param minute since 1970, local */
export function atMinute(minute: number): string {
  const day = Math.floor(minute / fullDay);
  const within = minute - day * fullDay;
  return `${formatDay(day)}T${clockTime(within)}`;
}
