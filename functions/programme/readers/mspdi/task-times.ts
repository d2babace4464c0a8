/** When a task of an MS Project file is worked. */
import type { Activity, LocalDateTime, ReportProblem } from '../../programme.ts';
import { localDateTime } from '../local-date-time.ts';
import { minuteOf, writtenFinish } from '../working-time.ts';
import type { XmlRecord } from '../xml-records.ts';
import { type AssignedWork, extraDaysOf, pausesOf } from './pauses.ts';
import { datesOf, type Timing } from './task-fields.ts';

type TimedTask = Timing & {
  readonly milestone: boolean;
  readonly status: Activity['status'];
  readonly assignments: readonly AssignedWork[];
  readonly dataDate: LocalDateTime | undefined;
  /** Counts the tasks whose hours by day do not add up to their work. */
  readonly unclear: { count: number };
};

/** The dates of a task, and its times without work. */
export function timesOf(
  task: XmlRecord,
  { milestone, status, assignments, dataDate, unclear, ...timing }: TimedTask,
  report: ReportProblem,
): Pick<Activity, 'start' | 'finish' | 'pauses' | 'extraDays' | 'remainingStart'> {
  const dates = datesOf(task, timing, report);
  const { start, finish } = dates;
  if (milestone) return { start, finish: finish && writtenFinish(finish, timing.calendar) };
  const stop = localDateTime(task.text('Stop') ?? '');
  const resume = localDateTime(task.text('Resume') ?? '');
  const isStarted = status === 'started';
  const paused = pausesOf(
    { ...dates, stop, resume, calendar: timing.calendar },
    assignments,
    isStarted || stop !== undefined ? dataDate : undefined,
  );
  if (paused.unclear) unclear.count += 1;
  const { pauses } = paused;
  const extraDays = extraDaysOf(assignments, timing.calendar);
  const hours = timing.durationHours ?? hoursNeeded(assignments);
  const spans = pauses.map(({ from, to }) => ({ from: minuteOf(from), to: minuteOf(to) }));
  const work = start === undefined || hours === undefined ? undefined : { start, hours, pauses: spans };
  return {
    start,
    finish: finish && writtenFinish(finish, timing.calendar, work),
    ...(pauses.length > 0 && { pauses }),
    ...(extraDays.size > 0 && { extraDays }),
    ...(isStarted && { remainingStart: resume ?? dataDate }),
  };
}

/** The hours of the longest assignment; undefined where none has any. */
function hoursNeeded(assignments: readonly AssignedWork[]): number | undefined {
  const hours = assignments.map(({ hours: work = 0, units = 1 }) => work / units);
  return hours.reduce((most, each) => Math.max(most, each), 0) || undefined;
}
