import { addDays, type Dates, type Day } from '../../base/day.ts';
import { lastReportedDay, type ReportDates } from '../dates/report-dates.ts';
import { type Window, weekFrom } from '../dates/window.ts';
import { maxPpcWeeks } from '../limits.ts';
import type { PromisePpc } from '../promises/promises.ts';
import type { ReadPull, ReadTask } from '../tasks/read-task.ts';
import type { Audience } from '../tasks/select.ts';
import { roundQuantity } from '../text/quantity-text.ts';
import type { IssueReference } from './earlier-issue.ts';
import type { RecordedWeek, WeekTask } from './recorded-week.ts';

/** Planned per cent complete of the latest week whose Friday has come. */
export type Ppc =
  | MeasuredPpc
  | { readonly kind: 'not reported'; readonly week: Window }
  /** No issue covers the week as `choosePlanOf` requires: shown as "not yet". */
  | { readonly kind: 'not yet'; readonly week: Window };

export type MeasuredPpc = PpcFigures & {
  readonly kind: 'measured';
  readonly week: Window;
  /** Its days up to the report day that the data covers; later ones are neither measured nor missed. */
  readonly counted: Window;
  /** Its days up to the report day that the data does not cover. */
  readonly notReported: Dates | undefined;
  readonly plan: IssueReference;
  /** Undefined if nobody was asked. */
  readonly promises?: PromisePpc | undefined;
};

type PpcFigures = {
  /** Mean over tasks of (planned days that happened ÷ planned days), 0 to 1; undefined without planned days. */
  readonly taskDay: number | undefined;
  readonly plannedTasks: number;
  /** Of the tasks due to finish in the week, the share that did, 0 to 1. */
  readonly task: number | undefined;
  readonly finished: number;
  readonly dueToFinish: number;
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

export type MeasuredTask = {
  readonly planned: WeekTask;
  readonly now: ReadTask | undefined;
  /** Planned days that count. */
  readonly days: readonly Day[];
  readonly happened: number;
  /** Its last day was planned for the week, and counts. */
  readonly due: boolean;
  readonly finished: boolean;
};

/** Today's data, and the audience whose tasks are measured. */
type Now = { readonly pull: ReadPull; readonly dates: ReportDates; readonly audience: Audience };

/**
 * A week's plan and what became of it. Tasks that were already cancelled in it are left out; a task missing from today's
 * data did not happen.
 */
export function measureWeek(
  { week, reference, ownTasks }: RecordedWeek,
  { pull, dates, audience }: Now,
): { readonly ppc: Ppc; readonly tasks: readonly MeasuredTask[] } {
  const { counted, notReported } = countedDays(week, dates);
  if (counted === undefined) return { ppc: { kind: 'not reported', week }, tasks: [] };
  const tasks = ownTasks(audience).flatMap((planned): MeasuredTask[] => {
    const { id, progress } = planned.task;
    const days = planned.days.filter((day) => day <= counted.last);
    const due = planned.dates.finish <= counted.last;
    if (progress === 'cancelled' || (days.length === 0 && !due)) return [];
    const now = pull.byId.get(id);
    return [{ planned, now, days, due, happened: happenedDays(days, now), finished: finishedIn(week, now) }];
  });
  const figures = figuresOf(tasks);
  return { ppc: { kind: 'measured', week, counted, notReported, plan: reference, ...figures }, tasks };
}

/**
 * The days of a week that count: those up to the report day, since Saturday's work cannot be missed on Friday, and up
 * to the last day that the data covers.
 * @returns no `counted` if there are none
 */
function countedDays(
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

function figuresOf(tasks: readonly MeasuredTask[]): PpcFigures {
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

/**
 * PPC of the week before the one that `Ppc` is of, with late finishes, the weekend and what was reported since; `said` is
 * what the last issue inside that week said.
 */
export type FinalPpc = MeasuredPpc & {
  readonly said: { readonly task: number; readonly reportDay: Day } | undefined;
};

/**
 * @param measured what earlier issues measured for this audience, the earliest issue first
 * @returns undefined if a day of the week is not reported yet, or nothing was planned
 */
export function finalPpcOf(ppc: Ppc, measured: readonly MeasuredWeek[]): FinalPpc | undefined {
  if (ppc.kind !== 'measured' || ppc.counted.last < ppc.week.last || !isShown(ppc)) return undefined;
  const { task, reportDay } =
    measured.findLast((each) => !each.isFinal && each.week.first === ppc.week.first) ?? {};
  return { ...ppc, said: task === undefined || reportDay === undefined ? undefined : { task, reportDay } };
}

type PpcShares = {
  readonly task?: number | undefined;
  readonly taskDay?: number | undefined;
  readonly promises?: PromisePpc | undefined;
};

/** Misses by reason; the reason is empty if none is recorded. */
export type ReasonCount = { readonly reason: string; readonly count: number };

/** With TA and TMR of the issue a week before the week's plan; all are 0 to 1. */
export type PpcWeek = PpcShares & {
  readonly week: Window;
  readonly anticipated?: number | undefined;
  readonly madeReady?: number | undefined;
  readonly misses?: readonly ReasonCount[] | undefined;
};

/** What an earlier issue measured of a week; `isFinal` if it was of the week before its own. */
export type MeasuredWeek = PpcWeek & {
  readonly audience: Audience;
  readonly reportDay: Day;
  readonly isFinal: boolean;
};

export function isShown({ task, taskDay }: PpcShares): boolean {
  return task !== undefined || taskDay !== undefined;
}

export function firstPpcDay({ first }: Window): Day {
  return addDays(first, -7 * (maxPpcWeeks - 1));
}

/**
 * Up to `maxPpcWeeks` in a row, from the first of which anything was measured to the last. All that was foreseen for a
 * week may have slipped: then it has TMR, and no PPC.
 * @param own what this issue measured
 * @param measured of earlier issues, the earliest issue first: a later one knows more about the same week
 */
export function ppcWeeksOf(
  own: readonly PpcWeek[],
  last: Window,
  measured: readonly PpcWeek[],
): readonly PpcWeek[] {
  const known = new Map<Day, PpcWeek>();
  for (const each of [...measured, ...own]) {
    const before = known.get(each.week.first);
    const { task, taskDay, misses, promises } = isShown(each) || before === undefined ? each : before;
    known.set(each.week.first, {
      week: each.week,
      task,
      taskDay,
      misses,
      promises,
      anticipated: each.anticipated ?? before?.anticipated,
      madeReady: each.madeReady ?? before?.madeReady,
    });
  }
  const weeks = Array.from({ length: maxPpcWeeks }, (_, index): PpcWeek => {
    const first = addDays(firstPpcDay(last), 7 * index);
    return { week: weekFrom(first), ...known.get(first) };
  });
  const begin = weeks.findIndex(
    (week) => isShown(week) || week.anticipated !== undefined || week.madeReady !== undefined,
  );
  return begin === -1 ? [] : weeks.slice(begin);
}

export function sameAudience(one: Audience, other: Audience): boolean {
  if (one.kind === 'everyone' || other.kind === 'everyone') return one.kind === other.kind;
  return one.kind === other.kind && one.id === other.id;
}
