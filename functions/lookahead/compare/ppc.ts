import { addDays, type Day, type StartAndFinish } from '#base/day.ts';
import { lastReportedDay, type ReportDates } from '#lookahead/dates/report-dates.ts';
import { type Window, weekWindow } from '#lookahead/dates/window.ts';
import type { PromisePpc } from '#lookahead/promises/promises.ts';
import type { InterpretedPull, InterpretedTask } from '#lookahead/tasks/read-task.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import { roundQuantity } from '#lookahead/text/quantity-text.ts';
import type { TaskId } from '#planning/contract/resources.ts';
import { type IssueReference, weekBefore } from './earlier-issue.ts';
import type { RecordedTask } from './plan-record.ts';
import type { RecordedWeek, WeekTask } from './recorded-week.ts';

/**
 * Maximum number of weeks in the PPC chart and table, the last one included.
 * @tunable
 */
const maxPpcWeeks = 8;

/** PPC (percent plan complete) of the latest week whose Friday has come. */
export type Ppc =
  | MeasuredPpc
  /** No day of the week is reported: `counted` ends before its Monday. */
  | { readonly kind: 'not reported'; readonly week: Window; readonly counted: Window }
  /** No issue covers the week as `choosePlanIssue` requires: shown as "not yet". */
  | { readonly kind: 'not yet'; readonly week: Window };

export type MeasuredPpc = PpcFigures & {
  readonly kind: 'measured';
  readonly week: Window;
  /** The reported days of the week. Tasks due on later days are neither measured nor missed. */
  readonly counted: Window;
  /** Days of the week before the report day that are not reported, because the data ends before them. */
  readonly notReported: StartAndFinish | undefined;
  readonly plan: IssueReference;
  readonly missed: readonly TaskId[];
  /** Undefined if nobody was asked. */
  readonly promises?: PromisePpc | undefined;
};

type PpcFigures = {
  /** Mean over tasks of (planned days that happened ÷ planned days), 0 to 1; undefined without planned days. */
  readonly taskDay: number | undefined;
  readonly plannedTasks: number;
  /** Share of the tasks due to finish in the week that did finish, 0 to 1. */
  readonly task: number | undefined;
  readonly finished: number;
  readonly dueToFinish: number;
};

/**
 * A planned day happened when, in today's data, the task has started or is complete, the day lies within its
 * current dates, and no delay entry carries that date.
 */
function countHappenedDays(days: readonly Day[], now: InterpretedTask | undefined): number {
  if (now?.dates === undefined || (now.status.kind !== 'started' && now.status.kind !== 'complete')) return 0;
  const { start, finish } = now.dates;
  const lost = new Set(now.delays.map((delay) => delay.day));
  return days.filter((day) => day >= start && day <= finish && !lost.has(day)).length;
}

function isFinishedInWeek(week: Window, now: InterpretedTask | undefined): boolean {
  return now?.status.kind === 'complete' && now.dates !== undefined && now.dates.finish <= week.last;
}

export type MeasuredTask = {
  readonly planned: WeekTask;
  readonly now: InterpretedTask | undefined;
  /** Planned days of the week that are reported. */
  readonly days: readonly Day[];
  readonly daysHappened: number;
  /**
   * Whether the task was due in the week: on a day that counts, or on one that is not reported yet. Undefined if it was
   * due later.
   */
  readonly due: 'counted' | 'not reported' | undefined;
  readonly finished: boolean;
};

/** Today's data, and the audience whose tasks are measured. */
type MeasureInput = {
  readonly pull: InterpretedPull;
  readonly dates: ReportDates;
  readonly audience: Audience;
};

/**
 * Compares a week's plan with today's data. Tasks that the plan has as cancelled are left out; a task that is missing
 * from today's data did not happen.
 */
export function measureWeek(
  { week, reference, ownTasks }: RecordedWeek,
  { pull, dates, audience }: MeasureInput,
): {
  readonly ppc: Exclude<Ppc, { readonly kind: 'not yet' }>;
  readonly tasks: readonly MeasuredTask[];
} {
  const last = earlier(week.last, earlier(dates.reportDay, lastReportedDay(dates)));
  const tasks = ownTasks(audience).flatMap((planned): MeasuredTask[] => {
    const { id, progress } = planned.task;
    const days = planned.days.filter((day) => day <= last);
    const { finish: end } = planned.dates;
    const due = end <= last ? 'counted' : end <= week.last ? 'not reported' : undefined;
    if (progress === 'cancelled' || (days.length === 0 && due === undefined)) return [];
    const now = pull.byId.get(id);
    return [
      {
        planned,
        now,
        days,
        due,
        daysHappened: countHappenedDays(days, now),
        finished: isFinishedInWeek(week, now),
      },
    ];
  });
  const counted = { ...week, last };
  if (last < week.first) return { ppc: { kind: 'not reported', week, counted }, tasks };
  const finish = earlier(week.last, addDays(dates.reportDay, -1));
  const notReported = last < finish ? { start: addDays(last, 1), finish } : undefined;
  const missed = tasks.filter(({ due, finished: isDone }) => due === 'counted' && !isDone);
  const ppc = {
    kind: 'measured',
    week,
    counted,
    notReported,
    plan: reference,
    missed: missed.map(({ planned }) => planned.task.id),
    ...figuresOf(tasks),
  } as const;
  return { ppc, tasks };
}

/** Whether days of the week are still to be reported, so that the figure is not final. */
export function isPpcProvisional({ week, counted }: MeasuredPpc): boolean {
  return counted.last < week.last;
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

function figuresOf(tasks: readonly MeasuredTask[]): PpcFigures {
  const withDays = tasks.filter(({ days }) => days.length > 0);
  const shares = withDays.reduce((sum, { daysHappened, days }) => sum + daysHappened / days.length, 0);
  const due = tasks.filter((task) => task.due === 'counted');
  const finished = due.filter((task) => task.finished).length;
  return {
    taskDay: withDays.length === 0 ? undefined : roundQuantity(shares / withDays.length),
    plannedTasks: withDays.length,
    task: due.length === 0 ? undefined : finished / due.length,
    finished,
    dueToFinish: due.length,
  };
}

/** PPC of an earlier week whose days are all reported now. */
export type FinalPpc = MeasuredPpc & {
  /** The figures of the week in the last earlier issue that had any; undefined if none had, or they were the same. */
  readonly earlierPpc: EarlierPpc | undefined;
};

type EarlierPpc = {
  readonly finished: number;
  readonly dueToFinish: number;
  readonly reportDay: Day;
  /** The tasks that made PPC fall (`missed`) or rise (`done`) since then. */
  readonly since: { readonly result: 'missed' | 'done'; readonly tasks: readonly RecordedTask[] };
};

/**
 * @param measured the tasks of the week according to today's data
 * @param earlier what earlier issues measured for this audience, earliest issue first
 * @returns undefined if a day of the week is not reported yet, or nothing was planned
 */
export function finalPpcOf(
  ppc: Ppc,
  measured: readonly MeasuredTask[],
  earlier: readonly MeasuredWeek[],
): FinalPpc | undefined {
  if (ppc.kind !== 'measured' || isPpcProvisional(ppc) || !hasPpcFigures(ppc)) return undefined;
  const { finished, dueToFinish } = ppc;
  const lastMeasured = earlier.findLast(
    ({ week, task }) => week.first === ppc.week.first && task !== undefined,
  );
  const {
    finished: before = 0,
    dueToFinish: dueBefore = 0,
    missed: missedThen,
    countedTo = 0,
  } = lastMeasured ?? {};
  const isSame = before === finished && dueBefore === dueToFinish;
  if (lastMeasured === undefined || missedThen === undefined || isSame)
    return { ...ppc, earlierPpc: undefined };
  const hasFallen = finished * dueBefore < before * dueToFinish;
  const tasks = measured.flatMap(({ planned: { task, dates }, due, finished: isDone }) => {
    const wasMissed = missedThen.includes(task.id);
    const isSince = hasFallen ? !isDone && !wasMissed : isDone && (wasMissed || dates.finish > countedTo);
    return due === 'counted' && isSince ? [task] : [];
  });
  const since = { result: hasFallen ? 'missed' : 'done', tasks } as const;
  return {
    ...ppc,
    earlierPpc: { finished: before, dueToFinish: dueBefore, reportDay: lastMeasured.reportDay, since },
  };
}

/** Number of misses for one reason; the reason is empty if none is recorded. */
export type ReasonCount = { readonly reason: string; readonly count: number };

/** The figures of a week in one issue. */
export type WeekFigures = {
  readonly task?: number | undefined;
  readonly finished?: number | undefined;
  readonly dueToFinish?: number | undefined;
  readonly taskDay?: number | undefined;
  readonly promises?: PromisePpc | undefined;
  /** The last reported day of the week; before its Sunday, the figures are provisional. */
  readonly countedTo?: Day | undefined;
  /** Tasks that were due and had not finished. */
  readonly missed?: readonly TaskId[] | undefined;
  readonly misses?: readonly ReasonCount[] | undefined;
};

export function figuresOfWeek(
  { week, task, finished, dueToFinish, taskDay, promises, counted, missed }: MeasuredPpc,
  misses: readonly ReasonCount[],
) {
  return { week, task, finished, dueToFinish, taskDay, promises, countedTo: counted.last, missed, misses };
}

/** The figures of a week, with TA and TMR one week before its plan; all shares are 0 to 1. */
export type PpcWeek = WeekFigures & {
  readonly week: Window;
  readonly anticipated?: number | undefined;
  readonly madeReady?: number | undefined;
};

/** The figures of a week in an earlier issue. */
export type MeasuredWeek = PpcWeek & { readonly audience: Audience; readonly reportDay: Day };

export function hasPpcFigures({ task, taskDay }: WeekFigures): boolean {
  return task !== undefined || taskDay !== undefined;
}

export function firstDayOfPpcWeeks({ first }: Window): Day {
  return addDays(first, -7 * (maxPpcWeeks - 1));
}

/** Whether days of the week are still to be reported, so that its figures are not final. */
export function isWeekProvisional({ week, countedTo }: PpcWeek): boolean {
  return countedTo !== undefined && countedTo < week.last;
}

/**
 * Up to `maxPpcWeeks` consecutive weeks, from the first one with any figure to the last. A week may have TMR and no
 * PPC, if all tasks that were foreseen for it slipped.
 * @param own what this issue measured
 * @param measured what earlier issues measured, earliest issue first: a later one knows more about the same week
 */
export function ppcWeeksOf(
  own: readonly PpcWeek[],
  last: Window,
  measured: readonly PpcWeek[],
): readonly PpcWeek[] {
  const known = new Map<Day, PpcWeek>();
  for (const each of [...measured, ...own]) {
    const before = known.get(each.week.first);
    known.set(each.week.first, {
      ...(hasPpcFigures(each) || before === undefined ? each : before),
      anticipated: each.anticipated ?? before?.anticipated,
      madeReady: each.madeReady ?? before?.madeReady,
    });
  }
  const weeks = Array.from({ length: maxPpcWeeks }, (_, index): PpcWeek => {
    const first = addDays(firstDayOfPpcWeeks(last), 7 * index);
    return known.get(first) ?? { week: weekWindow(first) };
  });
  const begin = weeks.findIndex(
    (week) => hasPpcFigures(week) || week.anticipated !== undefined || week.madeReady !== undefined,
  );
  return begin === -1 ? [] : weeks.slice(begin);
}

/**
 * The weeks of the PPC chart before `last` that no issue has measured to the end, and always the week right before
 * `last`. They become final once all their days are reported.
 */
export function weeksToMeasureAgain(last: Window, measured: readonly MeasuredWeek[]): readonly Window[] {
  const weeks: Window[] = [];
  for (let first = firstDayOfPpcWeeks(last); first < last.first; first = addDays(first, 7)) {
    const latest = measured.findLast(
      ({ week, audience, countedTo }) =>
        week.first === first && audience.kind === 'everyone' && countedTo !== undefined,
    );
    // The week before `last` is measured again in any case: tasks may have finished in it without being reported by its
    // end.
    const isDone = latest !== undefined && !isWeekProvisional(latest) && first < weekBefore(last).first;
    if (!isDone) weeks.push(weekWindow(first));
  }
  return weeks;
}

export function isSameAudience(one: Audience, other: Audience): boolean {
  if (one.kind === 'everyone' || other.kind === 'everyone') return one.kind === other.kind;
  return one.kind === other.kind && one.id === other.id;
}
