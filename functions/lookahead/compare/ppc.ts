import { addDays, type Dates, type Day } from '../../base/day.ts';
import { lastReportedDay, type ReportDates } from '../dates/report-dates.ts';
import type { Window } from '../dates/window.ts';
import { maxPpcWeeks } from '../limits.ts';
import type { ReadPull, ReadTask } from '../tasks/read-task.ts';
import type { Audience } from '../tasks/select.ts';
import { roundQuantity } from '../text/quantity-text.ts';
import type { IssueReference } from './earlier-issue.ts';
import { plannedDays } from './plan-record.ts';
import type { RecordedWeek } from './recorded-week.ts';

/** Planned per cent complete of the latest week whose Friday has come. */
export type Ppc =
  | MeasuredPpc
  | { readonly kind: 'not reported'; readonly week: Window }
  /** No issue covers the week as `choosePlanOfLastWeek` requires: shown as "not yet". */
  | { readonly kind: 'not yet'; readonly week: Window };

export type MeasuredPpc = MeasuredPart & PpcFigures & { readonly kind: 'measured' };

type PpcFigures = {
  /** Mean over tasks of (planned days that happened ÷ planned days), 0 to 1; undefined without planned days. */
  readonly taskDay: number | undefined;
  readonly plannedTasks: number;
  /** Of the tasks due to finish in the week, the share that did, 0 to 1. */
  readonly task: number | undefined;
  readonly finished: number;
  readonly dueToFinish: number;
};

type MeasuredPart = {
  readonly week: Window;
  /** Its days up to the report day that the data covers; later ones are neither measured nor missed. */
  readonly counted: Window;
  /** Its days up to the report day that the data does not cover. */
  readonly notReported: Dates | undefined;
  readonly plan: IssueReference;
};

/**
 * A planned day happened when, in today's data, the task has started or is complete, the day lies within its
 * current dates, and no delay entry carries that date.
 */
function happenedDays(days: readonly Day[], now: ReadTask | undefined): number {
  if (now?.dates === undefined || (now.status.kind !== 'started' && now.status.kind !== 'complete')) return 0;
  const { start, finish } = now.dates;
  const lost = new Set(now.delays.map((delay) => delay.day));
  return days.filter((day) => day >= start && day <= finish && !lost.has(day)).length;
}

function finishedIn(week: Window, now: ReadTask | undefined): boolean {
  return now?.status.kind === 'complete' && now.dates !== undefined && now.dates.finish <= week.last;
}

type TaskResult = {
  readonly days: readonly Day[];
  readonly happened: number;
  /** Its last day was planned for the week, and counts. */
  readonly due: boolean;
  readonly finished: boolean;
};

export type MeasuredTask = TaskResult & {
  readonly planned: ReadTask;
  readonly dates: Dates;
  readonly now: ReadTask | undefined;
};

/**
 * The days of a week that count: those up to the report day, since Saturday's work cannot be missed on Friday, and up
 * to the last day that the data covers.
 * @returns no `counted` if there are none
 */
export function countedDays(
  week: Window,
  dates: ReportDates,
): { readonly counted: Window | undefined; readonly notReported: Dates | undefined } {
  const finish = earlier(week.last, dates.reportDay);
  const last = earlier(finish, lastReportedDay(dates));
  if (last < week.first) return { counted: undefined, notReported: { start: week.first, finish } };
  const notReported = last < finish ? { start: addDays(last, 1), finish } : undefined;
  return { counted: { ...week, last }, notReported };
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

/**
 * Tasks that were already cancelled in last week's plan are left out; a task missing from today's data did not
 * happen.
 * @param counted the days of the week that count
 */
export function measureTasks(
  planned: readonly ReadTask[],
  today: ReadPull,
  { week, counted }: { readonly week: Window; readonly counted: Window },
): readonly MeasuredTask[] {
  return planned.flatMap((read): MeasuredTask[] => {
    const { dates } = read;
    if (read.status.kind === 'cancelled' || dates === undefined) return [];
    const now = today.byId.get(read.id);
    const result = resultOf({ dates, days: plannedDays(read, counted) }, now, { week, counted });
    return result === undefined ? [] : [{ planned: read, dates, now, ...result }];
  });
}

/** @returns undefined if the task was neither planned on a day that counts nor due on one */
function resultOf(
  { dates, days }: { readonly dates: Dates; readonly days: readonly Day[] },
  now: ReadTask | undefined,
  { week, counted }: { readonly week: Window; readonly counted: Window },
): TaskResult | undefined {
  const due = dates.finish >= counted.first && dates.finish <= counted.last;
  if (days.length === 0 && !due) return undefined;
  return { days, due, happened: happenedDays(days, now), finished: finishedIn(week, now) };
}

export function measurePpc(tasks: readonly MeasuredTask[], context: MeasuredPart): MeasuredPpc {
  return { kind: 'measured', ...context, ...sharesOf(tasks) };
}

function sharesOf(tasks: readonly TaskResult[]): PpcFigures {
  const withDays = tasks.filter(({ days }) => days.length > 0);
  const shares = withDays.reduce((sum, { happened, days }) => sum + happened / days.length, 0);
  const due = tasks.filter((task) => task.due);
  const finished = due.filter((task) => task.finished).length;
  return {
    taskDay: withDays.length === 0 ? undefined : roundQuantity(shares / withDays.length),
    plannedTasks: withDays.length,
    task: due.length === 0 ? undefined : finished / due.length,
    finished,
    dueToFinish: due.length,
  };
}

/** PPC of the week before the one that `Ppc` is of, with what was reported since: late finishes and the weekend. */
export type FinalPpc = PpcFigures & {
  readonly week: Window;
  /** What the last issue inside that week said. */
  readonly said: { readonly task: number; readonly reportDay: Day } | undefined;
};

/** @returns undefined if a day of the week is not reported yet, or nothing was planned */
export function measureFinalPpc(
  { week, tasks, theirs }: RecordedWeek,
  now: { readonly pull: ReadPull; readonly audience: Audience; readonly dates: ReportDates },
  measured: readonly MeasuredWeek[],
): FinalPpc | undefined {
  const { counted } = countedDays(week, now.dates);
  if (counted === undefined || counted.last < week.last) return undefined;
  const isTheirs = theirs(now.audience);
  const results = tasks.flatMap(({ task, days }) => {
    const { id, dates: planned, progress } = task;
    if (planned === undefined || progress === 'cancelled' || !isTheirs(task)) return [];
    return resultOf({ dates: planned, days }, now.pull.byId.get(id), { week, counted }) ?? [];
  });
  const figures = sharesOf(results);
  if (!isShown(figures)) return undefined;
  const said = measured.findLast(
    (each) => !each.isFinal && each.week.first === week.first && sameAudience(each.audience, now.audience),
  );
  return {
    week,
    ...figures,
    said: said?.task === undefined ? undefined : { task: said.task, reportDay: said.reportDay },
  };
}

type PpcShares = { readonly task?: number | undefined; readonly taskDay?: number | undefined };

/** TA and TMR of the issue a week before the week's plan, 0 to 1. */
type ForesightShares = {
  readonly anticipated?: number | undefined;
  readonly madeReady?: number | undefined;
};

/** What an earlier issue measured of a week; `isFinal` if it was of the week before its own. */
export type MeasuredWeek = PpcShares &
  ForesightShares & {
    readonly audience: Audience;
    readonly week: Window;
    readonly reportDay: Day;
    readonly isFinal: boolean;
  };
export type PpcWeek = PpcShares & ForesightShares & { readonly week: Window };

function isShown({ task, taskDay }: PpcShares): boolean {
  return task !== undefined || taskDay !== undefined;
}

export function firstPpcDay({ first }: Window): Day {
  return addDays(first, -7 * (maxPpcWeeks - 1));
}

/**
 * Up to `maxPpcWeeks` in a row, from the first that was measured to the one that PPC is of.
 * @param measured of earlier issues, the earliest issue first: a later one knows more about the same week
 */
export function ppcWeeksOf(
  own: { readonly ppc: Ppc; readonly final: FinalPpc | undefined; readonly foresight: ForesightShares },
  measured: readonly MeasuredWeek[],
  audience: Audience,
): readonly PpcWeek[] {
  const { ppc, final, foresight } = own;
  const known = new Map<Day, PpcShares & ForesightShares>();
  const add = ({ first }: Window, { task, taskDay, anticipated, madeReady }: PpcShares & ForesightShares) => {
    const before = known.get(first);
    known.set(first, {
      ...(isShown({ task, taskDay }) ? { task, taskDay } : { task: before?.task, taskDay: before?.taskDay }),
      anticipated: anticipated ?? before?.anticipated,
      madeReady: madeReady ?? before?.madeReady,
    });
  };
  for (const each of measured) if (sameAudience(each.audience, audience)) add(each.week, each);
  if (final) add(final.week, final);
  add(ppc.week, {
    ...foresight,
    ...(ppc.kind === 'measured' ? { task: ppc.task, taskDay: ppc.taskDay } : {}),
  });
  const weeks = Array.from({ length: maxPpcWeeks }, (_, index): PpcWeek => {
    const first = addDays(firstPpcDay(ppc.week), 7 * index);
    return { week: { first, last: addDays(first, 6), weeks: 1 }, ...known.get(first) };
  });
  const begin = weeks.findIndex(isShown);
  return begin === -1 ? [] : weeks.slice(begin);
}

function sameAudience(one: Audience, other: Audience): boolean {
  if (one.kind === 'everyone' || other.kind === 'everyone') return one.kind === other.kind;
  return one.kind === other.kind && one.id === other.id;
}
