/**
 * One small object per audience: what it is asked, and its last answer to each question, which is the one that stands. Week
 * pages read it instead of all submissions. It has neither names nor notes.
 */

import { isDeepStrictEqual } from 'node:util';
import { append } from '#archive/numbered.ts';
import { together } from '#base/together.ts';
import { type PageAddress, type PageStore, windowShiftedBy } from '#pages/objects.ts';
import type { Questions } from '#pages/stored-page.ts';
import { type StandingAnswers, standingAnswers, storedAnswers } from './objects.ts';
import { cameLate, questionKey, type StoredSubmission } from './submissions.ts';

type OfAudience = Pick<PageAddress, 'project' | 'report' | 'first' | 'last' | 'message'>;

type WhatIsAsked = Pick<StandingAnswers, 'at' | 'cut' | 'closes' | 'asked'>;

export function whatIsAsked(
  { cut, closes, tasks }: Pick<Questions, 'cut' | 'closes' | 'tasks'>,
  at: string,
): WhatIsAsked {
  return { at, cut, closes, asked: tasks.map(({ id }) => id) };
}

/**
 * Appends what stands now, unless the last object says the same.
 * @param by.asks what an issue asks, given what was asked before; if a later issue has asked, its questions are kept
 * @param by.submissions of the audience; answers of others that are stored already are kept
 * @param by.known the latest number, if it was listed a moment ago
 * @throws ArchiveError
 */
async function appendStanding(
  store: PageStore,
  of: OfAudience,
  by: {
    readonly asks?: (before: WhatIsAsked | undefined) => WhatIsAsked | undefined;
    readonly submissions?: readonly StoredSubmission[];
    readonly known?: number;
  },
): Promise<void> {
  const given = (by.submissions ?? []).flatMap(({ key, submission }) => {
    const order = `${submission.order ?? submission.at} ${storedAnswers.of(key)?.digest}`;
    const late = cameLate(submission) ? ({ late: true } as const) : {};
    return submission.entries.map(({ noted: _, ...entry }) => ({ ...entry, order, ...late }));
  });
  const next = async (number: number) => {
    const before = number === 0 ? undefined : await standingAnswers.read(store, { ...of, number });
    const [asks] = [before, by.asks?.(before)]
      .filter((one) => one !== undefined)
      .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
    if (asks === undefined) return undefined;
    const { at, cut, closes, asked } = asks;
    const answers = latestOf([...(before?.answers ?? []), ...given]);
    const now: StandingAnswers = { format: 1, at, cut, closes, asked, answers };
    return isDeepStrictEqual(before, now) ? undefined : now;
  };
  await append(standingAnswers, store, of, next, by.known);
}

const atOnce = 16;

/**
 * Stores what an issue asks the audiences of its window. One that is no longer asked gets an empty list of tasks.
 * @param at when the tasks of the issue were read
 */
export async function askAudiences(
  store: PageStore,
  { project, report, first, last }: Omit<OfAudience, 'message'>,
  asks: ReadonlyMap<string, WhatIsAsked>,
  at: string,
): Promise<void> {
  const numbered = await standingAnswers.list(store, { project, report, first, last });
  const known = Map.groupBy(numbered, ({ message }) => message);
  await together(new Set([...known.keys(), ...asks.keys()]), atOnce, async (message) => {
    await appendStanding(
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
 * Stores what an audience has answered. Answers about the week before are stored for the window of that week too.
 * @param given.submissions of the audience, for its window
 */
export async function storeStandingAnswers(
  store: PageStore,
  { project, report, first, last, message }: OfAudience,
  given: { readonly asks: WhatIsAsked; readonly submissions: readonly StoredSubmission[] },
): Promise<void> {
  const of = { project, report, first, last, message };
  const { asks, submissions } = given;
  await appendStanding(store, of, { asks: () => asks, submissions });
  const isOfBefore = ({ submission }: StoredSubmission) =>
    submission.entries.some(({ week }) => week < first);
  const ofBefore = submissions.filter(isOfBefore);
  if (ofBefore.length > 0) await appendStanding(store, windowShiftedBy(of, -7), { submissions: ofBefore });
}

function latestOf(all: StandingAnswers['answers']): StandingAnswers['answers'] {
  const latest = new Map<string, StandingAnswers['answers'][number]>();
  for (const answer of all) {
    const before = latest.get(questionKey(answer));
    if (before === undefined || before.order <= answer.order) latest.set(questionKey(answer), answer);
  }
  return [...latest.values()];
}

type NumberedStanding = ReturnType<typeof standingAnswers.in>;

/** Reads what stands of each audience. Leaves out an object that cannot be read: `onDamaged` gets a sentence about it. */
export async function readStandingAnswers(
  store: Pick<PageStore, 'get'>,
  numbered: NumberedStanding,
  onDamaged?: (sentence: string) => void,
) {
  const byMessage = Map.groupBy(numbered, ({ first, last, message }) => [first, last, message].join());
  const latest = Array.from(byMessage.values(), (all) => all.reduce((a, b) => (a.number > b.number ? a : b)));
  const read = await together(latest, atOnce, async (of) => {
    const standing = await standingAnswers.read(store, of, onDamaged);
    return standing ? [{ of, ...standing }] : [];
  });
  return read.flat();
}
