/**
 * One small object for each cut, with the last answer to each question. Pages of everyone read it instead of all submissions,
 * and it has neither names nor notes.
 */
import { isDeepStrictEqual } from 'node:util';
import { append } from '#archive/numbered.ts';
import { together } from '#base/together.ts';
import type { PageStore } from '#pages/find-later.ts';
import { type PageAddress, type StandingAnswers, standingAnswers, storedAnswers } from '#pages/objects.ts';
import type { Questions } from '#pages/stored-page.ts';
import { cameLate, questionKey, type StoredSubmission } from './stored-answers.ts';

type OfCut = Pick<PageAddress, 'project' | 'report' | 'first' | 'last' | 'message'>;

/**
 * Appends what stands now, unless it stands already.
 * @param by.revision of the issue that asks: what a later one asks is kept
 * @param by.submissions of the cut; in what is stored, others may be
 * @throws ArchiveError
 */
export async function appendStanding(
  store: PageStore,
  { project, report, first, last, message }: OfCut,
  by: {
    readonly questions: Pick<Questions, 'cut' | 'closes' | 'tasks'>;
    readonly revision: number;
    readonly submissions: readonly StoredSubmission[];
  },
): Promise<void> {
  const { questions, revision, submissions } = by;
  const { cut, closes, tasks } = questions;
  const of = { project, report, first, last, message };
  const given = submissions.flatMap(({ key, submission }) => {
    const order = `${submission.order ?? submission.at} ${storedAnswers.of(key)?.digest}`;
    const late = cameLate(submission) ? ({ late: true } as const) : {};
    return submission.entries.map(({ noted: _, ...entry }) => ({ ...entry, order, ...late }));
  });
  await append(standingAnswers, store, of, async (number) => {
    const before = number === 0 ? undefined : await standingAnswers.read(store, { ...of, number });
    const asks =
      before !== undefined && before.revision > revision
        ? before
        : { cut, closes, revision, asked: tasks.map(({ id }) => id) };
    const answers = latestOf([...(before?.answers ?? []), ...given]);
    const now: StandingAnswers = { ...asks, format: 1, answers };
    return isDeepStrictEqual(before, now) ? undefined : now;
  });
}

function latestOf(all: StandingAnswers['answers']): StandingAnswers['answers'] {
  const latest = new Map<string, StandingAnswers['answers'][number]>();
  for (const answer of all) {
    const before = latest.get(questionKey(answer));
    if (before === undefined || before.order <= answer.order) latest.set(questionKey(answer), answer);
  }
  return [...latest.values()];
}

const readAtOnce = 16;

type Numbered = ReturnType<typeof standingAnswers.in>;

/** The latest of each cut. @param onDamaged gets a sentence on each that cannot be read, and is left out */
export async function readLatest(
  store: Pick<PageStore, 'get'>,
  numbered: Numbered,
  onDamaged?: (sentence: string) => void,
) {
  const byCut = Map.groupBy(numbered, ({ first, last, message }) => [first, last, message].join());
  const latest = Array.from(byCut.values(), (all) => all.reduce((a, b) => (a.number > b.number ? a : b)));
  const read = await together(latest, readAtOnce, async (of) => {
    const standing = await standingAnswers.read(store, of, onDamaged);
    return standing ? [{ of, ...standing }] : [];
  });
  return read.flat();
}
