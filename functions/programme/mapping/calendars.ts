import { type CalendarType, calendarTypes } from '#planning/contract/known-words.ts';
import type { Activity, Programme, ProgrammeCalendar } from '#programme/programme.ts';
import { calendarWeekFromHours, usualHourRanges } from '#programme/readers/working-time.ts';
import type { ActivityToImport, MappingReportBuilder } from './import-report.ts';
import { daysOfWeek, type Mapping } from './mapping.ts';
import { idFromValue, takeUniqueId } from './named-items.ts';
import { createWorkingDayPredicate } from './task-days.ts';

const fiveDays = '1,2,3,4,5';
const sixDays = '1,2,3,4,5,6';
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export type MappedCalendars = ReturnType<typeof mapCalendars>;

/**
 * Maps the calendars that tasks have. Tasks without one get a calendar with `workingDays` of the mapping; without
 * these, the report says that such tasks are worked on every day.
 */
export function mapCalendars(
  tasks: readonly ActivityToImport[],
  { calendars, hoursPerDay }: Programme,
  { workingDays }: Mapping,
  report: MappingReportBuilder,
) {
  const byKey = new Map<string | undefined, ProgrammeCalendar>(calendars.map((each) => [each.key, each]));
  const used = tasks.map(({ activity }) => byKey.get(activity.calendarKey));
  const without = used.filter((calendar) => calendar === undefined).length;
  if (without > 0 && workingDays === undefined) {
    const who =
      without === tasks.length ? 'The file has no calendar: tasks' : `${without} tasks without a calendar`;
    report.changed(
      undefined,
      `${who} are worked on every day, including Saturday and Sunday. Name the days in the mapping, such as workingDays: [mon, tue, wed, thu, fri].`,
    );
  } else if (workingDays !== undefined) {
    const hours = usualHourRanges(hoursPerDay);
    byKey.set(undefined, {
      ...calendarWeekFromHours(daysOfWeek.map((day) => (workingDays.includes(day) ? hours : []))),
      key: '',
      name: workingDays.join(' '),
      firstHour: undefined,
      lastHour: undefined,
      days: new Map(),
    });
  }
  const taken = new Set<string>();
  const isUsed = new Set(used);
  const mapped = new Map(
    [...byKey].flatMap(([key, source]) => {
      if (!isUsed.has(key === undefined ? undefined : source)) return [];
      const { name = source.key } = source;
      const type = calendarType(source, name, report);
      return [
        [
          key,
          {
            item: { id: takeUniqueId(idFromValue(name), taken), name, type },
            source,
            worksOn: createWorkingDayPredicate(source),
            /** Number of weekdays, from Monday, on which a calendar of the item's type works. */
            typeDays: 5 + calendarTypes.indexOf(type),
          },
        ] as const,
      ];
    }),
  );
  return {
    items: Array.from(mapped.values(), ({ item }) => item),
    of: ({ calendarKey }: Activity) => mapped.get(calendarKey) ?? mapped.get(undefined),
  };
}

/**
 * The type of a calendar. The contract's types imply the days off: five-day Saturday and Sunday, six-day Sunday. Any
 * other week is seven-day, and its tasks list their days off.
 */
function calendarType(
  { workingDays }: ProgrammeCalendar,
  name: string,
  report: MappingReportBuilder,
): CalendarType {
  const days = workingDays.join();
  if (days === fiveDays) return 'five-day';
  if (days === sixDays) return 'six-day';
  const off = dayNames.filter((_, index) => !workingDays.includes(index + 1)).join(', ');
  if (off !== '') {
    const text = `The calendar ${JSON.stringify(name)} is off on ${off}, which no type of calendar covers: it becomes seven-day, and each task lists its days off.`;
    report.changed(undefined, text);
  }
  return 'seven-day';
}
