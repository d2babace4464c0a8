/** What tasks refer to by id: subcontractors, locations, people and the like, each listed once. */
import { createHash } from 'node:crypto';

export type NamedItem = { readonly id: string; readonly name: string };

/**
 * Collects the items of a collection as tasks name them. Their ids are made of the file's own short values, which stay
 * the same from version to version, and hold in a list of ids with commas between.
 */
export class NamedItems {
  readonly #byValue = new Map<string, NamedItem>();
  readonly #taken = new Set<string>();

  /** @param value the file's own short value; the same value is the same item */
  add(value: string, name: string): NamedItem {
    const known = this.#byValue.get(value);
    if (known) return known;
    const wanted = idOf(value);
    // Two values that differ in signs only: the digest does not depend on which came first, except for the first.
    const id = this.#taken.has(wanted) ? `${wanted}-${digest(value)}` : wanted;
    const item = { id, name };
    this.#taken.add(id);
    this.#byValue.set(value, item);
    return item;
  }

  all(): readonly NamedItem[] {
    return [...this.#byValue.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  }
}

const maxIdCharacters = 80;
/** What an id does not contain, or not at its ends. Most values have none of it. */
const notInIds = /[\s,\p{Cc}]|^-|-$/u;

/** A value as an id: without commas, blanks and control characters. */
export function idOf(value: string): string {
  const id = notInIds.test(value) ? withoutSigns(value) : value;
  if (id === '') return digest(value);
  return id.length <= maxIdCharacters ? id : `${id.slice(0, maxIdCharacters - 9)}-${digest(value)}`;
}

function withoutSigns(value: string): string {
  return value.replaceAll(/[\s,\p{Cc}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 8);
}
