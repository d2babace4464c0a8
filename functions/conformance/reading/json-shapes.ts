/** Looking at JSON without printing it: kinds, shapes, words and counts. */
import { oneLine } from '../../base/one-line.ts';

/** Any JSON object. The properties that questions look at are named; any of them may be absent, or of any kind. */
export type JsonRecord = {
  readonly [property: string]: unknown;
  readonly id?: unknown;
  readonly type?: unknown;
  readonly start?: unknown;
  readonly finish?: unknown;
  readonly duration?: unknown;
  readonly shift?: unknown;
  readonly quantity?: unknown;
  readonly amount?: unknown;
  readonly bbox?: unknown;
  readonly geometry?: unknown;
  readonly parentId?: unknown;
  readonly results?: unknown;
  readonly paging?: unknown;
  readonly next?: unknown;
  readonly after?: unknown;
  readonly link?: unknown;
  readonly message?: unknown;
  readonly accessToken?: unknown;
};

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The records of a list; none where it is not a list. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Every value at a path such as `materials.dailyPlanned.date`, through the lists on the way; null counts as absent. */
export function valuesAt(items: readonly JsonRecord[], path: string): readonly unknown[] {
  return path
    .split('.')
    .reduce<readonly unknown[]>(
      (values, name) => values.flatMap((value) => (isRecord(value) ? (value[name] ?? []) : [])),
      items,
    );
}

export function textsAt(items: readonly JsonRecord[], ...paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => valuesAt(items, path)).flatMap((value) => textOf(value) ?? []);
}

export function numbersAt(items: readonly JsonRecord[], path: string): readonly number[] {
  return valuesAt(items, path).flatMap((value) => numberOf(value) ?? []);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

const maxWordLength = 24;
const maxWords = 8;
// Marks that change the direction of text would disorder the table around them.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A word of the service, or the name of a property, fit to print. A longer text is not a word and may be personal,
 * so only that it is longer is said; the same for anything that looks like an address.
 */
export function wordOf(value: unknown): string {
  if (typeof value !== 'string') return `(${kindOf(value)})`;
  const word = oneLine(value.toWellFormed()).replace(directionMarks, '');
  if (word === '') return '(blank)';
  return word.length > maxWordLength || word.includes('@') ? '(a longer text)' : word;
}

/** `planned 31, started 4`: how often each word comes, the most frequent first. */
export function tallyText(words: readonly string[]): string {
  const tally = [...Map.groupBy(words, (word) => word)].map(([word, same]) => ({ word, times: same.length }));
  tally.sort((one, other) => other.times - one.times);
  return listText(tally.map(({ word, times }) => `${word} ${times}`));
}

/** The words beyond eight are only counted. */
export function listText(words: readonly string[]): string {
  const more = words.length - maxWords;
  return words.slice(0, maxWords).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `1 task`, `2 tasks`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
