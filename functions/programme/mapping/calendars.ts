import { type CalendarType, calendarTypes } from '../../planning/contract/known-words.ts';
import type { Programme, ProgrammeCalendar } from '../programme.ts';
import { usualHours, workingWeek } from '../readers/working-time.ts';
import type { ChosenActivity, ReportBuilder } from './import-report.ts';
import { type Mapping, weekdays } from './mapping.ts';
import { freeId, idOf, type NamedItem } from './named-items.ts';
import { type WorksOn, worksOn } from './task-days.ts';

export type MappedCalendar = {
  readonly item: NamedItem & { readonly type: CalendarType };
  readonly source: ProgrammeCalendar;
  readonly worksOn: WorksOn;
  /** Weekdays, 0 Monday to 6 Sunday, on which a calendar of the item's type works. */
  readonly typeWorks: (weekday: number) => boolean;
};

const fiveDays = '1,2,3,4,5';
const sixDays = '1,2,3,4,5,6';
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function calendarsOf(
  calendars: readonly ProgrammeCalendar[],
  used: ReadonlySet<string>,
  report: ReportBuilder,
): ReadonlyMap<string, MappedCalendar> {
  const taken = new Set<string>();
  return new Map(
    calendars
      .filter(({ key }) => used.has(key))
      .map((source): [string, MappedCalendar] => {
        const name = source.name ?? source.key;
        const type = calendarType(source, name, report);
        const workingWeekdays = 5 + calendarTypes.indexOf(type);
        const item = { id: freeId(idOf(name), taken), name, type };
        const typeWorks = (weekday: number) => weekday < workingWeekdays;
        return [source.key, { item, source, worksOn: worksOn(source), typeWorks }];
      }),
  );
}

/**
 * The contract's types imply the days off: five-day Saturday and Sunday, six-day Sunday. Any other week is seven-day,
 * and its tasks list their days off.
 */
function calendarType({ workingDays }: ProgrammeCalendar, name: string, report: ReportBuilder): CalendarType {
  const days = workingDays.join();
  if (days === fiveDays) return 'five-day';
  if (days === sixDays) return 'six-day';
  const off = dayNames.filter((_, index) => !workingDays.includes(index + 1)).join(', ');
  if (off !== '') {
    const text = `The calendar ${JSON.stringify(name)} is off on ${off}, which no type of calendar of the planning service says: it becomes seven-day, and its days off are in nonWorkingDays of each task.`;
    report.changed(undefined, text);
  }
  return 'seven-day';
}

/** The key of the assumed calendar, by which activities without one find it: no file has a calendar with it. */
const key = '';

/**
 * Gives activities without a calendar the working days of the mapping. Without those, the report says that such
 * activities are on every day.
 */
export function withAssumedCalendar(
  tasks: readonly ChosenActivity[],
  { calendars, hoursPerDay }: Programme,
  { workingDays }: Mapping,
  report: ReportBuilder,
) {
  const known = new Set(calendars.map((calendar) => calendar.key));
  const lacks = ({ activity }: ChosenActivity) => !known.has(activity.calendarKey ?? '');
  const count = tasks.filter(lacks).length;
  if (count === 0) return { tasks, calendars };
  if (workingDays === undefined) {
    const who =
      count === tasks.length ? 'The file has no calendar: tasks' : `${count} tasks without a calendar`;
    report.changed(
      undefined,
      `${who} are worked on every day from start to finish, Saturday and Sunday included. Name the days in the mapping, such as workingDays: [mon, tue, wed, thu, fri].`,
    );
    return { tasks, calendars };
  }
  const hours = usualHours(hoursPerDay);
  const assumed: ProgrammeCalendar = {
    key,
    name: workingDays.join(' '),
    ...workingWeek(weekdays.map((day) => (workingDays.includes(day) ? hours : []))),
    firstHour: undefined,
    lastHour: undefined,
    days: new Map(),
  };
  return {
    // Activities of a table have no calendar, and 200,000 copies would take 40 MB.
    tasks: tasks.map((task) =>
      lacks(task) && task.activity.calendarKey !== undefined
        ? { ...task, activity: { ...task.activity, calendarKey: key } }
        : task,
    ),
    calendars: [...calendars, assumed],
  };
}
