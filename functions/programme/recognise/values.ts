/** What the values of a column are, whatever its heading says. */
import { plainText } from '#base/text/plain-text.ts';
import { knownStatus, wordReader, wordsPattern } from '#planning/contract/known-words.ts';
import type { CodeValue } from '#programme/programme.ts';

/** A distinct value of a column, a code or a user field. */
export type ValueCount = CodeValue & { readonly count: number };
export type Fits = RegExp | ((text: string) => boolean);

export const mostly = 0.5;
/** Of a column with more different values, such as titles, the most frequent ones tell what they are. */
const maxTested = 2_000;

/** Whether at least half of the values, or another share of them, are such texts. */
export function areMostly(values: readonly ValueCount[], fits: Fits, share = mostly): boolean {
  const tested = values.slice(0, maxTested);
  const count = (of: readonly ValueCount[]) => of.reduce((sum, value) => sum + value.count, 0);
  const isSuch = (text: string) => (fits instanceof RegExp ? fits.test(text) : fits(text));
  return (
    count(tested.filter(({ value, description }) => isSuch(description ?? value))) >= count(tested) * share
  );
}

const readAnswer = wordReader(['yes', 'no']);
const readUnknown = wordReader(['unknown']);

/** Answers to a question such as "Done?". */
export const isAnswer = (text: string) => readAnswer(text) !== undefined;
export const isYes = (text: string) => readAnswer(text) === 'yes';
export const isNo = (text: string) => readAnswer(text) === 'no';

/** Whether a text says that somebody or something is not known yet, such as `TBC`. */
export function isUnknown(text: string): boolean {
  return /^\?+$/.test(text) || readUnknown(text) !== undefined;
}

export const dateText =
  /^(?:\p{L}{2,3}\.?,? )?\d{1,4}[ ./-](?:\d{1,2}|\p{L}{3,9}\.?)[ ,./-]+\d{2,4}(?!\d)|^\p{L}{3,9}\.? \d{1,2}, \d{4}/u;
const dayOrWeek = new RegExp(
  `^(?:\\p{L}{1,3}\\.?,? )?\\d{1,2}(?:/\\d{1,2}|\\.\\d{1,2}\\.|[ .-]+(?:${wordsPattern('month')})\\p{L}*\\.?)$|^(?:${wordsPattern('week')})\\W*\\d{1,2}$`,
  'iu',
);
/** Whether most of the values that have a digit are dates, and there are such: the others may say `TBC`. */
export function areDates(values: readonly ValueCount[]): boolean {
  const written = values.filter(({ value }) => /\d/.test(value));
  return written.length > 0 && areMostly(written, (text) => dateText.test(text) || dayOrWeek.test(text));
}

function wordFinder(concept: 'company' | 'milestone' | 'tradeName') {
  const word = new RegExp(`(?<!\\w)(?:${wordsPattern(concept)})(?!\\w)`);
  return (text = '') => word.test(plainText(text));
}

export const isMilestoneType = wordFinder('milestone');
export const isTrade = wordFinder('tradeName');
const readSummary = wordReader(['summary']);
export const isSummaryType = (type: string) => readSummary(type) !== undefined;
export const isStatus = (text: string) => knownStatus(text) !== undefined;

const hasCompany = wordFinder('company');
const endsAsCompany = new RegExp(`(?<!\\w)(?:${wordsPattern('companyForm')})\\W*$`);
export function isCompany(text: string): boolean {
  const bare = text.replaceAll('.', '');
  return (hasCompany(bare) || endsAsCompany.test(plainText(bare))) && !isSentence(text);
}

const readRating = wordReader(['rating']);
export const isRating = (text: string) =>
  readRating(text.replace(/^\d\W+/, '')) !== undefined || /^udf_g\d$/i.test(text);

const sentenceWord = new RegExp(`^(?:${wordsPattern('ofSentence')})$`);

export function isSentence(text: string): boolean {
  const parts = (/\p{Ll}/u.test(text) ? text : text.toLowerCase()).trim().split(/[\s,;:.]*\s+/);
  const small = parts.filter((part) => /^\p{Ll}/u.test(part));
  if (parts.length < 3 || small.length < parts.length / 2) return false;
  return parts.length > 6 || small.some((part) => sentenceWord.test(plainText(part)));
}
