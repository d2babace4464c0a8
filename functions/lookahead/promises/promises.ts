/** What was promised for a week, and by whom not. */
import type { Dates, Day } from '#base/day.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { Folders } from '#lookahead/tasks/folders.ts';
import { audienceTest, type SelectionProperties } from '#lookahead/tasks/select-tasks.ts';
import { type Answer, type CurrentAnswer, isAnswerForDates } from './answer.ts';

/** Audiences whose messages asked for promises of a week; none before its first issue. */
export type AskedAudiences = readonly Answer['audience'][];

/** `moved`: answered for other dates than the task has, so that it is to be asked for again. */
export type PromiseState = 'promised' | 'declined' | 'moved' | 'open';

export function promiseState(
  standing: CurrentAnswer | undefined,
  {
    dates,
    isLater = () => false,
  }: {
    readonly dates: Dates | undefined;
    /** Whether an answer is to a plan after this one, which may have had other dates. */
    readonly isLater?: ((answer: Answer) => boolean) | undefined;
  },
): PromiseState {
  if (standing === undefined) return 'open';
  const { answer } = standing;
  if (!isAnswerForDates(answer, dates) && !isLater(answer)) return 'moved';
  return answer.says === 'promise' ? 'promised' : 'declined';
}

/** The audiences that were asked for each task. @param tasks with a day in the week */
export function askedAudiencesByTask<
  Task extends { readonly id: string; readonly selectedBy: SelectionProperties },
>(tasks: readonly Task[], audiences: AskedAudiences, folders: Folders): ReadonlyMap<string, AskedAudiences> {
  const tests = audiences.map((audience) => ({ audience, isTheirs: audienceTest(audience, folders) }));
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
  /** Who has not answered for how many of the tasks, with most of them first. */
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
 * PPC of promises is `kept` ÷ `counted`: promised tasks whose days have come and are reported. `saidDone` of those kept are
 * only said to be done, on a day that the plan does not know yet. Coverage is `promised` of `asked`.
 */
export type PromisePpc = {
  readonly asked: number;
  readonly promised: number;
  readonly counted: number;
  readonly kept: number;
  readonly saidDone: number;
};

export type PromisesInput = {
  /** In the order of their instants. */
  readonly answers: readonly Answer[];
  /** Whom earlier issues asked, by the Monday of the week. */
  readonly asked: ReadonlyMap<Day, AskedAudiences>;
};
