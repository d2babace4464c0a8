/** Describes answers and their JSON without printing values: status, kinds, shapes, words and counts. */

import { oneLine } from '../../base/one-line.ts';
import { codeOf } from '../../base/redact.ts';
import { shortList } from '../../base/short-list.ts';
import type { Answer, Body, Outcome } from '../../planning/client/http.ts';

/** One request, by the text that the table shows, and what came back. */
export type Exchange = Outcome & { readonly asked: string };

/** Why there is no answer: the system's word, such as `ECONNREFUSED`. */
export function failureOf(outcome: Exclude<Outcome, Answer>): string {
  if (outcome.kind !== 'disconnected') return 'timed out';
  return codeOf(outcome.cause) ?? 'the connection failed';
}

/** `{message: text, errors: list}`, `HTML`, `nothing`: names and kinds, no values. */
export function shapeOf(body: Body): string {
  switch (body.kind) {
    case 'json': {
      if (!isRecord(body.value)) return kindOf(body.value);
      const entries = Object.entries(body.value).slice(0, 8);
      return `{${entries.map(([name, each]) => `${wordOf(name)}: ${kindOf(each)}`).join(', ')}}`;
    }
    case 'empty':
      return 'nothing';
    case 'half':
      return 'half a body';
    case 'too-large':
      return 'too long';
    case 'malformed':
      return 'malformed JSON';
    case 'garbled':
      return 'bytes that are not UTF-8';
    case 'HTML':
    case 'text':
      return body.kind;
  }
}

/** `200, 14 items`, `422 {message: text}`, `no answer (ECONNREFUSED)`. */
export function outcomeOf(made: Outcome): string {
  if (made.kind !== 'answer') return `no answer (${failureOf(made)})`;
  const { status } = made;
  const { results } = recordIn(made);
  return status === 200 && Array.isArray(results)
    ? `200, ${recordsOf(results).length} items`
    : `${status} ${shapeOf(made.body)}`;
}

export function is200(made: Outcome): made is Answer {
  return made.kind === 'answer' && made.status === 200;
}

/** The JSON object of an answer; empty where it has none. */
export function recordIn(made: Outcome): JsonRecord {
  const value = made.kind === 'answer' && made.body.kind === 'json' ? made.body.value : undefined;
  return isRecord(value) ? value : {};
}

/** Any JSON object: each property may be absent, or of any kind. */
export type JsonRecord = Readonly<Record<string, unknown>>;

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
 * A word of the service, or the name of a property, fit to print. A longer text, or one with an @, may be personal: it is
 * shown only as `(a longer text)`.
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
  return shortList(words, maxWords);
}

/** `1 task`, `2 tasks`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
