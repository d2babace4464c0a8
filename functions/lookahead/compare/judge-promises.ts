/** Decides which promises of a week were kept, for PPC of promises. */
import type { Day } from '#base/day.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { Answer, CurrentAnswer, TaskToAnswer, WeekAnswerLookup } from '#lookahead/promises/answer.ts';
import {
  type AnswerCounts,
  type AskedAudiences,
  countAnswers,
  type PromisePpc,
  type PromiseState,
  promiseState,
} from '#lookahead/promises/promises.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import type { MeasuredTask } from './ppc.ts';
import type { RecordedWeek } from './recorded-week.ts';

/** Whether a task of a week was promised and done, according to the people who were asked and to the plan. */
export type JudgedPromise = {
  readonly state: PromiseState;
  readonly asked: AskedAudiences;
  readonly promiseAnswer: CurrentAnswer | undefined;
  /** The answer to whether the task was done; without one, a decline that was given after the answers closed. */
  readonly outcomeAnswer: CurrentAnswer | undefined;
  /** Undefined if the task was not promised, or its days are not reported yet. */
  readonly result: 'kept' | 'said done' | 'not kept' | undefined;
  /** Whether the answer and the plan contradict each other. */
  readonly disagrees: boolean;
};

export type JudgedPromises = {
  readonly ppc: PromisePpc;
  readonly counts: AnswerCounts;
  readonly results: ReadonlyMap<string, JudgedPromise>;
};

/**
 * @returns undefined if nobody was asked for any of the tasks
 * @param audience.measured the audience's tasks of the week whose days count
 * @param by.asked from `askedAudiencesByTask`
 * @param by.lastReported the last day that the data covers; a task said to be done on a later day counts as kept
 */
export function judgePromises(
  { week, ownTasks }: RecordedWeek,
  { audience, measured }: { readonly audience: Audience; readonly measured: readonly MeasuredTask[] },
  by: {
    readonly answers: WeekAnswerLookup;
    readonly asked: ReadonlyMap<string, AskedAudiences>;
    readonly lastReported: Day;
    /** Whether an answer was given to a later revision than the week's plan. */
    readonly isLater: (answer: Answer) => boolean;
  },
): JudgedPromises | undefined {
  const measuredById = new Map(measured.map((task) => [task.planned.task.id, task]));
  const results = new Map<string, JudgedPromise>();
  for (const { task, dates } of ownTasks(audience)) {
    const { id, progress } = task;
    const asked = by.asked.get(id);
    // Nobody is asked about a task that the plan has as complete or cancelled.
    if (asked === undefined || progress === 'cancelled' || progress === 'complete') continue;
    const answered = { id, firm: task.selectedBy.subcontractor?.id, dates };
    const promiseAnswer = by.answers.promiseAnswer(answered);
    const state = promiseState(promiseAnswer, { dates, isLater: by.isLater });
    const outcomeAnswer = outcomeAnswerOf(by.answers, answered);
    const own = measuredById.get(id);
    const outcome =
      own && own.due !== 'not reported'
        ? judgeTask(own, { said: outcomeAnswer, week, lastReported: by.lastReported })
        : undefined;
    results.set(id, {
      state,
      asked,
      promiseAnswer,
      outcomeAnswer,
      result: state === 'promised' ? outcome?.result : undefined,
      disagrees: outcome?.disagrees ?? false,
    });
  }
  const all = [...results.values()];
  if (all.length === 0) return undefined;
  const counts = countAnswers(week, all);
  const count = (...of: readonly JudgedPromise['result'][]) =>
    all.filter(({ result }) => of.includes(result)).length;
  return {
    ppc: {
      asked: counts.asked,
      promised: counts.promised,
      counted: count('kept', 'said done', 'not kept'),
      kept: count('kept', 'said done'),
      saidDone: count('said done'),
    },
    counts,
    results,
  };
}

function outcomeAnswerOf(
  { doneAnswer, latestAnswer }: WeekAnswerLookup,
  task: TaskToAnswer,
): CurrentAnswer | undefined {
  const late = latestAnswer(task);
  return doneAnswer(task) ?? (late?.answer.isLate && late.answer.says === 'decline' ? late : undefined);
}

function judgeTask(
  { due, finished, days, daysHappened, now }: MeasuredTask,
  of: { readonly said: CurrentAnswer | undefined; readonly week: Window; readonly lastReported: Day },
): Pick<JudgedPromise, 'result' | 'disagrees'> {
  const { said, week, lastReported } = of;
  const isDone = due === 'counted' ? finished : finished || daysHappened === days.length;
  const { says, day } = said?.answer ?? {};
  const saidDay = day === undefined || day > week.last ? week.last : day;
  if (says === 'done' && !isDone) {
    return saidDay > lastReported
      ? { result: 'said done', disagrees: false }
      : { result: 'not kept', disagrees: true };
  }
  const finish = now?.status.kind === 'complete' ? now.dates?.finish : undefined;
  const disagrees = says === 'undone' && finished && finish !== undefined && finish <= saidDay;
  return { result: isDone ? 'kept' : 'not kept', disagrees };
}
