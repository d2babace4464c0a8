/** What the values of a column are, whatever its heading says. */
import { plainText } from '../../base/text/plain-text.ts';
import { knownStatus, wordReader, wordsPattern } from '../../planning/contract/known-words.ts';

type ValueCount = {
  readonly value: string;
  readonly description: string | undefined;
  readonly count: number;
};

/** The distinct values of a column, a code or a user field, the most frequent first. */
export type Values = {
  /** Number of activities that have one. */
  readonly activities: number;
  readonly values: readonly ValueCount[];
};

export const mostly = 0.5;
/** Of a column with more different values, such as titles, the most frequent ones tell what they are. */
const maxTested = 2_000;

/** Whether at least half of the values, or another share of them, are such texts. */
export function areMostly(found: Values, fits: (text: string) => boolean, share = mostly): boolean {
  const values = found.values.slice(0, maxTested);
  const count = (of: readonly ValueCount[]) => of.reduce((sum, value) => sum + value.count, 0);
  return (
    count(values.filter(({ value, description }) => fits(description ?? value))) >= count(values) * share
  );
}

const readAnswer = wordReader(['yes', 'no']);
const readUnknown = wordReader(['unknown']);

/** True for yes to a question such as "Done?", false for no, undefined for other texts. */
export function writtenAnswer(text: string): boolean | undefined {
  const answer = readAnswer(text);
  return answer === undefined ? undefined : answer === 'yes';
}

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
export function areDates({ values, activities }: Values): boolean {
  const written = values.filter(({ value }) => /\d/.test(value));
  const isDate = (text: string) => dateText.test(text) || dayOrWeek.test(text);
  return written.length > 0 && areMostly({ values: written, activities }, isDate);
}

export function areOutlineNumbers(found: Values): boolean {
  return (
    found.values.some(({ value }) => /^\d+\.\d/.test(value)) &&
    areMostly(found, (value) => /^\d+(?:\.\d+)*\.?$/.test(value))
  );
}

export function areNumbered(found: Values): boolean {
  return areMostly(found, (value) => /^[A-Z]{0,2}\d+(?:[.-]\d+)*\.?$/i.test(value));
}

export function areWords(found: Values): boolean {
  return areMostly(found, (text) => /\p{Ll}{3}|\p{L}{5}/u.test(text));
}

const word = (pattern: string) => new RegExp(`(?<!\\w)(?:${pattern})(?!\\w)`);
const ofCompany = word(wordsPattern('company'));
const endsAsCompany = new RegExp(`(?<!\\w)(?:${wordsPattern('companyForm')})\\W*$`);
const ofTrade = word(wordsPattern('tradeName'));
const ofMilestone = word(wordsPattern('milestone'));
const readSummary = wordReader(['summary']);

export const isMilestoneType = (type = '') => ofMilestone.test(plainText(type));
export const isSummaryType = (type: string) => readSummary(type) !== undefined;

function isCompany(text: string): boolean {
  const plain = plainText(text.replaceAll('.', ''));
  return (ofCompany.test(plain) || endsAsCompany.test(plain)) && !isSentence(text);
}

export const areCompanies = (found: Values) => areMostly(found, isCompany);
export const areTrades = (found: Values) => areMostly(found, (text) => ofTrade.test(plainText(text)));

const sentenceWord = new RegExp(`^(?:${wordsPattern('ofSentence')})$`);

function isSentence(text: string): boolean {
  const parts = (/\p{Ll}/u.test(text) ? text : text.toLowerCase()).trim().split(/[\s,;:.]*\s+/);
  const small = parts.filter((part) => /^\p{Ll}/u.test(part));
  if (parts.length < 3 || small.length < parts.length / 2) return false;
  return parts.length > 6 || small.some((part) => sentenceWord.test(plainText(part)));
}

/**
 * Below this number of activities, one value for all of them may be chance; so may all different values below
 * `minForMany`.
 */
const minForOne = 5;
const minForMany = 8;

/** Why the values say nothing about a task, if they do not. */
export function whyEmpty(found: Values): string | undefined {
  const isAnswer = (text: string) =>
    isUnknown(text) || (writtenAnswer(text) !== undefined && !/^[ost]$/i.test(text));
  const areAll = areMostly(found, isAnswer, 1);
  if (areAll || areMostly(found, (text) => text.length > 1 && isAnswer(text))) return 'yes, no or unknown';
  if (areMostly(found, (text) => dateText.test(text))) return 'dates';
  return found.values.length === 1 && found.activities >= minForOne ? 'all the same' : undefined;
}

export const areAddresses = (found: Values) => areMostly(found, (text) => /^\S.*@\S+$/.test(text));

const address =
  /^(?:https?:|www\.|mailto:|[a-z]:\\|\\\\)|\S@\S|\.(?:jpe?g|png|heic|pdf|docx?|xlsx?|dwg)$|^[-+]?\d{1,3}\.\d{4,}|\d°/i;
const measure = /^\p{Sc}?\s?[-+]?\d[\d.,\s]*(?:%|\p{Sc}|m[²³23]|sq\.? ?(?:m|ft)|sqm|sf|kg)?$/iu;
const readRating = wordReader(['rating']);
const isRating = (text: string) =>
  readRating(text.replace(/^\d\W+/, '')) !== undefined || /^udf_g\d$/i.test(text);

/** Why the values name no party or place, if they do not. @param of.name heading, as `plainWords` */
export function whyUnfit(
  found: Values,
  of: {
    readonly name: string;
    readonly isParty: boolean;
    readonly isAboutIt: boolean;
    readonly mayBeOne: boolean;
  },
): string | undefined {
  const { activities, values } = found;
  const { name, isParty } = of;
  const isOfCompanies = isParty && areCompanies(found);
  const why = whyEmpty(found);
  if (why !== undefined && !(why === 'all the same' && (isOfCompanies || of.mayBeOne))) return why;
  if (areMostly(found, (text) => knownStatus(text) !== undefined)) return 'words of status';
  if (areMostly(found, isRating)) return 'ratings';
  if (areMostly(found, (text) => address.test(text))) return 'addresses, files or coordinates';
  if (isOfCompanies) return undefined;
  if (isParty && areMostly(found, (text) => text.length === 1)) return 'single letters';
  // A place may be a whole number, and under a plain name such as `Level no.` also 1.2.
  const numbered = /\S\s(?!nos?\b|nr\b|code|id\b|number|name)/.test(name) ? /^\d+$/ : /^\d+(?:\.\d+)*$/;
  const isSize = isParty || values.some(({ value }) => /^(?:[2-9]\d|\d{3,})[.,]\d+$/.test(value));
  if (areMostly(found, (text) => measure.test(text) && (isSize || !numbered.test(text)))) return 'numbers';
  const forms = values.map(({ value }) =>
    /\p{L}{3}\s/u.test(value) ? value.replaceAll(/\d+/g, '#') : value,
  );
  const different = new Set(forms).size / activities;
  const areMany = values.length / activities >= mostly && (activities >= minForMany || /\s/.test(name));
  if ((isParty || areMany) && areMostly(found, isSentence)) return 'sentences';
  if (of.isAboutIt) return 'remarks, dates or quantities, by its name';
  const limit = /desc|beschreib|libell/.test(name) ? mostly : 0.9;
  return activities >= minForMany && different >= limit ? 'nearly all different' : undefined;
}
