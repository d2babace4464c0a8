/**
 * One small object for each cut, with the last answer to each question. Pages of everyone read it instead of all submissions,
 * and it has neither names nor notes.
 */
import { isDeepStrictEqual } from 'node:util';
import { append } from '#archive/numbered.ts';
import { daysAfter } from '#base/day.ts';
import { together } from '#base/together.ts';
import type { PageStore } from '#pages/find-later.ts';
import { type PageAddress, type StandingAnswers, standingAnswers, storedAnswers } from '#pages/objects.ts';
import type { Questions } from '#pages/stored-page.ts';
import { cameLate, questionKey, type StoredSubmission } from './stored-answers.ts';

type OfCut = Pick<PageAddress, 'project' | 'report' | 'first' | 'last' | 'message'>;

type Asks = Pick<StandingAnswers, 'at' | 'cut' | 'closes' | 'asked'>;

export function asksOf(
  { cut, closes, tasks }: Pick<Questions, 'cut' | 'closes' | 'tasks'>,
  at: string,
): Asks {
  return { at, cut, closes, asked: tasks.map(({ id }) => id) };
}

/**
 * Appends what stands now, unless it stands already.
 * @param by.asks what an issue asks, if that is not known to be stored; what a later one asks is kept
 * @param by.submissions of the cut; in what is stored, others may be
 * @throws ArchiveError
 */
async function appendStanding(
  store: PageStore,
  of: OfCut,
  by: {
    readonly asks?: Asks | undefined;
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
    const [asks] = [before, by.asks]
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
 * Stores what an issue asks the cuts of its window. A cut that is not asked any more has no tasks then.
 * @param at when the tasks of the issue were read
 */
export async function askCuts(
  store: PageStore,
  { project, report, first, last }: Omit<OfCut, 'message'>,
  asks: ReadonlyMap<string, Asks>,
  at: string,
): Promise<void> {
  const numbered = await standingAnswers.list(store, { project, report, first, last });
  const known = Map.groupBy(numbered, ({ message }) => message);
  await together(new Set([...known.keys(), ...asks.keys()]), atOnce, async (message) => {
    const of = { project, report, first, last, message };
    const number = Math.max(0, ...(known.get(message) ?? []).map((each) => each.number));
    const before = asks.has(message) ? undefined : await standingAnswers.read(store, { ...of, number });
    await appendStanding(store, of, {
      asks: asks.get(message) ?? (before && { ...before, at, asked: [] }),
      known: number,
    });
  });
}

/**
 * Stores what a cut has answered. What it says of the week before is known on the pages of that week too.
 * @param by.submissions of the cut, for its window
 */
export async function standAnswers(
  store: PageStore,
  { project, report, first, last, message }: OfCut,
  by: { readonly asks: Asks; readonly submissions: readonly StoredSubmission[] },
): Promise<void> {
  const of = { project, report, first, last, message };
  await appendStanding(store, of, by);
  const isOfBefore = ({ submission }: StoredSubmission) =>
    submission.entries.some(({ week }) => week < first);
  if (!by.submissions.some(isOfBefore)) return;
  await appendStanding(
    store,
    { ...of, ...weekBefore(of) },
    { submissions: by.submissions.filter(isOfBefore) },
  );
}

function weekBefore({ first, last }: Pick<OfCut, 'first' | 'last'>) {
  return { first: daysAfter(first, -7), last: daysAfter(last, -7) };
}

function latestOf(all: StandingAnswers['answers']): StandingAnswers['answers'] {
  const latest = new Map<string, StandingAnswers['answers'][number]>();
  for (const answer of all) {
    const before = latest.get(questionKey(answer));
    if (before === undefined || before.order <= answer.order) latest.set(questionKey(answer), answer);
  }
  return [...latest.values()];
}

type Numbered = ReturnType<typeof standingAnswers.in>;

/** The latest of each cut. @param onDamaged gets a sentence on each that cannot be read, and is left out */
export async function readLatest(
  store: Pick<PageStore, 'get'>,
  numbered: Numbered,
  onDamaged?: (sentence: string) => void,
) {
  const byCut = Map.groupBy(numbered, ({ first, last, message }) => [first, last, message].join());
  const latest = Array.from(byCut.values(), (all) => all.reduce((a, b) => (a.number > b.number ? a : b)));
  const read = await together(latest, atOnce, async (of) => {
    const standing = await standingAnswers.read(store, of, onDamaged);
    return standing ? [{ of, ...standing }] : [];
  });
  return read.flat();
}
