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
  const byKey = new Map(records.map((record) => [record.text('UID') ?? '', record]));
  const usual = usualHours(hoursPerDay);
  const defaultWeek = usualWeek(hoursPerDay);
  const own = new Map(records.map((record) => [record, ownDays(record, usual, datesOf)]));
  const calendars = new Map<string, ProgrammeCalendar>();
  for (const [key, record] of byKey) {
    if (key === '') continue;
    const chain = withParents(record, (level) => byKey.get(level.text('BaseCalendarUID') ?? ''));
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
      report.changed(
        record.line,
        `${shown} has no working hours; Monday to Friday with ${hoursPerDay} hours is assumed.`,
      );
    }
    calendars.set(key, { key, name, ...summary, days });
  }
  return calendars;
}

type OwnDays = {
  readonly week: readonly (readonly HourRange[] | undefined)[];
  readonly days: ProgrammeCalendar['days'];
};

function ownDays(
  calendar: XmlRecord,
  usual: readonly HourRange[],
  datesOf: (exception: XmlRecord) => readonly string[],
): OwnDays {
  const weekDays = calendar.list('WeekDay');
  const week = weekOf(weekDays, usual);
  const days = new Map<number, readonly HourRange[]>();
  for (const workWeek of calendar.list('WorkWeek')) {
    const its = weekOf(workWeek.list('WeekDay'), usual);
    for (const day of datesOf(workWeek).map(dayNumber)) {
      const hours = its[weekdayIndex(day)];
      if (hours !== undefined) days.set(day, hours);
    }
  }
  const exceptions = calendar.list('Exception');
  // Files up to 2003 have exceptions among the days of the week, as type 0; later ones may repeat them there.
  const older = weekDays.filter((day) => day.number('DayType') === 0);
  for (const exception of exceptions.length > 0 ? exceptions : older) {
    const hours = rangesOf(exception, usual);
    for (const date of datesOf(exception)) days.set(dayNumber(date), hours);
  }
  return { week, days };
}

function weekOf(weekDays: readonly XmlRecord[], usual: readonly HourRange[]): OwnDays['week'] {
  const week: (readonly HourRange[] | undefined)[] = Array.from({ length: 7 });
  for (const day of weekDays) {
    const type = day.number('DayType') ?? 0;
    if (type >= 1 && type <= 7) week[type === 1 ? 6 : type - 2] = rangesOf(day, usual);
  }
  return week;
}

function rangesOf(day: XmlRecord, usual: readonly HourRange[]): readonly HourRange[] {
  const times = day.list('WorkingTime');
  if (day.text('DayWorking') !== undefined && !day.flag('DayWorking')) return [];
  const hours = times.flatMap(
    (time) => hourRange(minutesOf(time.text('FromTime')), minutesOf(time.text('ToTime'))) ?? [],
  );
  if (hours.length === 0 && day.flag('DayWorking')) return usual;
  return hours.sort((one, other) => one.from - other.from);
}

function minutesOf(time: string | undefined): number | undefined {
  const [, hour, minute] = /^(\d\d?):(\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(time ?? '') ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= minutesPerDay ? minutes : undefined;
}
