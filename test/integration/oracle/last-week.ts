/** PPC and misses of the week that a report measures, and the final PPC of the week before it. */
import { type Day, dayFromNumber, mondayOf, parseDay } from '../../../functions/base/day.ts';
import type { KnownTask } from './known-tasks.ts';
import { earlierOf, type StoredRun, selectedBy } from './stored-runs.ts';

type Result = 'done' | 'missed' | 'short' | 'as planned';

type MeasuredTask = {
  readonly result: Result;
  readonly planned: number;
  readonly happened: number;
};

export type MeasuredWeek = {
  readonly monday: Day;
  /** Not all days to Sunday are reported. */
  readonly isSoFar: boolean;
  readonly due: number;
  readonly finished: number;
  /** 0 to 1; undefined if no day was planned. */
  readonly days: number | undefined;
  readonly tasks: ReadonlyMap<string, MeasuredTask>;
};

export function measuredWeek(run: StoredRun, all: readonly StoredRun[]): MeasuredWeek | undefined {
  return measure(run, all, measuredMonday(run));
}

/** Undefined if not all days of the week before the measured one are reported, or nothing planned it. */
export function finalWeek(run: StoredRun, all: readonly StoredRun[]): MeasuredWeek | undefined {
  const week = measure(run, all, dayFromNumber(measuredMonday(run) - 7));
  return week?.isSoFar ? undefined : week;
}

/** Of the latest week whose Friday is on or before the report day. */
function measuredMonday({ snapshot: { reportDay } }: StoredRun): Day {
  return mondayOf(dayFromNumber(reportDay - 4));
}

function measure(run: StoredRun, all: readonly StoredRun[], monday: Day): MeasuredWeek | undefined {
  const plan = planOf(run, all, monday);
  if (plan === undefined) return undefined;
  const [sunday, reported] = [monday + 6, lastReportedDay(run)];
  const end = Math.min(sunday, reported);
  const tasks = new Map<string, MeasuredTask>();
  const shares: number[] = [];
  for (const task of selectedBy(plan)) {
    if (task.progress === 'cancelled' || task.dates === undefined) continue;
    const { finish } = task.dates;
    const now = run.tasks.get(task.id);
    const planned = task.days.filter((day) => day >= monday && day <= end);
    const happened = planned.filter((day) => now !== undefined && hasHappened(day, now)).length;
    if (planned.length > 0) shares.push(happened / planned.length);
    const isDue = finish >= monday && finish <= end;
    const isDone = now?.progress === 'complete' && now.dates !== undefined && now.dates.finish <= sunday;
    if (isDue) {
      tasks.set(task.id, { result: isDone ? 'done' : 'missed', planned: planned.length, happened });
    } else if (planned.length > 0) {
      const result = happened < planned.length ? 'short' : 'as planned';
      tasks.set(task.id, { result, planned: planned.length, happened });
    }
  }
  const due = [...tasks.values()].filter(({ result }) => result === 'done' || result === 'missed');
  return {
    monday,
    isSoFar: reported < sunday,
    due: due.length,
    finished: due.filter(({ result }) => result === 'done').length,
    days: shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    tasks,
  };
}

/** The last issue from before the week that covers it, else the last one made on its Monday. */
function planOf(run: StoredRun, all: readonly StoredRun[], monday: Day): StoredRun | undefined {
  const covering = earlierOf(run, all).filter(
    ({ snapshot: { window } }) => window.first <= monday && window.last >= monday + 6,
  );
  return (
    covering.findLast(({ snapshot }) => snapshot.reportDay < monday) ??
    covering.findLast(({ snapshot }) => snapshot.reportDay === monday)
  );
}

function hasHappened(day: number, { progress, dates, delays }: KnownTask): boolean {
  const hasBegun = progress === 'started' || progress === 'complete';
  return hasBegun && dates !== undefined && dates.start <= day && day <= dates.finish && !delays.has(day);
}

/** The end of the last shift of a day, where the hours of shifts are not configured. */
const endOfDay = '16:00';

function lastReportedDay({ snapshot: { programme, readAt, reportDay } }: StoredRun): number {
  const { dataDate, imported } = programme ?? {};
  if (dataDate === undefined) return (imported ?? readAt).day - 1;
  const [date = '', time] = dataDate.split('T');
  const day = parseDay(date);
  if (day === undefined) throw new Error(`The data date ${dataDate} does not exist.`);
  const coversItsDay = time === undefined ? day < reportDay : time >= endOfDay;
  return coversItsDay ? day : day - 1;
}
