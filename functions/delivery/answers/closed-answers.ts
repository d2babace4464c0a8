/** Reads the answers to an issue, also those that came after the closing time. */
import type { ObjectStore } from '../../archive/object-store.ts';
import { addDays } from '../../base/day.ts';
import { together } from '../../base/together.ts';
import { weekFrom } from '../../lookahead/dates/window.ts';
import { answersOf, type Standing } from '../../lookahead/promises/answer.ts';
import {
  type AnswerCounts,
  type AskedAudiences,
  countAnswers,
  type PromiseState,
  promiseState,
} from '../../lookahead/promises/promises.ts';
import { answersInWindow } from '../../pages/answers/stored-answers.ts';
import { pageKey } from '../../pages/page-link.ts';
import { decodePage } from '../../pages/stored-page.ts';
import { issueSchema } from '../store/issue.ts';
import { issueKey, type RunAddress, runPrefix, windowPrefix } from '../store/run-keys.ts';
import { dayOf, readObject } from '../store/stored-object.ts';
import { damagedAnswers } from './damaged-answers.ts';
import { readAnswers } from './read-answers.ts';

export type AnsweredTask = {
  readonly id: string;
  readonly ref: string;
  readonly name: string;
  readonly dates: string;
  readonly asked: AskedAudiences;
  readonly state: PromiseState;
  readonly promise: Standing | undefined;
  readonly done: Standing | undefined;
};

export type ClosedAnswers = {
  /** Promised and declined in time, and `late`. */
  readonly counts: AnswerCounts & { readonly late: number };
  readonly tasks: readonly AnsweredTask[];
  /** Of this week, the week before and the next: answers that cannot be read, as of `damagedAnswers`. */
  readonly damaged: readonly string[];
};

const pagesAtOnce = 16;

/**
 * Reads the pages of those who were asked, and what they answered.
 * @returns undefined if there is no such issue, or it asked nobody
 * @throws RunStoreError
 */
export async function closedAnswers(
  store: ObjectStore,
  run: RunAddress & { readonly timeZone: string },
): Promise<ClosedAnswers | undefined> {
  const prefix = runPrefix(run);
  const issue = await readObject(store, issueKey(prefix), issueSchema);
  if (issue?.asked === undefined) return undefined;
  const week = weekFrom(run.window.first);
  const { first, last } = run.window;
  // The page of the next week asks what was done.
  const listed = [-7, 0, 7].map((days) => {
    const window = { ...run.window, first: addDays(first, days), last: addDays(last, days) };
    return store.list(answersInWindow(windowPrefix({ ...run, window })));
  });
  const keys = (await Promise.all(listed)).flat();
  const answers = answersOf(week.first, await readAnswers(store, keys, run.timeZone));
  const askedIds = new Set(issue.asked.audiences.map(({ kind, id }) => `${kind} ${id}`));
  const messages = issue.messages.filter(
    ({ audience }) => audience.kind !== 'everyone' && askedIds.has(`${audience.kind} ${audience.id}`),
  );
  const pages = await together(messages, pagesAtOnce, async ({ id }) => {
    const bytes = await store.get(pageKey(prefix, id));
    return (bytes && decodePage(bytes)) ?? [];
  });
  const tasks = new Map<string, AnsweredTask>();
  for (const { questions, tasks: shown } of pages.flat()) {
    if (questions === undefined) continue;
    const byId = new Map(shown.map((task) => [task.id, task]));
    for (const { id, start, finish } of questions.tasks) {
      const { ref = id, name = '', dates = '' } = byId.get(id) ?? {};
      const asked = [...(tasks.get(id)?.asked ?? []), questions.cut];
      const promise = answers.now(id);
      const state = promiseState(promise, { dates: { start: dayOf(start), finish: dayOf(finish) } });
      tasks.set(id, { id, ref, name, dates, asked, state, promise, done: answers.done(id) });
    }
  }
  const all = [...tasks.values()];
  const inTime = all.filter((task) => !isAnsweredLate(task));
  const late = all.length - inTime.length;
  return {
    counts: { ...countAnswers(week, inTime), asked: all.length, late },
    tasks: all,
    damaged: await damagedAnswers(store, keys),
  };
}

export function isAnsweredLate({ state, promise }: AnsweredTask): boolean {
  return promise?.answer.isLate === true && state !== 'moved';
}
