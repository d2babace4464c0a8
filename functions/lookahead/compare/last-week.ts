import type { Day, StartAndFinish } from '#base/day.ts';
import { dayText, removedTaskText } from '#lookahead/dates/day-text.ts';
import type { Window } from '#lookahead/dates/window.ts';
import { isDeclinedOrNotDone } from '#lookahead/promises/answer.ts';
import type { GivenReason, ReasonCategories } from '#lookahead/reasons.ts';
import { sumDaysLost } from '#lookahead/tasks/delay-entries.ts';
import {
  type InterpretedTask,
  lastDaySearched,
  type PullWithoutTasks,
  type TaskIdRefAndName,
} from '#lookahead/tasks/read-task.ts';
import type { JudgedPromise } from './judge-promises.ts';
import type { MeasuredTask, ReasonCount } from './ppc.ts';

/**
 * `missed` and `done` were due in the week; `short` and `kept` had planned days in it and continue after it. A task due
 * on a day that is not reported yet is `open`, or `done since` if it is complete; it counts in the final PPC.
 */
const weekResults = ['missed', 'short', 'open', 'done since', 'done', 'kept'] as const;
export type TaskWeekResult = (typeof weekResults)[number];

/**
 * The reason is that of the longest delay in the week, else the one in the answer; else *plan moved* if `planHasMoved`,
 * else empty.
 */
export type LastWeekTask = TaskIdRefAndName &
  GivenReason & {
    readonly key: boolean;
    readonly subcontractor: string;
    readonly planned: StartAndFinish;
    readonly days: number;
    readonly daysHappened: number;
    readonly result: TaskWeekResult;
    readonly outcome: string;
    readonly daysLost: number | undefined;
    /** Undefined if nobody was asked for the task. */
    readonly promise: JudgedPromise | undefined;
  };

/** Whether the task was due and did not finish, or lost planned days: the meeting asks why. */
export function isMiss({ result }: { readonly result: TaskWeekResult }): boolean {
  return result === 'missed' || result === 'short';
}

/** Whether the task was due on a day that is not reported yet. */
export function isNotReportedYet({ result }: { readonly result: TaskWeekResult }): boolean {
  return result === 'open' || result === 'done since';
}

export function countMissesByReason(tasks: readonly LastWeekTask[]): readonly ReasonCount[] {
  return sumByReason(tasks.filter(isMiss).map(({ reason }) => ({ reason, count: 1 })));
}

/** Sums the counts of each reason, ignoring case; the first spelling is kept. */
export function sumByReason(counts: readonly ReasonCount[]): readonly ReasonCount[] {
  const groups = Map.groupBy(counts, ({ reason }) => reason.toLowerCase());
  return Array.from(groups.values(), (own) => ({
    reason: own[0]?.reason ?? '',
    count: own.reduce((sum, { count }) => sum + count, 0),
  }));
}

type LastWeekContext = {
  readonly counted: Window;
  readonly reportDay: Day;
  readonly promises: ReadonlyMap<string, JudgedPromise> | undefined;
  readonly pull: PullWithoutTasks;
  readonly reasons: ReasonCategories;
};

export function listLastWeekTasks(
  measured: readonly MeasuredTask[],
  context: LastWeekContext,
): readonly LastWeekTask[] {
  const missing = ({ days, daysHappened }: LastWeekTask) => days - daysHappened;
  return measured
    .map((task) => lastWeekTask(task, context))
    .sort(
      (a, b) =>
        weekResults.indexOf(a.result) - weekResults.indexOf(b.result) ||
        Number(b.key) - Number(a.key) ||
        missing(b) - missing(a) ||
        a.planned.finish - b.planned.finish,
    );
}

function lastWeekTask(task: MeasuredTask, context: LastWeekContext): LastWeekTask {
  const { planned, now, days, daysHappened } = task;
  const { ref, name, key } = now === undefined ? planned.task : { ...now, key: now.source.keyTask === true };
  return {
    taskId: planned.task.id,
    taskRef: ref,
    taskName: name,
    key,
    subcontractor: planned.subcontractor?.name ?? '',
    planned: planned.dates,
    days: days.length,
    daysHappened,
    result: weekResult(task),
    outcome: outcomeText(task, context),
    ...reasonAndDaysLost(task, context),
    promise: context.promises?.get(planned.task.id),
  };
}

function weekResult({ due, finished, days, daysHappened }: MeasuredTask): TaskWeekResult {
  if (due === 'counted') return finished ? 'done' : 'missed';
  if (due === 'not reported') return finished ? 'done since' : 'open';
  return finished || daysHappened === days.length ? 'kept' : 'short';
}

function outcomeText({ now, planned, due }: MeasuredTask, context: LastWeekContext): string {
  if (now === undefined) return removedTaskText(lastDaySearched(context.pull));
  const { status, dates } = now;
  switch (status.kind) {
    case 'complete':
      if (dates === undefined) return 'complete, without a date';
      return `finished ${dayText(dates.finish, context.reportDay)}`;
    case 'cancelled':
      return 'cancelled';
    case 'started':
      return dates === undefined ? 'started, without dates' : `started, ${endText(dates, context)}`;
    default:
      if (due === 'not reported' && isSame(dates, planned.dates)) return 'not reported yet';
      return `${notStartedText(now)}${dates === undefined ? ', without dates' : `, ${replannedText(dates, context)}`}`;
  }
}

function isSame(dates: StartAndFinish | undefined, { start, finish }: StartAndFinish): boolean {
  return dates?.start === start && dates.finish === finish;
}

function notStartedText({ status }: InterpretedTask): string {
  return status.kind === 'blocked' || status.kind === 'delayed' ? status.kind : 'not started';
}

function endText({ finish }: StartAndFinish, { counted, reportDay }: LastWeekContext): string {
  return `${finish <= counted.last ? 'was to end' : 'ends'} ${dayText(finish, reportDay)}`;
}

function replannedText({ start, finish }: StartAndFinish, { counted, reportDay }: LastWeekContext): string {
  if (start > counted.last) return `now from ${dayText(start, reportDay)}`;
  return finish <= counted.last ? 'not replanned' : `now until ${dayText(finish, reportDay)}`;
}

function reasonAndDaysLost(
  task: MeasuredTask,
  { counted, promises, reasons }: LastWeekContext,
): GivenReason & { readonly daysLost: number | undefined } {
  const { now, planned } = task;
  const delays = (now?.delays ?? []).filter(
    ({ day }) => day !== undefined && day >= counted.first && day <= counted.last,
  );
  const { reason: recorded = '' } =
    delays.filter(({ reason }) => reason !== '').sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0))[0] ?? {};
  const promise = promises?.get(planned.task.id);
  const said = promise === undefined ? '' : refusalReason(promise);
  const reason = reasons.categoryOfText(
    recorded || said || (planHasMoved(task, promise) ? 'plan moved' : ''),
  );
  const differs = recorded !== '' && said !== '' && reasons.categoryOfText(said) !== reason;
  return { reason, recorded, said: differs ? said : '', daysLost: sumDaysLost(delays) };
}

function refusalReason({ outcomeAnswer, promiseAnswer }: JudgedPromise): string {
  const refusal = [outcomeAnswer, promiseAnswer].find(
    (current) => current !== undefined && isDeclinedOrNotDone(current.answer),
  );
  return refusal?.answer.reason ?? '';
}

/**
 * Whether a promise was not kept and the dates of the task have changed since: that change is the reason if nobody
 * gives one.
 */
function planHasMoved({ planned, now }: MeasuredTask, promise: JudgedPromise | undefined): boolean {
  return promise?.result === 'not kept' && !isSame(now?.dates, planned.dates);
}
