/** When the tasks of an MS Project file are not worked on, by the hours of each day in their assignments. */
import type { Pause } from '../../programme.ts';
import { dayNumber, localDateTime } from '../local-date-time.ts';
import type { XmlRecord } from '../xml-records.ts';
import { atMinute, type HourCalendar, workWithin } from './calendars.ts';
import { hoursOf } from './shape.ts';

/** Minutes since 1970, local; several periods without a gap between them are one run. */
export type WorkRun = { readonly from: number; to: number; hours: number };

/** `Type` of `TimephasedData`; the others are overtime, costs and baselines. */
const remainingWork = '1';
const actualWork = '2';

/** Whether a `TimephasedData` says that there is work; a period without any has no hours. */
export function isWork(period: XmlRecord): boolean {
  const type = period.text('Type');
  return (type === remainingWork || type === actualWork) && (hoursOf(period.text('Value')) ?? 0) > 0;
}

/** @param periods those of `isWork` */
export function workRuns(periods: readonly XmlRecord[]): readonly WorkRun[] {
  const found = periods
    .map((period) => ({
      from: minuteOf(period.text('Start')),
      to: minuteOf(period.text('Finish')),
      hours: hoursOf(period.text('Value')) ?? 0,
    }))
    .filter(({ from, to }) => from < to)
    .sort((left, right) => left.from - right.from);
  return merged(found);
}

function merged(sorted: readonly WorkRun[]): WorkRun[] {
  const runs: WorkRun[] = [];
  for (const run of sorted) {
    const last = runs.at(-1);
    if (last === undefined || run.from > last.to) runs.push({ ...run });
    else {
      last.to = Math.max(last.to, run.to);
      last.hours += run.hours;
    }
  }
  return runs;
}

export type AssignedWork = {
  /** All hours of the assignment. */
  readonly hours: number | undefined;
  readonly runs: readonly WorkRun[];
  /** That of its resource; undefined where the task's counts. */
  readonly calendar: HourCalendar | undefined;
};

/**
 * The times within a task at which its calendar works and none of its assignments does; without hours by day, those
 * between its stop and its resumption.
 * @returns undefined where the periods of an assignment do not add up to its hours, so that work may be missing
 */
export function pausesOf(
  task: {
    readonly start: string | undefined;
    readonly finish: string | undefined;
    /** Where the work done ends, and what remains begins. */
    readonly stop: string | undefined;
    readonly resume: string | undefined;
  },
  calendar: HourCalendar | undefined,
  assignments: readonly AssignedWork[],
): readonly Pause[] | undefined {
  const worked = assignments.flatMap(({ runs, calendar: own = calendar }) =>
    runs.map((run) => ({ ...run, ...(own && workWithin(run, own)) })),
  );
  if (worked.length > 0 && assignments.some(isIncomplete)) return undefined;
  const pauses: Pause[] = [];
  const add = (from: number, to: number) => {
    const open = to - from >= minutesPerDay && (calendar === undefined || workWithin({ from, to }, calendar));
    if (open) pauses.push({ from: atMinute(from), to: atMinute(to) });
  };
  if (worked.length === 0) {
    add(minuteOf(task.stop), minuteOf(task.resume));
    return pauses;
  }
  let until = Math.floor(minuteOf(task.start) / minutesPerDay) * minutesPerDay;
  for (const { from, to } of merged(worked.sort((left, right) => left.from - right.from))) {
    add(until, from);
    until = Number.isNaN(until) ? to : Math.max(until, to);
  }
  // The first day and the last are part of a pause from their beginning and to their end.
  add(until, Math.ceil(minuteOf(task.finish) / minutesPerDay) * minutesPerDay);
  return pauses;
}

/** MS Project rounds the hours of a period. */
const tolerance = 0.99;

function isIncomplete({ hours = 0, runs }: AssignedWork): boolean {
  return runs.reduce((sum, run) => sum + run.hours, 0) < hours * tolerance;
}

const minutesPerDay = 24 * 60;

/** NaN for none. */
function minuteOf(text: string | undefined): number {
  const [date = '', time = '00:00'] = localDateTime(text ?? '')?.split('T') ?? [];
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return dayNumber(date) * minutesPerDay + hour * 60 + minute;
}
