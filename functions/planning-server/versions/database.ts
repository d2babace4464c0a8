/** The SQLite file of a version: its tables, and the form of a task in it. */
import { type TaskPart, type TaskText, taskParts } from '../query/task-text.ts';

/** Raised when a file of this program could not be read by an earlier one. */
export const databaseFormat = 2;

/** Bytes. A task of half a kilobyte then mostly lies in one page. */
const pageSize = 16_384;

/**
 * `task.position` is the place in order of id, from 0, and `task.text` is what `taskRow` makes; `shared_text` holds, in
 * one row, `SharedTexts`, and `task_columns` what `TaskColumns` does; `reference` the positions of the tasks that refer
 * to an id. Lists of numbers are little-endian bytes, which are read at once instead of row by row.
 */
export const databaseSchema = `
  pragma page_size = ${pageSize};
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma user_version = ${databaseFormat};
  create table project (name text not null, time_zone text not null) strict;
  create table item (
    collection text not null, position integer not null, json text not null, primary key (collection, position)
  ) strict, without rowid;
  create table task (position integer primary key, id text not null, text blob not null) strict;
  create table shared_text (texts blob not null, ends blob not null) strict;
  create table task_columns (first blob not null, last blob not null, shift blob not null) strict;
  create table reference (
    filter text not null, id text not null, positions blob not null, primary key (filter, id)
  ) strict, without rowid;
`;

/**
 * A task is stored as a head of little-endian numbers of four bytes, then the texts that it holds itself. The first number
 * is the most bytes that its JSON can take. Then there is one for each part: 0 where the task does not have it, n + 1 for a
 * text of n bytes among its own, and -n - 1 for the shared text n.
 */
export const numberSize = 4;
export const headSize = (1 + taskParts.length) * numberSize;
/** The text before its relations. */
export const relationsBegin = ',"relatedTasks":[';
/** Bytes of a task's JSON that are in none of its parts: that, a comma for each relation, and the brackets at the end. */
const punctuation = relationsBegin.length + taskParts.length + 2;
/** Nothing else in a project has the same. */
const neverShared = 'base';

/** Where rows are put together: new memory for each text would take longer than what is written to it. */
let scratch = Buffer.allocUnsafeSlow(64 * 1_024);

export function taskRow(text: TaskText, shared: SharedTextsBuilder): Uint8Array {
  let end = headSize;
  let size = punctuation;
  for (let place = 0; place < taskParts.length; place++) {
    const part = taskParts[place] ?? neverShared;
    const partText = text[part];
    let number = 0;
    if (partText !== undefined) {
      const isOwn = part === neverShared || partText === '';
      const sharedNumber = isOwn ? undefined : shared.numberOf(part, partText);
      if (sharedNumber === undefined) {
        const bytes = write(partText, end);
        number = bytes + 1;
        end += bytes;
        size += bytes;
      } else {
        number = -sharedNumber - 1;
        size += shared.sizeOf(sharedNumber);
      }
    }
    scratch.writeInt32LE(number, (1 + place) * numberSize);
  }
  scratch.writeInt32LE(size, 0);
  const row = Buffer.allocUnsafe(end);
  scratch.copy(row, 0, 0, end);
  return row;
}

/** @returns how many bytes it takes */
function write(text: string, at: number): number {
  const maxBytes = 3 * text.length;
  if (at + maxBytes > scratch.length) {
    const larger = Buffer.allocUnsafeSlow(2 * (at + maxBytes));
    scratch.copy(larger, 0, 0, at);
    scratch = larger;
  }
  return scratch.write(text, at);
}

/**
 * Texts that many tasks of a version have, such as their folder or their owner, one after the other, and the byte that
 * each one ends before. Each is stored once, and a task refers to it by its number, from 0: they are half of the bytes.
 */
export type SharedTexts = { readonly texts: Buffer; readonly ends: Uint32Array };

/** Texts of a part that are shared before it shows whether its texts come again. */
const trial = 200;
/** Bytes of all of them: a version that is open holds them in memory. */
const maxBytes = 2 * 1024 * 1024;

type Known = { readonly text: string; readonly number: number };

export class SharedTextsBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #parts = new Map<TaskPart, { added: number; found: number; last?: Known }>();
  readonly #texts: Buffer[] = [];
  #bytes = 0;

  /** The bytes of the text of this number. */
  sizeOf(number: number): number {
    return this.#texts[number]?.length ?? 0;
  }

  /** The number of a text; undefined for one that the task has to hold itself, since it will hardly come again. */
  numberOf(part: TaskPart, text: string): number | undefined {
    let counts = this.#parts.get(part);
    if (counts === undefined) {
      counts = { added: 0, found: 0 };
      this.#parts.set(part, counts);
    }
    // Tasks that are neighbours mostly have the same text.
    const known = counts.last?.text === text ? counts.last.number : this.#numbers.get(text);
    if (known !== undefined) {
      counts.found += 1;
      counts.last = { text, number: known };
      return known;
    }
    if (counts.added >= Math.max(trial, counts.found) || this.#bytes >= maxBytes) return undefined;
    counts.added += 1;
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    const bytes = Buffer.from(text);
    this.#texts.push(bytes);
    this.#bytes += bytes.length;
    return number;
  }

  built(): SharedTexts {
    let end = 0;
    const ends = Uint32Array.from(this.#texts, ({ length }) => {
      end += length;
      return end;
    });
    return { texts: Buffer.concat(this.#texts), ends };
  }
}
