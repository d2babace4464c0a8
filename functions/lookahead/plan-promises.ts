/**
 * The part of a plan that comes from the answers: the promises for its first week, which promises of measured weeks
 * were kept, and which tasks are declined.
 */
import type { Day } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { type JudgedPromises, judgePromises } from './compare/judge-promises.ts';
import type { MeasuredTask } from './compare/ppc.ts';
import type { RecordedWeek } from './compare/recorded-week.ts';
import { overlaps, type Window, weekWindow } from './dates/window.ts';
import type { PlannedTask, TaskPromise } from './planned/planned-task.ts';
import {
  type Answer,
  createWeekAnswerLookup,
  isAnswerForDates,
  isPromiseOrDecline,
} from './promises/answer.ts';
import {
  type AnswerCounts,
  askedAudiencesByTask,
  countAnswers,
  type PromisesInput,
  promiseState,
} from './promises/promises.ts';
import type { InterpretedPull } from './tasks/read-task.ts';
import type { Audience, Selection } from './tasks/select-tasks.ts';
import { isUnfinished } from './tasks/status.ts';

export type PromisesOfPlan = {
  /** Promises for the window's first week, by task id; empty before anybody was asked. */
  readonly ofFirstWeek: ReadonlyMap<string, TaskPromise>;
  /** @returns undefined before anybody was asked */
  readonly countFirstWeek: (tasks: readonly PlannedTask[]) => AnswerCounts | undefined;
  readonly declined: ReadonlyMap<string, Answer>;
  /** @returns undefined for a week for which nobody was asked */
  readonly judge: (
    week: RecordedWeek,
    of: {
      readonly audience: Audience;
      readonly measured: readonly MeasuredTask[];
      readonly lastReported: Day;
    },
  ) => JudgedPromises | undefined;
};

export function createPromisesOfPlan(
  { answers, asked }: PromisesInput,
  plan: {
    readonly pull: InterpretedPull;
    readonly window: Window;
    readonly selection: Selection;
    /** Monday of the latest measured week. */
    readonly lastWeek: Day;
    /** Whether this is the plan of the report that asks for promises. */
    readonly isAsking: boolean;
  },
): PromisesOfPlan {
  const { pull, window, selection, lastWeek, isAsking } = plan;
  const week = weekWindow(window.first);
  const audiences = asked.get(week.first) ?? [];
  const tasks = [...selection.selected.keys()]
    .filter(({ dates }) => overlaps(week, dates))
    .map(({ id, source }) => ({ id, selectedBy: source }));
  const askedHere = askedAudiencesByTask(tasks, audiences, pull.folders);
  const { latestAnswer } = createWeekAnswerLookup(week.first, answers);
  const ofFirstWeek = new Map<string, TaskPromise>();
  for (const id of askedHere.keys()) {
    const task = pull.byId.get(id);
    const { dates, status } = task ?? {};
    const current = latestAnswer({ id, firm: task?.source.subcontractor?.id, dates });
    // Nobody is asked about a complete or cancelled task, but an answer that was given is still shown.
    if (current === undefined && status && !isUnfinished(status)) continue;
    ofFirstWeek.set(id, { state: promiseState(current, { dates }), current });
  }
  const askedIn = memoize(({ week: of, ownTasks, folders }: RecordedWeek) => {
    const all = ownTasks({ kind: 'everyone' }).map(({ task }) => task);
    return askedAudiencesByTask(all, asked.get(of.first) ?? [], folders);
  });
  const answersIn = memoize((of: Day) => createWeekAnswerLookup(of, answers));
  return {
    ofFirstWeek,
    countFirstWeek: (shown) => {
      const own = shown.flatMap(({ id }) => {
        const promise = ofFirstWeek.get(id);
        return promise ? [{ state: promise.state, asked: askedHere.get(id) ?? [] }] : [];
      });
      return own.length === 0 ? undefined : countAnswers(week, own);
    },
    // Every report of the project counts declines from `lastWeek` on, however far back it measures, so that all show
    // the same tasks as declined.
    declined: declinedTasks(
      answers.filter((answer) => answer.week >= lastWeek),
      pull,
    ),
    judge: (recorded, { audience, measured, lastReported }) => {
      const monday = recorded.week.first;
      if (!asked.has(monday)) return undefined;
      const { number, read } = recorded.reference;
      const readAt = Date.parse(read.instant);
      // Answers name a revision of the asking report. Other reports number their own, so only times can be compared.
      const isLater = ({ revision, at }: Answer) => (isAsking ? revision > number : Date.parse(at) > readAt);
      const by = { answers: answersIn(monday), asked: askedIn(recorded), lastReported, isLater };
      return judgePromises(recorded, { audience, measured }, by);
    },
  };
}

function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => getOrInsert(made, key, () => make(key));
}

/**
 * The unfinished tasks that are declined, by task id. Of the answers to a task, only those for the latest answered week
 * count. A decline holds as long as the plan keeps the dates that were declined.
 */
function declinedTasks(answers: readonly Answer[], pull: InterpretedPull): ReadonlyMap<string, Answer> {
  const byTask = Map.groupBy(answers.filter(isPromiseOrDecline), ({ taskId }) => taskId);
  const declined = new Map<string, Answer>();
  for (const [id, own] of byTask) {
    const task = pull.byId.get(id);
    if (task === undefined || !isUnfinished(task.status)) continue;
    const latest = own.map(({ week }) => week).reduce((a, b) => (a > b ? a : b));
    const current = createWeekAnswerLookup(latest, own).latestAnswer({
      id,
      firm: task.source.subcontractor?.id,
      dates: task.dates,
    });
    if (current?.answer.says === 'decline' && isAnswerForDates(current.answer, task.dates))
      declined.set(id, current.answer);
  }
  return declined;
}
