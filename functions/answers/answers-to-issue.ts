/** Reads the answers to an issue, including late ones, for the mail at closing and the command `answers`. */

import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import { addDays, type Day, formatDay, localDayOf } from '#base/day.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import { pageLinkLifetimeDays } from '#display/signed-link.ts';
import { weekWindow } from '#lookahead/dates/window.ts';
import { type CurrentAnswer, createWeekAnswerLookup } from '#lookahead/promises/answer.ts';
import {
  type AnswerCounts,
  type AskedAudiences,
  countAnswers,
  type PromiseState,
  promiseState,
} from '#lookahead/promises/promises.ts';
import { pageKey } from '#pages/page-link.ts';
import { decodePage } from '#pages/stored-page.ts';
import { runPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { type RestoredArchiveGap, restoreGapText } from '#runs/store/restored-archive.ts';
import { dayFromIsoDate } from '#runs/store/stored-object.ts';
import { submissionObject } from './objects.ts';
import { readAnswers } from './read-answers.ts';

export type ClosingKeyValues = NonNullable<ReturnType<typeof objects.answersClosing.of>>;
export type ClosingOfIssue = ContentOf<typeof objects.answersClosing> & ClosingKeyValues;

export type AskedTask = {
  readonly id: string;
  readonly ref: string;
  readonly name: string;
  readonly dates: string;
  readonly asked: AskedAudiences;
  readonly state: PromiseState;
  readonly promise: CurrentAnswer | undefined;
  readonly done: CurrentAnswer | undefined;
};

export type AnswersToIssue = ClosingOfIssue & {
  /** `promised` and `declined` leave out late answers. */
  readonly counts: AnswerCounts & { readonly late: number };
  readonly tasks: readonly AskedTask[];
  /** Sentences about pages and answers that cannot be read, and about answers that a restore may have lost. */
  readonly lost: readonly string[];
};

/** @throws RunStoreError */
export async function readClosing(
  store: ObjectStore,
  at: ClosingKeyValues,
): Promise<ClosingOfIssue | undefined> {
  const closing = await objects.answersClosing.read(store, at);
  return closing && { ...closing, ...at };
}

const pagesAtOnce = 16;

/**
 * Reads the pages of the audiences that were asked, and their answers.
 * @param gaps the gaps of all restores of the archive
 * @returns undefined if the issue does not exist
 * @throws RunStoreError
 */
export async function readAnswersToIssue(
  store: ObjectStore,
  closing: ClosingOfIssue,
  gaps: readonly RestoredArchiveGap[],
): Promise<AnswersToIssue | undefined> {
  const { window, timeZone } = closing;
  const prefix = runPrefix(closing);
  const issue = await objects.issue.read(store, { run: prefix });
  if (issue === undefined) return undefined;
  const week = weekWindow(window.first);
  // The weeks before and after are read too, because the page of the next week also asks about this one.
  const listed = [-7, 0, 7].map((days) => {
    const moved = (day: Day) => formatDay(addDays(day, days));
    const dates = { first: moved(window.first), last: moved(window.last) };
    return store.list(submissionObject.under({ ...closing, ...dates }));
  });
  const keys = (await Promise.all(listed)).flat();
  const damaged: string[] = [];
  const onDamaged = (sentence: string) => void damaged.push(sentence);
  const answers = createWeekAnswerLookup(week.first, await readAnswers(store, keys, { timeZone, onDamaged }));
  const ofAudiences = issue.messages.filter(({ audience }) => audience.kind !== 'everyone');
  const pages = await mapConcurrently(ofAudiences, pagesAtOnce, async ({ id }) => {
    const key = pageKey(prefix, id);
    const bytes = await store.get(key);
    return { key, page: bytes && decodePage(bytes) };
  });
  const tasks = new Map<string, AskedTask>();
  for (const { page } of pages) {
    if (page?.questions === undefined) continue;
    const { questions, tasks: shown } = page;
    const byId = new Map(shown.map((task) => [task.id, task]));
    for (const { id, start, finish } of questions.tasks) {
      const { ref = id, name = '', dates = '', firm } = byId.get(id) ?? {};
      const task = { id, firm, dates: { start: dayFromIsoDate(start), finish: dayFromIsoDate(finish) } };
      const asked = [...(tasks.get(id)?.asked ?? []), questions.cut];
      const promise = answers.latestAnswer(task);
      const state = promiseState(promise, task);
      tasks.set(id, { id, ref, name, dates, asked, state, promise, done: answers.doneAnswer(task) });
    }
  }
  const all = [...tasks.values()];
  const inTime = all.filter((task) => !isAnsweredLate(task));
  const dayIn = (at: Temporal.Instant) => localDayOf(at, timeZone);
  const ownGaps = gaps.filter(
    ({ from, at }) =>
      dayIn(at) >= issue.reportDay && dayIn(from) <= addDays(window.last, pageLinkLifetimeDays),
  );
  return {
    ...closing,
    counts: { ...countAnswers(week, inTime), asked: all.length, late: all.length - inTime.length },
    tasks: all,
    lost: [
      ...ownGaps.map((gap) => restoreGapText(gap, timeZone)),
      ...pages.flatMap(({ key, page }) =>
        page ? [] : `${key} cannot be read, so its questions are left out. Restore it.`,
      ),
      ...damaged.sort(),
    ],
  };
}

export function isAnsweredLate({ state, promise }: AskedTask): boolean {
  return promise?.answer.isLate === true && state !== 'moved';
}
