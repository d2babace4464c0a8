/** PPC and misses of the week that a report measures, and the final PPC of the week before it. */
import { type Day, dayFromNumber, mondayOf, parseDay } from '#base/day.ts';
import type { KnownTask } from './known-tasks.ts';
import { earlierOf, type StoredRun, selectedBy } from './stored-runs.ts';

/** The result of a task. If its due day is not reported yet, it is `open`, or `done, not counted`. */
type Result = 'done' | 'missed' | 'short' | 'as planned' | 'open' | 'done, not counted';

type MeasuredTask = {
  readonly result: Result;
  readonly planned: number;
  readonly happened: number;
};

export type ExpectedWeek = {
  readonly by: StoredRun;
  readonly monday: Day;
  /** True if not all days up to Sunday are reported. */
  readonly isSoFar: boolean;
  readonly due: number;
  readonly finished: number;
  /**
   * The mean over all tasks of the share of their planned days that are done, 0 to 1; undefined if no day was planned.
   */
  readonly days: number | undefined;
  readonly tasks: ReadonlyMap<string, MeasuredTask>;
  readonly plan: StoredRun;
};

export function expectedWeek(run: StoredRun, all: readonly StoredRun[]): ExpectedWeek | undefined {
  return measure(run, all, measuredMonday(run));
}

export type ExpectedFinalWeek = {
  readonly final: ExpectedWeek;
  /** The same week as the last earlier issue measured it. */
  readonly said: ExpectedWeek | undefined;
};

/**
 * The week before the measured one, and earlier weeks that no issue measured up to their Sunday, if all their days are
 * reported.
 */
export function expectedFinalWeeks(run: StoredRun, all: readonly StoredRun[]): ExpectedFinalWeek[] {
  const before = measuredMonday(run) - 7;
  // Earlier revisions of the window are left out, because this issue replaces them and shows their figures itself.
  const earlier = earlierOf(run, all).filter(
    ({ snapshot: { window } }) =>
      window.first !== run.snapshot.window.first || window.last !== run.snapshot.window.last,
  );
  const first = Math.min(before, ...earlier.map(({ snapshot }) => mondayOf(snapshot.window.first)));
  const finals: ExpectedFinalWeek[] = [];
  for (let number = first; number <= before; number += 7) {
    const monday = dayFromNumber(number);
    const final = measure(run, all, monday);
    if (final === undefined || final.isSoFar || (final.due === 0 && final.days === undefined)) continue;
    const said = earlier
      .map((issue) =>
        measuredMonday(issue) === monday
          ? measure(issue, all, monday)
          : expectedFinalWeeks(issue, all).find((week) => week.final.monday === monday)?.final,
      )
      .filter((week) => week !== undefined);
    const isNew = said.every(({ isSoFar }) => isSoFar);
    if (number === before || isNew) finals.push({ final, said: said.at(-1) });
  }
  return finals;
}

/**
 * The tasks missed since the earlier measurement if the share fell, otherwise those done since. None if there is no
 * earlier measurement, or if nothing was due in it.
 */
export function tasksOfDifference({ final, said }: ExpectedFinalWeek): KnownTask[] {
  if (said === undefined || said.due === 0) return [];
  const [then, now] = [said.finished / said.due, final.finished / final.due];
  const isOneOf = (id: string) => {
    const [was, is] = [said.tasks.get(id)?.result, final.tasks.get(id)?.result];
    return now < then ? is === 'missed' && was !== 'missed' : is === 'done' && was !== 'done';
  };
  return [...final.tasks.keys()].filter(isOneOf).flatMap((id) => final.plan.tasks.get(id) ?? []);
}

/** Monday of the latest week with its Friday on or before the report day. */
function measuredMonday({ snapshot: { reportDay } }: StoredRun): Day {
  return mondayOf(dayFromNumber(reportDay - 4));
}

function measure(run: StoredRun, all: readonly StoredRun[], monday: Day): ExpectedWeek | undefined {
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
    const isOfWeek = finish >= monday && finish <= sunday;
    const isDone = now?.progress === 'complete' && now.dates !== undefined && now.dates.finish <= sunday;
    const days = { planned: planned.length, happened };
    if (isOfWeek && finish <= end) tasks.set(task.id, { result: isDone ? 'done' : 'missed', ...days });
    else if (isOfWeek) tasks.set(task.id, { result: isDone ? 'done, not counted' : 'open', ...days });
    else if (happened < planned.length) tasks.set(task.id, { result: 'short', ...days });
    else if (planned.length > 0) tasks.set(task.id, { result: 'as planned', ...days });
  }
  const due = [...tasks.values()].filter(({ result }) => result === 'done' || result === 'missed');
  return {
    by: run,
    plan,
    monday,
    isSoFar: reported < sunday,
    due: due.length,
    finished: due.filter(({ result }) => result === 'done').length,
    days: shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    tasks,
  };
}

/**
 * Of the issues whose window covers the week, the last one with a report day before the week, otherwise the last one
 * with the Monday of the week as its report day.
 */
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

/** End of the last shift of a day if the hours of shifts are not configured. */
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
