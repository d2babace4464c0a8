/** Finds the answers for a plan when its tasks are pulled, and reads them when the plan is made. */

import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { type Day, formatDay, localDayOf } from '#base/day.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { Answer } from '#lookahead/promises/answer.ts';
import type { PromisesInput } from '#lookahead/promises/promises.ts';
import type { Snapshot } from '#runs/store/snapshot.ts';
import { dayFromIsoDate } from '#runs/store/stored-object.ts';
import { readLatestAnswers } from './latest-answers.ts';
import { latestAnswersObject, namesAndNotesObject, submissionObject } from './objects.ts';
import { isLateSubmission, questionKey, sortInStoredOrder } from './submissions.ts';

/**
 * Finds the answers to the project's report that asks for them, and the audiences that it asked, for a given week and
 * all later ones. All reports of the project get the same answers: a declined task is not ready in any of them.
 * @param since.from Monday of the first week that counts
 * @returns undefined if no report of the project asks
 */
export async function findAnswersForPlan(
  store: ObjectStore,
  { key: project, askingReport: report, timeZone }: Lookahead['project'],
  since: { readonly from: Day; readonly reportDay: Day },
): Promise<Snapshot['answers']> {
  if (report === undefined) return undefined;
  const after = formatDay(since.from);
  const [submissions, numbered] = await Promise.all([
    submissionObject.list(store, { project, report }, after),
    latestAnswersObject.list(store, { project, report }, after),
  ]);
  const answered = new Set(submissions.map(({ first }) => first));
  // An audience that was asked only on the report day had no time to answer, so it does not count as asked, unless
  // somebody has answered for the same week.
  const standing = (await readLatestAnswers(store, numbered)).filter(({ of: { first }, asked, at }) => {
    const day = localDayOf(Temporal.Instant.from(at), timeZone);
    return asked.length > 0 && (answered.has(first) || day < since.reportDay);
  });
  const byWeek = Map.groupBy(standing, ({ of }) => of.first);
  return {
    keys: submissions.map(submissionObject.key),
    asked: Array.from(byWeek, ([week, asked]) => ({
      week: dayFromIsoDate(week),
      audiences: asked.map(({ cut }) => cut),
    })),
  };
}

/** Reads the answers of a snapshot, with the names that are still stored. Unreadable answers are left out. */
export async function readAnswersForPlan(
  store: ObjectStore,
  { keys, asked }: NonNullable<Snapshot['answers']>,
  timeZone: string,
): Promise<PromisesInput> {
  const answers = await readAnswers(store, keys, { timeZone });
  return { answers, asked: new Map(asked.map(({ week, audiences }) => [week, audiences])) };
}

const readAtOnce = 16;

/**
 * Reads answers, in the order in which they were stored.
 * @param by.onDamaged gets a sentence about each unreadable submission
 */
export async function readAnswers(
  store: ObjectStore,
  keys: readonly string[],
  by: { readonly timeZone: string; readonly onDamaged?: (sentence: string) => void },
): Promise<readonly Answer[]> {
  const read = await mapConcurrently(submissionObject.in(keys), readAtOnce, async (of) => {
    const [submission, names] = await Promise.all([
      submissionObject.read(store, of, by.onDamaged),
      namesAndNotesObject.read(store, of),
    ]);
    return submission ? [{ key: submissionObject.key(of), submission, names }] : [];
  });
  const notes = new Map<string, string | undefined>();
  return sortInStoredOrder(read.flat()).flatMap(({ submission, names }): readonly Answer[] => {
    const { at, cut, revision, entries } = submission;
    const day = localDayOf(Temporal.Instant.from(at), by.timeZone);
    const isLate = isLateSubmission(submission);
    return entries.map((entry, place) => {
      const { task, says, week, start, finish, reason = '', from, people, noted } = entry;
      const question = `${cut.kind} ${cut.id} ${questionKey(entry)}`;
      const note = names?.notes[place];
      // If names were removed, so were notes; the note of the answer before must not come back.
      if (noted && (names === undefined || note !== undefined)) notes.set(question, note);
      return {
        taskId: task,
        says,
        week: dayFromIsoDate(week),
        dates: { start: dayFromIsoDate(start), finish: dayFromIsoDate(finish) },
        reason,
        from: from === undefined ? undefined : dayFromIsoDate(from),
        people,
        note: (noted && notes.get(question)) || '',
        by: names?.name ?? nameRemoved,
        audience: cut,
        revision,
        at,
        day,
        isLate,
      };
    });
  });
}

const nameRemoved = '(name removed)';
