import { oneLine, shortListText } from '#base/text/one-line.ts';
import type { DateConvention } from '#lookahead/dates/working-days.ts';

/** `not seen`: the data of the project cannot show it. */
export type ProbeVerdict = 'holds' | 'differs' | 'not seen';

export type ProbeFinding = {
  /** The result of the check, in words and counts; never a name, a note, an id or a key. */
  readonly seen: string;
  readonly verdict: ProbeVerdict;
  /** The proposed `planning` of the project in lookahead.yaml, without defaults. */
  readonly planning?: DateConvention | undefined;
};

/**
 * Begins the text for a check that needs data which could not be read for an earlier check. The id of that check
 * follows.
 */
export const seeEarlierCheckPrefix = 'could not be read: see';

/** Share of values that may be unexpected: every real plan has some. */
export const usualUnexpectedShare = 0.05;

export function findingOfCondition(condition: boolean, seen: string): ProbeFinding {
  return { seen, verdict: condition ? 'holds' : 'differs' };
}

export function notSeenFinding(seen = 'the data cannot show it'): ProbeFinding {
  return { seen, verdict: 'not seen' };
}

/** One value that a service gave, as a word that may be shown, and whether reports expect it. */
export type ObservedValue = readonly [word: string, isExpected: boolean];

/**
 * Holds unless too many values are unexpected.
 * @param tolerated share of values that may be unexpected
 */
export function findingOfValues(
  sightings: readonly ObservedValue[],
  tolerated = usualUnexpectedShare,
): ProbeFinding {
  if (sightings.length === 0) return notSeenFinding();
  const odd = sightings.filter(([, isExpected]) => !isExpected);
  const expected = sightings.filter(([, isExpected]) => isExpected);
  const unexpected = odd.length === 0 ? '' : `not expected: ${tallyText(odd)}`;
  return findingOfCondition(
    odd.length <= sightings.length * tolerated,
    [tallyText(expected), unexpected].filter(Boolean).join('; '),
  );
}

const maxWordLength = 24;
const maxWords = 8;

/** The word, if it is short and has no @: otherwise it may be personal. */
export function wordUnlessPersonal(text: string): string {
  const word = oneLine(text.toWellFormed());
  return word.length > maxWordLength || word.includes('@') ? '(a longer text)' : word;
}

/** Words with their counts: `planned (110), started (30)`. */
function tallyText(sightings: readonly ObservedValue[]): string {
  const tally = [...Map.groupBy(sightings, ([word]) => word)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return listText(tally.map(([word, same]) => `${word} (${same.length})`));
}

export function listText(words: readonly string[]): string {
  return shortListText(words, maxWords);
}
