/** Pages and the cursors between them. Open point: the contract names no cursor parameter; ours is `after`. */
import { createHash } from 'node:crypto';
import type { IndexedItem } from '../stores/collection-index.ts';
import type { ParameterProblem } from './parameters.ts';

export const pagingParameters = ['after', 'limit'] as const;

export type Page<Entry> = {
  readonly entries: readonly Entry[];
  /** Cursor of the page that follows; undefined on the last. */
  readonly next: string | undefined;
};

export type PageRequest = {
  /** The id after which to go on; undefined for the first page. */
  readonly after: string | undefined;
  readonly limit: number;
  /**
   * Names what is asked, so that the cursor counts for this query only: with another one it would skip tasks
   * unseen. The page's length is no part of it and may change on the way.
   */
  readonly fingerprint: string;
};

/** The next `limit` entries that pass, after the cursor's. */
export function pageOf<Entry extends IndexedItem>(
  entries: readonly Entry[],
  passes: (entry: Entry) => boolean,
  asked: PageRequest,
): Page<Entry> {
  const found: Entry[] = [];
  for (let at = asked.after === undefined ? 0 : firstAfter(entries, asked.after); at < entries.length; at++) {
    const entry = entries[at];
    if (!entry || !passes(entry)) continue;
    const last = found.at(-1);
    if (found.length === asked.limit && last) {
      return { entries: found, next: cursorFor(last.id, asked.fingerprint) };
    }
    found.push(entry);
  }
  return { entries: found, next: undefined };
}

/** The first position whose id is above; ids are in order, whether or not this one is still there. */
function firstAfter(entries: readonly IndexedItem[], id: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.id ?? '') > id) high = middle;
    else low = middle + 1;
  }
  return low;
}

function cursorFor(id: string, fingerprint: string): string {
  return `${Buffer.from(id, 'utf8').toString('base64url')}.${checksum(id, fingerprint)}`;
}

/** No secret: a forged cursor reads nothing that the query itself would not. It guards against mix-ups. */
function checksum(id: string, fingerprint: string): string {
  return createHash('sha256').update(`${fingerprint}\n${id}`).digest('base64url').slice(0, 16);
}

/** The id that the `after` parameter stands for. */
export function readCursor(
  value: string | undefined,
  fingerprint: string,
  problems: ParameterProblem[],
): string | undefined {
  if (value === undefined) return undefined;
  const id = Buffer.from(value.split('.')[0] ?? '', 'base64url').toString('utf8');
  if (value === cursorFor(id, fingerprint)) return id;
  const reason =
    'no cursor of this query; take it from paging.next.after and keep the other parameters as they were';
  problems.push({ parameter: 'after', value, reason });
  return undefined;
}
