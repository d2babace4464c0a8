import type { HourRange, ProblemList, ProgrammeCalendar } from '#programme/programme.ts';
import { weekdayIndex } from '#programme/readers/local-date-time.ts';
import { calendarTimes, hourRange, usualHours } from '#programme/readers/working-time.ts';
import { dayCounter } from './day-periods.ts';
import type { CalendarRecord } from './shape.ts';

type DayRecord = CalendarRecord['WeekDay'][number];

/**
 * Calendars by `UID`, each with what it inherits from its base calendar.
 * @param hoursPerDay of a working day without hours
 */
export function mspdiCalendars(
  records: readonly CalendarRecord[],
  hoursPerDay: number,
  report: ProblemList,
): ReadonlyMap<string | undefined, ProgrammeCalendar> {
  const daysOf = dayCounter(() =>
    report.changed(undefined, 'Calendars have too many days of exceptions; some are left out.'),
  );
  const rangesOf = ({
    DayWorking: isWorking,
    WorkingTime: times,
  }: Pick<DayRecord, 'DayWorking' | 'WorkingTime'>) => {
    if (isWorking === false) return [];
    const hours = times.flatMap((time) => hourRange(time.FromTime, time.ToTime) ?? []);
    if (hours.length === 0 && isWorking) return usualHours(hoursPerDay);
    return hours.sort((one, other) => one.from - other.from);
  };
  const weekOf = (weekDays: readonly DayRecord[]) => {
    const week: (readonly HourRange[] | undefined)[] = Array.from({ length: 7 });
    for (const day of weekDays) {
      const { DayType: type = 0 } = day;
      if (type >= 1 && type <= 7) week[(type + 5) % 7] = rangesOf(day);
    }
    return week;
  };
  const ownDays = (calendar: CalendarRecord) => {
    const days = new Map<number, readonly HourRange[]>();
    for (const workWeek of calendar.WorkWeek) {
      const its = weekOf(workWeek.WeekDay);
      for (const day of daysOf(workWeek)) {
        const hours = its[weekdayIndex(day)];
        if (hours !== undefined) days.set(day, hours);
      }
    }
    // Files up to 2003 have exceptions among the days of the week, as type 0; later ones may repeat them there.
    const older = calendar.WeekDay.filter((day) => day.DayType === 0);
    for (const exception of calendar.Exception.length > 0 ? calendar.Exception : older) {
      const hours = rangesOf(exception);
      for (const day of daysOf(exception)) days.set(day, hours);
    }
    return { calendar, week: weekOf(calendar.WeekDay), days };
  };
  const byKey = new Map(records.map((record) => [record.UID, ownDays(record)]));
  byKey.delete(undefined);
  return new Map(
    [...byKey].map(([uid, own]) => {
      const { Name: name, UID: key = '', line } = own.calendar;
      const baseOf = ({ calendar }: typeof own) => byKey.get(calendar.BaseCalendarUID);
      const times = calendarTimes(own, baseOf, hoursPerDay, (problem) =>
        report.changed(line, `The calendar ${JSON.stringify(name ?? key)} ${problem}.`),
      );
      return [uid, { key, name, ...times }];
    }),
  );
}
