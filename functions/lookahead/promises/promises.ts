/** The promises for a week, and who has not answered. */
import type { Day, StartAndFinish } from '#base/day.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { Folders } from '#lookahead/tasks/folders.ts';
import { createAudiencePredicate, type SelectionProperties } from '#lookahead/tasks/select-tasks.ts';
import { type Answer, type CurrentAnswer, isAnswerForDates } from './answer.ts';

/** Audiences whose messages asked for promises of a week; empty before any message asked. */
export type AskedAudiences = readonly Answer['audience'][];

/** `moved`: the answer is for other dates than the task has now, so the task must be asked for again. */
export type PromiseState = 'promised' | 'declined' | 'moved' | 'open';

export function promiseState(
  current: CurrentAnswer | undefined,
  {
    dates,
    isLater = () => false,
  }: {
    readonly dates: StartAndFinish | undefined;
    /** Whether an answer was given to a later plan than this one. The later plan may have had other dates. */
    readonly isLater?: ((answer: Answer) => boolean) | undefined;
  },
): PromiseState {
  if (current === undefined) return 'open';
  const { answer } = current;
  if (!isAnswerForDates(answer, dates) && !isLater(answer)) return 'moved';
  return answer.says === 'promise' ? 'promised' : 'declined';
}

/**
 * The audiences that were asked for each task.
 * @param tasks with a day in the week
 */
export function askedAudiencesByTask<
  Task extends { readonly id: string; readonly selectedBy: SelectionProperties },
>(tasks: readonly Task[], audiences: AskedAudiences, folders: Folders): ReadonlyMap<string, AskedAudiences> {
  const tests = audiences.map((audience) => ({
    audience,
    isTheirs: createAudiencePredicate(audience, folders),
  }));
  const asked = tasks.map(({ id, selectedBy }): [string, AskedAudiences] => [
    id,
    tests.filter(({ isTheirs }) => isTheirs(selectedBy)).map(({ audience }) => audience),
  ]);
  return new Map(asked.filter(([, own]) => own.length > 0));
}

export type AnswerCounts = {
  readonly week: Window;
  readonly asked: number;
  readonly promised: number;
  readonly declined: number;
  /** Who has not answered, or only for other dates than the task has now, and for how many tasks; most tasks first. */
  readonly missing: readonly { readonly name: string; readonly tasks: number }[];
};

export function countAnswers(
  week: Window,
  tasks: readonly { readonly state: PromiseState; readonly asked: AskedAudiences }[],
): AnswerCounts {
  const count = (state: PromiseState) => tasks.filter((task) => task.state === state).length;
  const open = tasks.filter(({ state }) => state === 'open' || state === 'moved');
  const byName = Map.groupBy(open, ({ asked }) => {
    const { name = '' } = asked.find(({ kind }) => kind === 'subcontractor') ?? asked[0] ?? {};
    return name;
  });
  return {
    week,
    asked: tasks.length,
    promised: count('promised'),
    declined: count('declined'),
    missing: Array.from(byName, ([name, own]) => ({ name, tasks: own.length })).sort(
      (a, b) => b.tasks - a.tasks || (a.name < b.name ? -1 : 1),
    ),
  };
}

/**
 * PPC of promises is `kept` ÷ `counted`. `counted` are the promised tasks whose days are reported; `saidDone` are the
 * kept ones that were only said to be done, on a day that the data does not cover yet. Coverage is `promised` of
 * `asked`.
 */
export type PromisePpc = {
  readonly asked: number;
  readonly promised: number;
  readonly counted: number;
  readonly kept: number;
  readonly saidDone: number;
};

export type PromisesInput = {
  /** In order of time. */
  readonly answers: readonly Answer[];
  /** The audiences that earlier issues asked, by the Monday of the week that they were asked about. */
  readonly asked: ReadonlyMap<Day, AskedAudiences>;
};
