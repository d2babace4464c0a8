/**
 * Finds what a word means, by `concept-words.ts`: a whole value, or a word within a heading or text. Case, accents,
 * blanks, hyphens and underscores do not matter.
 * @example parseStatusWord('In Progress'); // 'started'
 */
import { comparableText } from '#base/text/comparable-text.ts';
import { type Concept, conceptWords, type Language, type WordsByLanguage } from './concept-words.ts';
import type { Shift } from './tasks-query.ts';

const ignoredCharacters = /[\s\-_\u2010-\u2015]+/g;

/** A word for comparing: `In Progress` becomes `inprogress`. */
export function normalizeWord(word: string | undefined): string {
  return word === undefined ? '' : comparableText(word).replace(ignoredCharacters, '');
}

/** The words that a planner has configured, by what they mean. */
export type ConfiguredWords = Readonly<Partial<Record<Concept, readonly string[] | undefined>>>;

/** The first concept for which the text is a configured word. */
export function conceptOfConfiguredWord<Known extends Concept>(
  own: ConfiguredWords | undefined,
  concepts: readonly Known[],
  text: string,
): Known | undefined {
  const word = own && normalizeWord(text);
  return concepts.find((concept) => own?.[concept]?.some((each) => normalizeWord(each) === word));
}

/** The source of a regular expression that matches any word of the concepts. */
export function wordsPatternSource(...concepts: readonly Concept[]): string {
  return patternOf(concepts.flatMap((concept) => Object.values(conceptWords[concept])).join(' '));
}

function patternOf(list: string): string {
  return list.replaceAll(/[ /]/g, '|').replaceAll('*', '\\w*').replaceAll('_', '\\W*');
}

const nonEnglish = ['de', 'fr', 'es', 'it', 'nl', 'pl'] as const;

/**
 * The language whose words occur in the most texts; undefined if English words occur in as many or more.
 * @param texts in the form of `comparableText`
 */
export function findNonEnglishLanguage(texts: readonly string[]): Language | undefined {
  const count = (language: Language) => {
    const all: readonly WordsByLanguage[] = Object.values(conceptWords);
    const pattern = new RegExp(`^(?:${patternOf(all.flatMap((each) => each[language] ?? []).join(' '))})$`);
    return texts.filter((text) => text.split(/\W+/).some((word) => pattern.test(word))).length;
  };
  const [first] = nonEnglish
    .map((language) => ({ language, texts: count(language) }))
    .sort((one, other) => other.texts - one.texts);
  return first !== undefined && first.texts > count('en') ? first.language : undefined;
}

/** Maximum number of cached words. A programme has tens of thousands of tasks with the same few words. */
const maxRememberedWords = 1000;

/**
 * Makes a function that returns the first concept with the whole text among its words.
 * @param ending source of a regular expression for what may follow the word
 */
export function createConceptParser<Known extends Concept>(
  concepts: readonly Known[],
  ending = '',
): (text: string | undefined) => Known | undefined {
  const patterns = concepts.map((concept) => ({
    concept,
    pattern: new RegExp(`^(?:${wordsPatternSource(concept)})${ending}\\W*$`),
  }));
  const remembered = new Map<string, Known | undefined>();
  return (text = '') => {
    if (!remembered.has(text)) {
      if (remembered.size === maxRememberedWords) remembered.clear();
      const normal = normalizeWord(text);
      remembered.set(text, patterns.find(({ pattern }) => pattern.test(normal))?.concept);
    }
    return remembered.get(text);
  };
}

const shiftsInReadingOrder: readonly Shift[] = ['24hr', 'night', 'afternoon', 'day'];
/** Reads a shift. We read the planning product's `All` as 24hr. */
export const parseShiftWord = createConceptParser(
  shiftsInReadingOrder,
  's?(?:time|work(?:s|ing)?)?(?:shifts?|schicht)?',
);

/** Letters of shifts. They are not in `parseShiftWord`, because crews are also called A to D. */
const shiftLetters: Readonly<Record<string, Shift>> = {
  n: 'night',
  ns: 'night',
  l: 'afternoon',
  a: 'afternoon',
  as: 'afternoon',
  pm: 'afternoon',
  d: 'day',
  ds: 'day',
  e: 'day',
  am: 'day',
};

/**
 * The shift that a text names, alone or among other words, such as `Gang 2 (nights)`: a planner is asked to confirm it.
 */
export function probableShift(text: string): Shift | undefined {
  const whole = shiftLetters[normalizeWord(text)] ?? parseShiftWord(text);
  if (whole !== undefined) return whole;
  const parts = comparableText(text).split(/[^a-z0-9]+/);
  const found = parts.map((part, at) =>
    part === 'all' ? undefined : (parseShiftWord(part) ?? parseShiftWord(`${part}${parts[at + 1]}`)),
  );
  return shiftsInReadingOrder.find((shift) => found.includes(shift));
}

/** Statuses in the order of legends and tables: first as work proceeds, then those that stop it. */
export const knownStatuses = [
  'backlog',
  'planned',
  'promised',
  'started',
  'complete',
  'delayed',
  'blocked',
  'cancelled',
] as const;
export type KnownStatus = (typeof knownStatuses)[number];
export const parseStatusWord = createConceptParser(knownStatuses);

export const calendarTypes = ['five-day', 'six-day', 'seven-day'] as const;
export type CalendarType = (typeof calendarTypes)[number];
export const parseCalendarType = createConceptParser(calendarTypes);

export const parseProgressTrend = createConceptParser(['delay', 'on schedule', 'improved']);
export const parseRelationDirection = createConceptParser(['predecessor', 'successor']);

const relationTypes = ['finish-start', 'start-start', 'finish-finish', 'start-finish'] as const;
export type RelationType = (typeof relationTypes)[number];
export const parseRelationType = createConceptParser(relationTypes);
/** Source of a regular expression that finds the words of `relationTypes` inside a longer text. */
export const relationTypePatternSource = wordsPatternSource(...relationTypes);

export const durationUnits = ['minutes', 'hours', 'days', 'weeks', 'months'] as const;
export type DurationUnit = (typeof durationUnits)[number];
export const parseDurationUnit = createConceptParser(durationUnits);
