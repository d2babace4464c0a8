/**
 * One small object per audience: what it is asked, and its latest answer to each question. Week pages read it instead
 * of all submissions. It has neither names nor notes.
 */

import { isDeepStrictEqual } from 'node:util';
import { appendNumberedObject } from '#archive/numbered.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import { keyValuesOfShiftedWindow, type PageKeyValues, type PageStore } from '#pages/objects.ts';
import type { PageQuestions } from '#pages/stored-page.ts';
import { type LatestAnswers, latestAnswersObject, submissionObject } from './objects.ts';
import { isLateSubmission, questionKey, type StoredSubmission } from './submissions.ts';

type AudienceKeyValues = Pick<PageKeyValues, 'project' | 'report' | 'first' | 'last' | 'message'>;

type AudienceRequest = Pick<LatestAnswers, 'at' | 'cut' | 'closes' | 'asked'>;

export function composeAnswerRequestToAudience(
  { cut, closes, tasks }: Pick<PageQuestions, 'cut' | 'closes' | 'tasks'>,
  at: string,
): AudienceRequest {
  return { at, cut, closes, asked: tasks.map(({ id }) => id) };
}

/**
 * Appends the latest answers, unless the last object has the same content.
 * @param by.asks returns what an issue asks, given the request stored before. Of these two, the one whose tasks were
 *   read later is stored
 * @param by.submissions submissions of the audience; stored answers to other questions are kept
 * @param by.known the latest number, if it was just listed
 * @throws ArchiveError
 */
async function appendLatestAnswers(
  store: PageStore,
  of: AudienceKeyValues,
  by: {
    readonly asks?: (before: AudienceRequest | undefined) => AudienceRequest | undefined;
    readonly submissions?: readonly StoredSubmission[];
    readonly known?: number;
  },
): Promise<void> {
  const given = (by.submissions ?? []).flatMap(({ key, submission }) => {
    const order = `${submission.order ?? submission.at} ${submissionObject.of(key)?.digest}`;
    const late = isLateSubmission(submission) ? ({ late: true } as const) : {};
    return submission.entries.map(({ noted: _, ...entry }) => ({ ...entry, order, ...late }));
  });
  const next = async (number: number) => {
    const before = number === 0 ? undefined : await latestAnswersObject.read(store, { ...of, number });
    const [asks] = [before, by.asks?.(before)]
      .filter((one) => one !== undefined)
      .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
    if (asks === undefined) return undefined;
    const { at, cut, closes, asked } = asks;
    const answers = latestPerQuestion([...(before?.answers ?? []), ...given]);
    const now: LatestAnswers = { format: 1, at, cut, closes, asked, answers };
    return isDeepStrictEqual(before, now) ? undefined : now;
  };
  await appendNumberedObject(latestAnswersObject, store, of, next, by.known);
}

const atOnce = 16;

/**
 * Stores what an issue asks the audiences of its window. For an audience that is no longer asked, `asked` becomes
 * empty.
 * @param at when the tasks of the issue were read
 */
export async function storeAnswerRequestPerAudience(
  store: PageStore,
  { project, report, first, last }: Omit<AudienceKeyValues, 'message'>,
  asks: ReadonlyMap<string, AudienceRequest>,
  at: string,
): Promise<void> {
  const numbered = await latestAnswersObject.list(store, { project, report, first, last });
  const known = Map.groupBy(numbered, ({ message }) => message);
  await mapConcurrently(new Set([...known.keys(), ...asks.keys()]), atOnce, async (message) => {
    await appendLatestAnswers(
      store,
      { project, report, first, last, message },
      {
        asks: (before) => asks.get(message) ?? (before && { ...before, at, asked: [] }),
        known: Math.max(0, ...(known.get(message) ?? []).map(({ number }) => number)),
      },
    );
  });
}

/**
 * Stores the latest answers of an audience. Answers about the week before are stored for the window of that week too.
 * @param given.submissions of the audience, for its window
 */
export async function storeLatestAnswers(
  store: PageStore,
  { project, report, first, last, message }: AudienceKeyValues,
  given: { readonly asks: AudienceRequest; readonly submissions: readonly StoredSubmission[] },
): Promise<void> {
  const of = { project, report, first, last, message };
  const { asks, submissions } = given;
  await appendLatestAnswers(store, of, { asks: () => asks, submissions });
  const isOfBefore = ({ submission }: StoredSubmission) =>
    submission.entries.some(({ week }) => week < first);
  const ofBefore = submissions.filter(isOfBefore);
  if (ofBefore.length > 0)
    await appendLatestAnswers(store, keyValuesOfShiftedWindow(of, -7), { submissions: ofBefore });
}

function latestPerQuestion(all: LatestAnswers['answers']): LatestAnswers['answers'] {
  const latest = new Map<string, LatestAnswers['answers'][number]>();
  for (const answer of all) {
    const before = latest.get(questionKey(answer));
    if (before === undefined || before.order <= answer.order) latest.set(questionKey(answer), answer);
  }
  return [...latest.values()];
}

type NumberedLatestAnswers = ReturnType<typeof latestAnswersObject.in>;

/**
 * Reads the latest answers of each audience. An unreadable object is left out; `onDamaged` gets a sentence about it.
 */
export async function readLatestAnswers(
  store: Pick<PageStore, 'get'>,
  numbered: NumberedLatestAnswers,
  onDamaged?: (sentence: string) => void,
) {
  const byMessage = Map.groupBy(numbered, ({ first, last, message }) => [first, last, message].join());
  const latest = Array.from(byMessage.values(), (all) => all.reduce((a, b) => (a.number > b.number ? a : b)));
  const read = await mapConcurrently(latest, atOnce, async (of) => {
    const standing = await latestAnswersObject.read(store, of, onDamaged);
    return standing ? [{ of, ...standing }] : [];
  });
  return read.flat();
}
