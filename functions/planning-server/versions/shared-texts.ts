/**
 * Texts that many tasks of a version have, such as their folder or their owner: each is stored once, and a task refers
 * to it by its number, from 0. Half of the bytes of a version are such texts.
 */
import type { TaskPart } from '../query/task-text.ts';

/** As they are stored: the texts one after the other, and the byte that each one ends before. */
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
