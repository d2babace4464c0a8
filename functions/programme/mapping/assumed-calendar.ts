/** The calendar of activities that have none in the file: all of a table's. */
import type { Activity, Programme, ProgrammeCalendar } from '../programme.ts';
import type { ReportBuilder } from './import-report.ts';
import { type Mapping, weekdays } from './mapping.ts';

type Known = { readonly activity: Activity };

/** No file has a calendar of this key. */
const key = 'workingDays of the mapping';

/**
 * Gives the working days of the mapping to activities without a calendar. Without them, the report says that such an
 * activity is on every day.
 */
export function withAssumedCalendar<Task extends Known>(
  tasks: readonly Task[],
  { calendars, hoursPerDay }: Programme,
  { workingDays }: Mapping,
  report: ReportBuilder,
): { readonly tasks: readonly Task[]; readonly calendars: readonly ProgrammeCalendar[] } {
  const known = new Set(calendars.map((calendar) => calendar.key));
  const lacks = ({ activity }: Known) => !known.has(activity.calendarKey ?? '');
  const count = tasks.filter(lacks).length;
  if (count === 0) return { tasks, calendars };
  if (workingDays === undefined) {
    const who =
      count === tasks.length ? 'The file has no calendar: tasks' : `${count} tasks without a calendar`;
    report.problem(
      undefined,
      'changed',
      `${who} are worked on every day from start to finish, Saturday and Sunday included. Name the days in the mapping, such as workingDays: [mon, tue, wed, thu, fri].`,
    );
    return { tasks, calendars };
  }
  const assumed: ProgrammeCalendar = {
    key,
    name: workingDays.join(' '),
    hoursPerDay,
    workingDays: weekdays.flatMap((day, index) => (workingDays.includes(day) ? [index + 1] : [])),
    firstHour: undefined,
    lastHour: undefined,
    exceptions: [],
  };
  return {
    tasks: tasks.map((task) =>
      lacks(task) ? { ...task, activity: { ...task.activity, calendarKey: key } } : task,
    ),
    calendars: [...calendars, assumed],
  };
}
