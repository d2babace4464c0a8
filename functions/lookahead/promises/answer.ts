/** The answers that people give about their tasks. An answer never changes the plan; it is shown beside it. */
import type { Day, StartAndFinish } from '#base/day.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';

/** `promise` and `decline` answer whether a task will be done as planned, `done` and `undone` whether it was. */
export const answerKinds = ['promise', 'decline', 'done', 'undone'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export type Answer = {
  readonly taskId: string;
  readonly says: AnswerKind;
  /** Monday of the week that the answer is about. */
  readonly week: Day;
  /** The dates that the task had when the question was asked. */
  readonly dates: StartAndFinish;
  /** Empty with `promise` and `done`. */
  readonly reason: string;
  /** The day from which the task can be done instead. */
  readonly from: Day | undefined;
  /** People per day, if not as many as planned. */
  readonly people: number | undefined;
  readonly note: string;
  /** The name that the person gave. */
  readonly by: string;
  /** The audience that answered. */
  readonly audience: Exclude<Audience, { readonly kind: 'everyone' }>;
  /** The revision of the issue that asked. */
  readonly revision: number;
  /** ISO 8601 instant at which it was stored. */
  readonly at: string;
  /** The local day of `at`. */
  readonly day: Day;
  /** Given after the answers closed: it counts for the site, not for the promises of the week. */
  readonly isLate: boolean;
};

/** The answer that counts, and the latest answers of other audiences. */
export type CurrentAnswer<One = Answer> = { readonly answer: One; readonly others: readonly One[] };

/** A task that people answer for. */
export type TaskToAnswer = {
  readonly id: string;
  /** The id of its subcontractor. */
  readonly firm: string | undefined;
  readonly dates: StartAndFinish | undefined;
};

/**
 * The last answer of each audience counts, except those of another subcontractor, to whom the task belonged before. If
 * several audiences answered, the task's subcontractor decides. If it did not answer, only answers for the task's
 * present dates count, if there are any: among these a refusal (declined, not done) decides, else the last answer.
 * @param answers to one question about one task, in order of time
 */
export function currentAnswerOf<One extends Pick<Answer, 'audience' | 'says'>>(
  answers: readonly One[],
  { firm, isForDates }: { readonly firm: string | undefined; readonly isForDates: (one: One) => boolean },
): CurrentAnswer<One> | undefined {
  const isOwn = ({ audience }: One) => audience.kind === 'subcontractor' && audience.id === firm;
  const counted = answers.filter((one) => one.audience.kind !== 'subcontractor' || isOwn(one)).toReversed();
  const byAudience = Map.groupBy(counted, ({ audience }) => `${audience.kind} ${audience.id}`);
  const latest = [...byAudience.values()].flatMap((own) => own.slice(0, 1));
  const forDates = latest.filter(isForDates);
  const candidates = forDates.length > 0 ? forDates : latest;
  const answer = latest.find(isOwn) ?? candidates.find(isDeclinedOrNotDone) ?? candidates[0];
  if (answer === undefined) return undefined;
  return { answer, others: latest.filter((other) => other !== answer) };
}

export function isDeclinedOrNotDone({ says }: Pick<Answer, 'says'>): boolean {
  return says === 'decline' || says === 'undone';
}

/**
 * The reason, and from when the task can be done instead: `Materials, from Thu 26 Nov`.
 * @param near a day whose year the text leaves out
 */
export function refusalText({ reason, from }: Pick<Answer, 'reason' | 'from'>, near: Day): string {
  return `${reason}${from === undefined ? '' : `, from ${dayText(from, near)}`}`;
}

/** Whether the answer is about doing the task as planned, not about whether it was done. */
export function isPromiseOrDecline({ says }: Pick<Answer, 'says'>): boolean {
  return says === 'promise' || says === 'decline';
}

/** The answers about a week. Each function returns the answer that counts for a task. */
export type WeekAnswerLookup = {
  /** The promise or decline from before the answers closed, which PPC of promises counts. */
  readonly promiseAnswer: (task: TaskToAnswer) => CurrentAnswer | undefined;
  /** The latest promise or decline, even if it is late; the site relies on it. */
  readonly latestAnswer: (task: TaskToAnswer) => CurrentAnswer | undefined;
  /** The answer to whether the task was done. */
  readonly doneAnswer: (task: TaskToAnswer) => CurrentAnswer | undefined;
};

/** @param answers in order of time */
export function createWeekAnswerLookup(week: Day, answers: readonly Answer[]): WeekAnswerLookup {
  const byTask = Map.groupBy(
    answers.filter((answer) => answer.week === week),
    ({ taskId }) => taskId,
  );
  const currentOf =
    (isMeant: (answer: Answer) => boolean) =>
    ({ id, firm, dates }: TaskToAnswer) =>
      currentAnswerOf((byTask.get(id) ?? []).filter(isMeant), {
        firm,
        isForDates: (answer) => isAnswerForDates(answer, dates),
      });
  return {
    promiseAnswer: currentOf((answer) => isPromiseOrDecline(answer) && !answer.isLate),
    latestAnswer: currentOf(isPromiseOrDecline),
    doneAnswer: currentOf((answer) => !isPromiseOrDecline(answer)),
  };
}

/** An answer is for the dates that were asked for: if the task has other dates now, it is asked for again. */
export function isAnswerForDates(answer: Answer, dates: StartAndFinish | undefined): boolean {
  return dates?.start === answer.dates.start && dates.finish === answer.dates.finish;
}
