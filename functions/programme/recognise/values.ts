/** Recognises the values of a column, whatever its heading is. */
import { comparableText } from '#base/text/comparable-text.ts';
import type { Concept } from '#planning/contract/concept-words.ts';
import { createConceptParser, knownStatuses, wordsPatternSource } from '#planning/contract/known-words.ts';
import type { CodeValue } from '#programme/programme.ts';
import { createConceptWordEndingPredicate, createConceptWordPredicate } from './heading.ts';

/** A distinct value of a column, a code or a user field, and how often it occurs. */
export type ValueCount = CodeValue & { readonly count: number };
export type TextTest = RegExp | ((text: string) => boolean);

export const minShareForMost = 0.5;
/**
 * Maximum number of values that are tested. If a column has more, such as titles, the most frequent ones are enough.
 */
const maxTested = 2_000;

/** Whether at least half of the values, or another share of them, fit. */
export function doMostValuesFit(
  values: readonly ValueCount[],
  fits: TextTest,
  share = minShareForMost,
): boolean {
  const tested = values.slice(0, maxTested);
  const count = (of: readonly ValueCount[]) => of.reduce((sum, value) => sum + value.count, 0);
  const isSuch = (text: string) => (fits instanceof RegExp ? fits.test(text) : fits(text));
  return (
    count(tested.filter(({ value, description }) => isSuch(description ?? value))) >= count(tested) * share
  );
}

/** Returns a function that tells whether a whole text is a word of one of the concepts. */
function wholeTextTest(...concepts: readonly Concept[]): (text: string) => boolean {
  const read = createConceptParser(concepts);
  return (text) => read(text) !== undefined;
}

/** Answers to a question such as "Done?". */
export const isYesOrNo = wholeTextTest('yes', 'no');
export const isYes = wholeTextTest('yes');
export const isNo = wholeTextTest('no');
export const isStatus = wholeTextTest(...knownStatuses);
export const isSummaryType = wholeTextTest('summary');
const isUnknownWord = wholeTextTest('unknown');
const isRatingWord = wholeTextTest('rating');

/** Whether a text means that somebody or something is not known yet, such as `TBC`. */
export const isNotKnownYet = (text: string) => /^\?+$/.test(text) || isUnknownWord(text);
export const isRating = (text: string) => isRatingWord(text.replace(/^\d\W+/, '')) || /^udf_g\d$/i.test(text);

export const datePattern =
  /^(?:\p{L}{2,3}\.?,? )?\d{1,4}[ ./-](?:\d{1,2}|\p{L}{3,9}\.?)[ ,./-]+\d{2,4}(?!\d)|^\p{L}{3,9}\.? \d{1,2}, \d{4}/u;
const dayOrWeek = new RegExp(
  `^(?:\\p{L}{1,3}\\.?,? )?\\d{1,2}(?:/\\d{1,2}|\\.\\d{1,2}\\.|[ .-]+(?:${wordsPatternSource('month')})\\p{L}*\\.?)$|^(?:${wordsPatternSource('week')})\\W*\\d{1,2}$`,
  'iu',
);
/**
 * Whether most of the values that have a digit are dates; false if there are none. Values such as `TBC` do not count.
 */
export function areMostlyDates(values: readonly ValueCount[]): boolean {
  const written = values.filter(({ value }) => /\d/.test(value));
  return (
    written.length > 0 && doMostValuesFit(written, (text) => datePattern.test(text) || dayOrWeek.test(text))
  );
}

function containedWordTest(concept: Concept) {
  const has = createConceptWordPredicate(concept);
  return (text = '') => has(comparableText(text));
}

export const isMilestoneType = containedWordTest('milestone');
export const isTrade = containedWordTest('tradeName');
const hasCompany = containedWordTest('company');
const hasCompanyForm = createConceptWordEndingPredicate('companyForm');

export function isCompany(text: string): boolean {
  const bare = text.replaceAll('.', '');
  return (hasCompany(bare) || hasCompanyForm(comparableText(bare))) && !isSentence(text);
}

const sentenceWord = new RegExp(`^(?:${wordsPatternSource('ofSentence')})$`);

export function isSentence(text: string): boolean {
  const parts = (/\p{Ll}/u.test(text) ? text : text.toLowerCase()).trim().split(/[\s,;:.]*\s+/);
  const small = parts.filter((part) => /^\p{Ll}/u.test(part));
  if (parts.length < 3 || small.length < parts.length / 2) return false;
  return parts.length > 6 || small.some((part) => sentenceWord.test(comparableText(part)));
}
