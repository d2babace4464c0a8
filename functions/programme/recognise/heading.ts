/** Recognises what the heading of a column means, from its words. */
import { comparableText } from '#base/text/comparable-text.ts';
import type { Concept } from '#planning/contract/concept-words.ts';
import { wordsPatternSource } from '#planning/contract/known-words.ts';

/** The words of a name such as `LeadContractor` or `lead_contractor`, in the form of `comparableText`. */
export function plainWordsText(name: string): string {
  return comparableText(name.replaceAll(/(\p{Ll})(\p{Lu})|_/gu, '$1 $2'));
}

const startOrFinishDate = wholeWords(
  `(${wordsPatternSource('start', 'finish')})s?(?:${wordsPatternSource('date')})`,
  'g',
);

function headingText(heading: string): string {
  return plainWordsText(heading.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' '))
    .replaceAll(/[^\p{L}\p{N}%#]+/gu, ' ')
    .replaceAll('%', ' % ')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(startOrFinishDate, '$1 date');
}

function wholeWords(pattern: string, flags?: string): RegExp {
  return new RegExp(`(?<![\\w#%])(?:${pattern})(?![\\w#%])`, flags);
}

function wordTest(pattern: string): (text: string) => boolean {
  const words = wholeWords(pattern);
  return (text) => words.test(text);
}

/** Returns a function that tells whether a text, in the form of `comparableText`, has a word of one of the concepts. */
export function createConceptWordPredicate(...concepts: readonly Concept[]): (text: string) => boolean {
  return wordTest(wordsPatternSource(...concepts));
}

/**
 * Returns a function that tells whether a text, in the form of `comparableText`, ends with a word of the concept, or
 * with such a word and `name`.
 */
export function createConceptWordEndingPredicate(concept: Concept): (text: string) => boolean {
  return wordTest(`(?:${wordsPatternSource(concept)})(?: name)?\\W*$`);
}

type Rule = {
  readonly concept: string;
  /** The heading has a word of one of these concepts. */
  readonly has: readonly Concept[];
  /** If given, all other words of the heading are of these concepts, except for `more` words. */
  readonly only?: readonly Concept[];
  readonly more?: number;
  readonly not?: readonly Concept[];
};

const dateVersions = ['baseline', 'actual', 'remaining', 'current', 'target'] as const;

const neutralConcepts = ['subject', 'id', 'name', 'filler'] as const;
const soleConcepts = [
  'type',
  'outlineLevel',
  'outlineNumber',
  'parent',
  'isSummary',
  'isActive',
  'dataDate',
  'labour',
  'crewSize',
  'plant',
  'materials',
  'predecessors',
] as const;
const containedConcepts = ['notes', 'shift', 'subcontractor', 'trade', 'area', 'package', 'owner'] as const;
/** Words with which a heading of dates, durations or percent means something else. */
const excludedConcepts = ['besides', 'notes'] as const;

/** Rules for concepts that only tasks have. */
const rulesOfTasks = [
  { concept: 'id', has: ['id'], only: ['subject', 'filler'] },
  { concept: 'title', has: ['subject', 'name'], only: ['filler'] },
  { concept: 'start', has: ['start'], not: excludedConcepts },
  { concept: 'start', has: ['from'], only: [] },
  { concept: 'finish', has: ['finish'], not: excludedConcepts },
  { concept: 'finish', has: ['to'], only: [] },
  { concept: 'done', has: ['complete'], only: ['date', 'filler'] },
  { concept: 'duration', has: ['duration'], not: excludedConcepts },
  {
    concept: 'duration',
    has: ['durationUnit'],
    only: ['working', 'subject', ...dateVersions],
    not: excludedConcepts,
  },
  { concept: 'percent', has: ['percent'], not: excludedConcepts },
  { concept: 'status', has: ['status'], only: [...neutralConcepts, 'ofProgress'] },
] as const satisfies readonly Rule[];

const otherRules = [
  ...soleConcepts.map((concept) => ({ concept, has: [concept], only: neutralConcepts })),
  ...containedConcepts.map((concept) => ({ concept, has: [concept] })),
  { concept: 'level', has: ['level'], not: ['summary'] },
  { concept: 'group', has: ['group'], only: ['ofGroup', ...neutralConcepts], more: 1 },
] as const satisfies readonly Rule[];

type HeadingConcept = (typeof rulesOfTasks | typeof otherRules)[number]['concept'];

export type RecognisedHeading = {
  /** The concepts that the heading names. */
  readonly is: Readonly<Partial<Record<HeadingConcept, true>>>;
  /** The version of a date, duration or percentage that the heading names; `whole` for those of the project. */
  readonly version: (typeof dateVersions)[number] | 'whole' | undefined;
  /** Whether planning tools have such a heading, even if it names no concept. */
  readonly isKnown: boolean;
  /** Number of words: a heading with fewer words is more specific. `name` counts as none, `code` or `no.` as two. */
  readonly wordCount: number;
};

const taskConceptTests = rulesOfTasks.map(conceptTest);
const otherConceptTests = otherRules.map(conceptTest);
const taskNameTests = Object.entries({ id: wordsPatternSource('id'), title: wordsPatternSource('name') }).map(
  ([concept, part]) => ({ concept, fits: wordTest(`(?:${wordsPatternSource('subject')}) (?:${part})`) }),
);
const versionTests = dateVersions.map((version) => ({ version, fits: createConceptWordPredicate(version) }));
const hasOtherHeadingWord = createConceptWordPredicate('other', ...excludedConcepts);
const hasExcludedWord = createConceptWordPredicate(...excludedConcepts);
const isProjectWord = createConceptWordPredicate('ofProject');
const hasIdEnding = createConceptWordPredicate('idEnding');

function conceptTest({ concept, has, only, more = only ? 0 : Infinity, not: without = [] }: Rule) {
  const [isThere, isWrong] = [createConceptWordPredicate(...has), createConceptWordPredicate(...without)];
  const own = wholeWords(wordsPatternSource(...has, ...(only ?? [])), 'g');
  const fits = (text: string) =>
    isThere(text) && !isWrong(text) && wordsOf(text.replaceAll(own, ' ')).length <= more;
  return { concept, fits };
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/**
 * Maximum number of words in a heading; a longer text is a title or a sentence. For a text with a number, such as a
 * year, the limit is lower.
 */
const maxWords = 12;
const maxWordsWithNumber = 6;

/** Recognises the headings of one table. A word with which all of them begin or end is ignored. */
export function recogniseHeadings(names: readonly string[]): readonly RecognisedHeading[] {
  const all = names.map((name) => wordsOf(headingText(name)));
  const filled = all.filter((words) => words.length > 0);
  const isShared = (at: 0 | -1) => {
    const shared = filled[0]?.at(at) ?? '';
    const areAll = filled.every((words) => words.length > 1 && words.at(at) === shared);
    return filled.length > 2 && areAll && !isProjectWord(shared);
  };
  const [from, to] = [isShared(0) ? 1 : 0, isShared(-1) ? -1 : undefined];
  return all.map((words, at) => {
    const heading = headingOf(words, words.slice(from, to));
    // The meaning may be in brackets, as in `Custom field (Start date)`.
    const [, inBrackets = ''] = /\(([^)]+)\)/.exec(names[at] ?? '') ?? [];
    return heading.isKnown || inBrackets === '' ? heading : headingOf([], wordsOf(headingText(inBrackets)));
  });
}

function headingOf(whole: readonly string[], telling: readonly string[]): RecognisedHeading {
  const max = whole.some((word) => /\d/.test(word)) ? maxWordsWithNumber : maxWords;
  const own = telling.filter((word) => !isProjectWord(word));
  const text = whole.length > max ? '' : own.join(' ');
  const conceptsBy = (finders: typeof otherConceptTests) =>
    finders.flatMap(({ concept, fits }) => (fits(text) ? concept : []));
  const ofTask = conceptsBy(taskConceptTests);
  // `Package Activity Name` is a column of names of activities; `Parent Activity Name` is not.
  const named = ofTask.length > 0 || hasExcludedWord(text) ? [] : conceptsBy(taskNameTests);
  const concepts = [...ofTask, ...conceptsBy(otherConceptTests), ...named];
  const version = versionTests.find(({ fits }) => fits(text))?.version;
  return {
    is: Object.fromEntries(concepts.map((concept) => [concept, true])),
    version: version ?? (own.length < telling.length ? 'whole' : undefined),
    isKnown: text !== '' && text !== 'revision' && (concepts.length > 0 || hasOtherHeadingWord(text)),
    wordCount: own.reduce((sum, word) => sum + (word === 'name' ? 0 : hasIdEnding(word) ? 2 : 1), 0),
  };
}
