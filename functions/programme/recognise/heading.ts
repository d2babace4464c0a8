/** What the heading of a column says, by its words. */
import { comparableText } from '#base/text/comparable-text.ts';
import type { Concept } from '#planning/contract/concept-words.ts';
import { wordsPattern } from '#planning/contract/known-words.ts';

/** Words of a name such as `LeadContractor` or `lead_contractor`, as `comparableText`. */
export function plainWords(name: string): string {
  return comparableText(name.replaceAll(/(\p{Ll})(\p{Lu})|_/gu, '$1 $2'));
}

const startOrFinishDate = wholeWords(
  `(${wordsPattern('start', 'finish')})s?(?:${wordsPattern('date')})`,
  'g',
);

function headingText(heading: string): string {
  return plainWords(heading.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' '))
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

/** Whether a text, as `comparableText`, has a word of one of the concepts. */
export function conceptWordTest(...concepts: readonly Concept[]): (text: string) => boolean {
  return wordTest(wordsPattern(...concepts));
}

/** Whether such a text ends with one, or with one and `name`. */
export function endingWordTest(concept: Concept): (text: string) => boolean {
  return wordTest(`(?:${wordsPattern(concept)})(?: name)?\\W*$`);
}

type Rule = {
  readonly concept: string;
  /** Words of which the heading has one. */
  readonly has: readonly Concept[];
  /** Besides those, it has no other words than these, or as many as `more`. */
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

/** What only tasks have. */
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

export type Heading = {
  /** What it names. */
  readonly is: Readonly<Partial<Record<HeadingConcept, true>>>;
  /** Which of several dates, durations or percentages it is of; `whole` for those of the project. */
  readonly version: (typeof dateVersions)[number] | 'whole' | undefined;
  /** Whether it is one of a planning tool, of whatever concept. */
  readonly isKnown: boolean;
  /** Number of its words: the fewer, the more it says. `name` counts as none, and `code` or `no.` as two. */
  readonly wordCount: number;
};

const taskConceptTests = rulesOfTasks.map(conceptTest);
const otherConceptTests = otherRules.map(conceptTest);
const taskNameTests = Object.entries({ id: wordsPattern('id'), title: wordsPattern('name') }).map(
  ([concept, part]) => ({ concept, fits: wordTest(`(?:${wordsPattern('subject')}) (?:${part})`) }),
);
const versionTests = dateVersions.map((version) => ({ version, fits: conceptWordTest(version) }));
const hasOtherHeadingWord = conceptWordTest('other', ...excludedConcepts);
const hasExcludedWord = conceptWordTest(...excludedConcepts);
const isProjectWord = conceptWordTest('ofProject');
const hasIdEnding = conceptWordTest('idEnding');

function conceptTest({ concept, has, only, more = only ? 0 : Infinity, not: without = [] }: Rule) {
  const [isThere, isWrong] = [conceptWordTest(...has), conceptWordTest(...without)];
  const own = wholeWords(wordsPattern(...has, ...(only ?? [])), 'g');
  const fits = (text: string) =>
    isThere(text) && !isWrong(text) && wordsOf(text.replaceAll(own, ' ')).length <= more;
  return { concept, fits };
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** A text of more words is a title or a sentence; so is a shorter one with a number, such as a year. */
const maxWords = 12;
const maxWordsWithNumber = 6;

/** What the headings of one table say. A word with which all of them begin or end says nothing. */
export function headingsOf(names: readonly string[]): readonly Heading[] {
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
    // `Custom field (Start date)` says it in brackets.
    const [, inBrackets = ''] = /\(([^)]+)\)/.exec(names[at] ?? '') ?? [];
    return heading.isKnown || inBrackets === '' ? heading : headingOf([], wordsOf(headingText(inBrackets)));
  });
}

function headingOf(whole: readonly string[], telling: readonly string[]): Heading {
  const max = whole.some((word) => /\d/.test(word)) ? maxWordsWithNumber : maxWords;
  const own = telling.filter((word) => !isProjectWord(word));
  const text = whole.length > max ? '' : own.join(' ');
  const conceptsBy = (finders: typeof otherConceptTests) =>
    finders.flatMap(({ concept, fits }) => (fits(text) ? concept : []));
  const ofTask = conceptsBy(taskConceptTests);
  // `Package Activity Name` has names of activities, `Parent Activity Name` has not.
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
