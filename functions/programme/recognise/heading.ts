/** What the heading of a column says, by its words. */
import { comparableText } from '#base/text/comparable-text.ts';
import { wordsPattern } from '#planning/contract/known-words.ts';
import type { Concept } from '#planning/contract/words.ts';

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

function finder(pattern: string): (text: string) => boolean {
  const words = wholeWords(pattern);
  return (text) => words.test(text);
}

/** Whether a text, as `comparableText`, has a word of one of the concepts. */
export function hasWord(...concepts: readonly Concept[]): (text: string) => boolean {
  return finder(wordsPattern(...concepts));
}

/** Whether such a text ends with one, or with one and `name`. */
export function endsWithWord(concept: Concept): (text: string) => boolean {
  return finder(`(?:${wordsPattern(concept)})(?: name)?\\W*$`);
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

const versions = ['baseline', 'actual', 'remaining', 'current', 'target'] as const;

const neutral = ['subject', 'id', 'name', 'filler'] as const;
const alone = [
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
const within = ['notes', 'shift', 'subcontractor', 'trade', 'area', 'package', 'owner'] as const;
/** Words with which a heading of dates, durations or percent means something else. */
const not = ['besides', 'notes'] as const;

/** What only tasks have. */
const rulesOfTasks = [
  { concept: 'id', has: ['id'], only: ['subject', 'filler'] },
  { concept: 'title', has: ['subject', 'name'], only: ['filler'] },
  { concept: 'start', has: ['start'], not },
  { concept: 'start', has: ['from'], only: [] },
  { concept: 'finish', has: ['finish'], not },
  { concept: 'finish', has: ['to'], only: [] },
  { concept: 'done', has: ['complete'], only: ['date', 'filler'] },
  { concept: 'duration', has: ['duration'], not },
  { concept: 'duration', has: ['durationUnit'], only: ['working', 'subject', ...versions], not },
  { concept: 'percent', has: ['percent'], not },
  { concept: 'status', has: ['status'], only: [...neutral, 'ofProgress'] },
] as const satisfies readonly Rule[];

const otherRules = [
  ...alone.map((concept) => ({ concept, has: [concept], only: neutral })),
  ...within.map((concept) => ({ concept, has: [concept] })),
  { concept: 'level', has: ['level'], not: ['summary'] },
  { concept: 'group', has: ['group'], only: ['ofGroup', ...neutral], more: 1 },
] as const satisfies readonly Rule[];

type HeadingConcept = (typeof rulesOfTasks | typeof otherRules)[number]['concept'];

export type Heading = {
  /** What it names. */
  readonly is: Readonly<Partial<Record<HeadingConcept, true>>>;
  /** Which of several dates, durations or percentages it is of; `whole` for those of the project. */
  readonly version: (typeof versions)[number] | 'whole' | undefined;
  /** Whether it is one of a planning tool, of whatever concept. */
  readonly isKnown: boolean;
  /** Number of its words: the fewer, the more it says. `name` counts as none, and `code` or `no.` as two. */
  readonly length: number;
};

const ofTasks = rulesOfTasks.map(finderOf);
const others = otherRules.map(finderOf);
const namesOfTasks = Object.entries({ id: wordsPattern('id'), title: wordsPattern('name') }).map(
  ([concept, part]) => ({ concept, fits: finder(`(?:${wordsPattern('subject')}) (?:${part})`) }),
);
const ofVersions = versions.map((version) => ({ version, fits: hasWord(version) }));
const isOther = hasWord('other', ...not);
const isBesides = hasWord(...not);
const ofProject = hasWord('ofProject');
const isCode = hasWord('idEnding');

function finderOf({ concept, has, only, more = only ? 0 : Infinity, not: without = [] }: Rule) {
  const [isThere, isWrong] = [hasWord(...has), hasWord(...without)];
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
    return filled.length > 2 && areAll && !ofProject(shared);
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
  const own = telling.filter((word) => !ofProject(word));
  const text = whole.length > max ? '' : own.join(' ');
  const conceptsBy = (finders: typeof others) =>
    finders.flatMap(({ concept, fits }) => (fits(text) ? concept : []));
  const ofTask = conceptsBy(ofTasks);
  // `Package Activity Name` has names of activities, `Parent Activity Name` has not.
  const named = ofTask.length > 0 || isBesides(text) ? [] : conceptsBy(namesOfTasks);
  const concepts = [...ofTask, ...conceptsBy(others), ...named];
  const version = ofVersions.find(({ fits }) => fits(text))?.version;
  return {
    is: Object.fromEntries(concepts.map((concept) => [concept, true])),
    version: version ?? (own.length < telling.length ? 'whole' : undefined),
    isKnown: text !== '' && text !== 'revision' && (concepts.length > 0 || isOther(text)),
    length: own.reduce((sum, word) => sum + (word === 'name' ? 0 : isCode(word) ? 2 : 1), 0),
  };
}
