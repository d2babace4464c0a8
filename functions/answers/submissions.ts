/** Submissions, one per sent form: reads them in order, and identifies the question that an entry answers. */

import { mapConcurrently } from '#base/map-concurrently.ts';
import { isPromiseOrDecline } from '#lookahead/promises/answer.ts';
import type { PageStore } from '#pages/objects.ts';
import { type AnswerEntry, namesAndNotesObject, type Submission, submissionObject } from './objects.ts';

/** Whether the submission came after the answers closed. */
export function isLateSubmission({ at, closes }: Submission): boolean {
  return Date.parse(at) > Date.parse(closes);
}

/** All names and notes that are still stored; `names` is undefined if unreadable. */
export async function readAllNamesAndNotes(store: Pick<PageStore, 'get' | 'list'>) {
  return mapConcurrently(await store.list(namesAndNotesObject.under({})), readAtOnce, async (key) => {
    const of = namesAndNotesObject.of(key);
    return { key, of, names: of && (await namesAndNotesObject.read(store, of)) };
  });
}

export type StoredSubmission = { readonly key: string; readonly submission: Submission };

/**
 * Reads submissions, in the order in which they were stored. Unreadable ones are left out.
 * @param onDamaged gets a sentence about each unreadable submission
 */
export async function readSubmissions(
  store: Pick<PageStore, 'get'>,
  all: ReturnType<typeof submissionObject.in>,
  onDamaged?: (sentence: string) => void,
): Promise<readonly StoredSubmission[]> {
  const read = await mapConcurrently(all, readAtOnce, async (of) => {
    const submission = await submissionObject.read(store, of, onDamaged);
    return submission ? [{ key: submissionObject.key(of), submission }] : [];
  });
  return sortInStoredOrder(read.flat());
}

const readAtOnce = 16;

/** Identifies a question: one task, one week, and either *will it be done* or *was it done*. */
export function questionKey({ task, week, says }: Pick<AnswerEntry, 'task' | 'week' | 'says'>): string {
  return JSON.stringify([week, isPromiseOrDecline({ says }), task]);
}

export function sortInStoredOrder<One extends StoredSubmission>(all: readonly One[]): readonly One[] {
  return all.toSorted(
    (a, b) => submissionOrderNumber(a) - submissionOrderNumber(b) || (a.key < b.key ? -1 : 1),
  );
}

export function submissionOrderNumber({ submission }: { readonly submission: Submission }): number {
  return Date.parse(submission.order ?? submission.at);
}
