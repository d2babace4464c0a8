/** The answers of people about their tasks. An answer never changes the plan; it is shown beside it. */
import type { Dates, Day } from '#base/day.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';

/** `promise` and `decline` answer whether a task will be done as planned, `done` and `undone` whether it was. */
export const answerKinds = ['promise', 'decline', 'done', 'undone'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export type Answer = {
  readonly taskId: string;
  readonly says: AnswerKind;
  /** Monday of the week that it is about. */
  readonly week: Day;
  /** Of the task, as they were when it was asked for. */
  readonly dates: Dates;
  /** Empty with `promise` and `done`. */
  readonly reason: string;
  /** From when instead. */
  readonly from: Day | undefined;
  /** Per day, if other than planned. */
  readonly people: number | undefined;
  readonly note: string;
  /** The name that was given. */
  readonly by: string;
  /** The audience that answered. */
  readonly audience: Exclude<Audience, { readonly kind: 'everyone' }>;
  /** The revision of the issue that asked. */
  readonly revision: number;
  /** ISO 8601 instant at which it was stored. */
  readonly at: string;
  /** The local day of that. */
  readonly day: Day;
  /** Given after the answers closed: it counts for the site, not for the promises of the week. */
  readonly isLate: boolean;
};

/** The answer that counts, and what other audiences say. */
export type CurrentAnswer<One = Answer> = { readonly answer: One; readonly others: readonly One[] };

/** A task that people answer for. */
export type TaskToAnswer = {
  readonly id: string;
  /** The id of its subcontractor. */
  readonly firm: string | undefined;
  readonly dates: Dates | undefined;
};

/**
 * The last answer of each audience counts, but not that of another subcontractor, whose task it was before. Of several
 * audiences, that of the task's subcontractor decides; without one, those for the dates that it has: it is declined, or
 * not done, if one says so, or else the last one counts.
 * @param answers about one question of one task, in the order of their instants
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
  const answer = latest.find(isOwn) ?? candidates.find(isRefusal) ?? candidates[0];
  if (answer === undefined) return undefined;
  return { answer, others: latest.filter((other) => other !== answer) };
}

export function isRefusal({ says }: Pick<Answer, 'says'>): boolean {
  return says === 'decline' || says === 'undone';
}

/** Why not, and from when instead: `Materials, from Thu 26 Nov`. @param near a day whose year need not be said */
export function refusalText({ reason, from }: Pick<Answer, 'reason' | 'from'>, near: Day): string {
  return `${reason}${from === undefined ? '' : `, from ${dayText(from, near)}`}`;
}

/** Whether it answers if a task will be done as planned, not if it was done. */
export function isAboutPromise({ says }: Pick<Answer, 'says'>): boolean {
  return says === 'promise' || says === 'decline';
}

/** All that was said about a week, by task. */
export type WeekAnswers = {
  /** Before the answers closed: what PPC of promises counts. */
  readonly promiseAnswer: (task: TaskToAnswer) => CurrentAnswer | undefined;
  /** With what was said later: what the site goes by. */
  readonly latestAnswer: (task: TaskToAnswer) => CurrentAnswer | undefined;
  /** Whether it was done. */
  readonly doneAnswer: (task: TaskToAnswer) => CurrentAnswer | undefined;
};

/** @param answers in the order of their instants */
export function answersOfWeek(week: Day, answers: readonly Answer[]): WeekAnswers {
  const byTask = Map.groupBy(
    answers.filter((answer) => answer.week === week),
    ({ taskId }) => taskId,
  );
  const standing =
    (isMeant: (answer: Answer) => boolean) =>
    ({ id, firm, dates }: TaskToAnswer) =>
      currentAnswerOf((byTask.get(id) ?? []).filter(isMeant), {
        firm,
        isForDates: (answer) => isAnswerForDates(answer, dates),
      });
  return {
    promiseAnswer: standing((answer) => isAboutPromise(answer) && !answer.isLate),
    latestAnswer: standing(isAboutPromise),
    doneAnswer: standing((answer) => !isAboutPromise(answer)),
  };
}

/** An answer is for the dates that were asked for: if the task has other dates now, it is asked for again. */
export function isAnswerForDates(answer: Answer, dates: Dates | undefined): boolean {
  return dates?.start === answer.dates.start && dates.finish === answer.dates.finish;
}
