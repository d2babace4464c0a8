import type { HourRange, ProblemList, ProgrammeCalendar, Week } from '../../programme.ts';
import { dayNumber, minutesPerDay, weekdayIndex } from '../local-date-time.ts';
import { withParents } from '../with-parents.ts';
import { hourRange, usualHours, usualWeek, workingWeek } from '../working-week.ts';
import type { XmlRecord } from '../xml-records.ts';
import { dayCounter } from './day-periods.ts';

/**
 * Calendars by `UID`, each with what it inherits from its base calendar.
 * @param hoursPerDay of a working day without hours
 */
export function mspdiCalendars(
  records: readonly XmlRecord[],
  hoursPerDay: number,
  report: ProblemList,
): ReadonlyMap<string, ProgrammeCalendar> {
  const datesOf = dayCounter(() =>
    report.changed(undefined, 'The calendars have exceptions of so many days that some are left out.'),
  );
  const rangesOf = (day: XmlRecord): readonly HourRange[] => {
    const isWorking = day.flag('DayWorking');
    if (day.text('DayWorking') !== undefined && !isWorking) return [];
    const hours = day
      .list('WorkingTime')
      .flatMap((time) => hourRange(minutesOf(time.text('FromTime')), minutesOf(time.text('ToTime'))) ?? []);
    if (hours.length === 0 && isWorking) return usualHours(hoursPerDay);
    return hours.sort((one, other) => one.from - other.from);
  };
  const weekOf = (weekDays: readonly XmlRecord[]) => {
    const week: (readonly HourRange[] | undefined)[] = Array.from({ length: 7 });
    for (const day of weekDays) {
      const type = day.number('DayType') ?? 0;
      if (type >= 1 && type <= 7) week[(type + 5) % 7] = rangesOf(day);
    }
    return week;
  };
  const ownDays = (calendar: XmlRecord) => {
    const weekDays = calendar.list('WeekDay');
    const days = new Map<number, readonly HourRange[]>();
    for (const workWeek of calendar.list('WorkWeek')) {
      const its = weekOf(workWeek.list('WeekDay'));
      for (const day of datesOf(workWeek).map(dayNumber)) {
        const hours = its[weekdayIndex(day)];
        if (hours !== undefined) days.set(day, hours);
      }
    }
    const exceptions = calendar.list('Exception');
    // Files up to 2003 have exceptions among the days of the week, as type 0; later ones may repeat them there.
    const older = weekDays.filter((day) => day.number('DayType') === 0);
    for (const exception of exceptions.length > 0 ? exceptions : older) {
      const hours = rangesOf(exception);
      for (const date of datesOf(exception)) days.set(dayNumber(date), hours);
    }
    return { record: calendar, week: weekOf(weekDays), days };
  };
  const byKey = new Map(records.map((record) => [record.text('UID'), ownDays(record)]));
  const calendars = new Map<string, ProgrammeCalendar>();
  for (const [key, own] of byKey) {
    if (key === undefined) continue;
    const chain = withParents(own, ({ record }) => byKey.get(record.text('BaseCalendarUID') ?? ''));
    const days = new Map(chain.flatMap((level) => [...level.days]));
    const defaultWeek = usualWeek(hoursPerDay);
    const week = chain.reduce<Week>(
      (under, level) => under.map((hours, index) => level.week[index] ?? hours),
      defaultWeek,
    );
    const worked = week.some((hours) => hours.length > 0);
    const name = own.record.text('Name');
    if (!worked) {
      const problem = `has no working hours; Monday to Friday with ${hoursPerDay} hours is assumed.`;
      report.changed(own.record.line, `The calendar ${JSON.stringify(name ?? key)} ${problem}`);
    }
    calendars.set(key, { key, name, ...workingWeek(worked ? week : defaultWeek), days });
  }
  return calendars;
}

function minutesOf(time: string | undefined): number | undefined {
  const [, hour, minute] = /^(\d\d?):(\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(time ?? '') ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= minutesPerDay ? minutes : undefined;
}
