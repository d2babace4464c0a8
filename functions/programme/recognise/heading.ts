/** What the heading of a column says, by its words. */
import { plainText } from '../../base/text/plain-text.ts';
import { wordsPattern } from '../../planning/contract/known-words.ts';
import type { Concept } from '../../planning/contract/words.ts';

/** Words of a name such as `LeadContractor` or `lead_contractor`, as `plainText`. */
export function plainWords(name: string): string {
  return plainText(name.replaceAll(/(\p{Ll})(\p{Lu})|_/gu, '$1 $2'));
}

const startOrFinishDate = new RegExp(
  `(?<!\\w)(${wordsPattern('start', 'finish')})s?(?:${wordsPattern('date')})(?!\\w)`,
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

function wordFinder(pattern: string): RegExp {
  return new RegExp(`(?<![^ ])(?:${pattern})(?![^ ])`, 'g');
}

/** Whether a text, as `plainWords`, has a word of one of the concepts. */
export function hasWord(...concepts: readonly Concept[]): (text: string) => boolean {
  const pattern = wordFinder(wordsPattern(...concepts));
  return (text) => text.search(pattern) >= 0;
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
export type HeadingVersion = (typeof versions)[number] | 'whole';

const neutral = ['subject', 'id', 'name', 'filler'] as const;
function alone<Name extends Concept>(concept: Name) {
  return { concept, has: [concept], only: neutral };
}
function within<Name extends Concept>(concept: Name) {
  return { concept, has: [concept] };
}
/** Words with which a heading of dates, durations or percent means something else. */
const not = ['besides', 'notes'] as const;

const rules = [
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
  alone('type'),
  alone('outlineLevel'),
  alone('outlineNumber'),
  alone('parent'),
  alone('isSummary'),
  alone('isActive'),
  alone('dataDate'),
  alone('labour'),
  alone('crewSize'),
  alone('plant'),
  alone('materials'),
  alone('predecessors'),
  within('notes'),
  within('shift'),
  within('subcontractor'),
  within('trade'),
  within('area'),
  { concept: 'level', has: ['level'], not: ['summary'] },
  within('package'),
  within('owner'),
  { concept: 'group', has: ['group'], only: ['ofGroup', ...neutral], more: 1 },
] as const satisfies readonly Rule[];

export type HeadingConcept = (typeof rules)[number]['concept'];

export type Heading = {
  readonly concepts: readonly HeadingConcept[];
  readonly version: HeadingVersion | undefined;
  /** Whether it is one of a planning tool, of whatever concept. */
  readonly isKnown: boolean;
  /** Number of its words: the fewer, the more it says. `name` counts as none, and `code` or `no.` as two. */
  readonly length: number;
};

const finders = rules.map((rule) => ({ concept: rule.concept, fits: ruleFinder(rule) }));
const versionFinders = versions.map((version) => ({ version, fits: hasWord(version) }));
const isOther = hasWord('other', ...not);
const isBesides = hasWord(...not);
const ofTask: ReadonlySet<HeadingConcept> = new Set([
  'id',
  'title',
  'start',
  'finish',
  'done',
  'duration',
  'percent',
  'status',
]);
const ofProject = hasWord('ofProject');
const ofSubject = (['id', 'name'] as const).map(
  (part) =>
    [
      part === 'id' ? part : 'title',
      new RegExp(`(?<![^ ])(?:${wordsPattern('subject')}) (?:${wordsPattern(part)})(?![^ ])`),
    ] as const,
);

function ruleFinder({ has, only, more = 0, not: without }: Rule): (text: string) => boolean {
  const isThere = hasWord(...has);
  const isWrong = without === undefined ? () => false : hasWord(...without);
  const own = wordFinder(wordsPattern(...has, ...(only ?? [])));
  return (text) =>
    isThere(text) &&
    !isWrong(text) &&
    (only === undefined || wordsOf(text.replaceAll(own, ' ')).length <= more);
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
  const found = finders.flatMap(({ concept, fits }) => (fits(text) ? concept : []));
  // `Package Activity Name` has names of activities, `Parent Activity Name` has not.
  const isOfTask = !isBesides(text) && !found.some((concept) => ofTask.has(concept));
  const named = ofSubject.flatMap(([concept, pattern]) => (isOfTask && pattern.test(text) ? concept : []));
  const concepts = [...found, ...named];
  const version = versionFinders.find(({ fits }) => fits(text))?.version;
  return {
    concepts,
    version: version ?? (own.length < telling.length ? 'whole' : undefined),
    isKnown: text !== '' && text !== 'revision' && (concepts.length > 0 || isOther(text)),
    length: own.reduce((sum, word) => sum + (word === 'name' ? 0 : isCode(word) ? 2 : 1), 0),
  };
}

const isCode = hasWord('idEnding');
