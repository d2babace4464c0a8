/** Finds the revision and the report that were made after a page. */
import * as z from 'zod/mini';
import { daysAfter } from '#base/day.ts';
import { parseJson } from '#base/parse-json.ts';
import { keyOfPage, type PageAddress } from './page-link.ts';
import { decodePage, type StoredPage } from './stored-page.ts';

/** Throws only if the archive fails. */
export type PageStore = {
  readonly get: (key: string) => Promise<Uint8Array | undefined>;
  readonly list: (prefix: string) => Promise<readonly string[]>;
  readonly putOnce: (key: string, body: Uint8Array, contentType: string) => Promise<'created' | 'exists'>;
};

export type Later = {
  readonly kind: 'revision' | 'report';
  readonly address: PageAddress;
  /** Its page for the same readers; undefined if it has none for them. */
  readonly page: StoredPage | undefined;
};

const holderSchema = z.object({ runId: z.string().check(z.regex(/^[\w-]+$/)) });
const maxLaterWindows = 8;
const maxDaysAhead = 7;

/** @returns undefined if the page is damaged, or no longer stored */
export async function readPage(store: PageStore, address: PageAddress): Promise<StoredPage | undefined> {
  const key = keyOfPage(address);
  // Lists first: without the permission to list everything, S3 answers a missing object as a forbidden one.
  const bytes = (await isThere(store, key)) ? await store.get(key) : undefined;
  return bytes && decodePage(bytes);
}

/**
 * The latest revision after this one, or else the latest report of later dates: its dates begin one or more weeks later,
 * and at most a week from now; undefined for a test.
 */
export async function findLater(
  store: PageStore,
  { address, page, now }: { readonly address: PageAddress; readonly page: StoredPage; readonly now: number },
): Promise<Later | 'latest' | undefined> {
  if (!address.windowAt.startsWith('issues/')) return undefined;
  const revision = await lastIssue(store, address, page.number);
  if (revision) return laterOf('revision', revision, store);
  const windows = Array.from({ length: maxLaterWindows }, (_, index) =>
    shifted(address, 7 * (index + 1)),
  ).filter(({ first }) => Date.parse(first) <= now + maxDaysAhead * 86_400_000);
  const found = await Promise.all(windows.map((window) => lastIssue(store, window, 0)));
  const report = found.findLast((issue) => issue !== undefined);
  return report === undefined ? 'latest' : laterOf('report', report, store);
}

async function laterOf(kind: Later['kind'], address: PageAddress, store: PageStore): Promise<Later> {
  return { kind, address, page: await readPage(store, address) };
}

/** The same of other dates: those this many days later. */
export function shifted(address: PageAddress, days: number): PageAddress {
  const [first, last] = [daysAfter(address.first, days), daysAfter(address.last, days)];
  const windowAt = address.windowAt.replace(/[^/]+\/$/, `${first}_${last}/`);
  return { ...address, windowAt, first, last };
}

/** The last issue of a window with a number above `after`. A number may be held by a run without an issue. */
async function lastIssue(
  store: PageStore,
  address: PageAddress,
  after: number,
): Promise<PageAddress | undefined> {
  const keys = await store.list(`${address.windowAt}numbers/`);
  const numbers = keys
    .flatMap((key) => Number(/\/numbers\/([1-9]\d{0,8})\.json$/.exec(key)?.[1] ?? 0))
    .filter((number) => number > after)
    .sort((a, b) => b - a);
  for (const number of numbers) {
    const bytes = await store.get(`${address.windowAt}numbers/${number}.json`);
    const holder = holderSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
    if (!holder.success) continue;
    const run = holder.data.runId;
    if (await isThere(store, `${address.windowAt}${run}/issue.json`)) return { ...address, run };
  }
  return undefined;
}

async function isThere(store: PageStore, key: string): Promise<boolean> {
  return (await store.list(key)).includes(key);
}
