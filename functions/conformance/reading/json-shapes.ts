/** Looking at JSON without printing it: kinds, shapes, words and counts. */
import { oneLine } from '../../base/one-line.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property of a record of unknown shape. */
export function part(record: JsonRecord, property: string): unknown {
  return record[property];
}

/** The records of a list; none where it is not a list. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
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
 * A word of the service, fit to print. A longer text is not a word and may be personal, so only that it is
 * longer is said; the same for anything that looks like an address.
 */
export function wordOf(value: unknown): string {
  if (typeof value !== 'string') return `(${kindOf(value)})`;
  const word = oneLine(value.toWellFormed()).replace(directionMarks, '');
  if (word === '') return '(blank)';
  return word.length > maxWordLength || word.includes('@') ? '(a longer text)' : word;
}

/** The name of a property, fit to print. */
export function nameOf(property: string): string {
  return wordOf(property);
}

export type Tally = ReadonlyMap<string, number>;

export function tallyOf(words: Iterable<string>): Tally {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

/** `planned 31, started 4`; the rarest beyond eight are only counted. */
export function tallyText(tally: Tally): string {
  const shown = [...tally].slice(0, maxWords).map(([word, count]) => `${word} ${count}`);
  const more = tally.size - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

export function listText(words: readonly string[]): string {
  const shown = words.slice(0, maxWords);
  return words.length > shown.length
    ? `${shown.join(', ')} and ${words.length - shown.length} more`
    : shown.join(', ');
}

/** `1 task`, `2 tasks`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
