import { oneLine } from '../base/text/one-line.ts';
import { shortList } from '../base/text/short-list.ts';
import type { ProbedProject } from './probed-project.ts';

/** `not seen`: the data cannot show it. */
export type Verdict = 'holds' | 'differs' | 'not seen';

/** `planning` of a project in lookahead.yaml, without what is the default. */
export type ProposedPlanning = { readonly finish?: 'exclusive'; readonly duration?: 'calendar' };

export type Finding = {
  /** Words and counts; never a name, a note, an id or a key. */
  readonly seen: string;
  readonly verdict: Verdict;
  readonly planning?: ProposedPlanning | undefined;
};

export type Check = {
  readonly id: string;
  readonly question: string;
  readonly rule: string;
  readonly find: (project: ProbedProject) => Promise<Finding>;
};

export type ProbeRow = Omit<Check, 'find'> & Finding;

export type ProbeReport = {
  readonly baseUrl: string;
  readonly region: string;
  readonly projectId: string;
  readonly timeZone: string;
  readonly at: string;
  readonly requests: number;
  readonly stopped: string | undefined;
  readonly rows: readonly ProbeRow[];
  /** Lines for the project in lookahead.yaml; undefined if the data do not clearly ask for any. */
  readonly proposed: { readonly planning: ProposedPlanning } | undefined;
};

/** Share of values that may be odd in any real plan. */
export const usualOddities = 0.05;

export function holdsIf(condition: boolean, seen: string): Finding {
  return { seen, verdict: condition ? 'holds' : 'differs' };
}

export function notSeen(seen: string): Finding {
  return { seen, verdict: 'not seen' };
}

/** One value that a service gave, as a word that may be shown, and whether reports expect it. */
export type Sighting = readonly [word: string, isExpected: boolean];

/**
 * Holds unless too many values are unexpected.
 * @param none what is said if there are no values
 * @param tolerated share of values that may be unexpected
 */
export function weigh(
  sightings: readonly Sighting[],
  none: string,
  tolerated: number = usualOddities,
): Finding {
  if (sightings.length === 0) return notSeen(none);
  const wordsThatAre = (expected: boolean) =>
    sightings.flatMap(([word, isExpected]) => (isExpected === expected ? [word] : []));
  const odd = wordsThatAre(false);
  const seen = [tallyText(wordsThatAre(true)), odd.length > 0 ? `not expected: ${tallyText(odd)}` : ''];
  return holdsIf(odd.length <= sightings.length * tolerated, seen.filter((text) => text !== '').join('; '));
}

const maxWordLength = 24;
const maxWords = 8;

/** A longer text, or one with an @, may be personal. */
export function wordOf(text: string): string {
  const word = oneLine(text.toWellFormed());
  return word.length > maxWordLength || word.includes('@') ? '(a longer text)' : word;
}

/** `planned (110), started (30)` */
function tallyText(words: readonly string[]): string {
  const tally = [...Map.groupBy(words, (word) => word)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return listText(tally.map(([word, same]) => `${word} (${same.length})`));
}

export function listText(words: readonly string[]): string {
  return shortList(words, maxWords);
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
