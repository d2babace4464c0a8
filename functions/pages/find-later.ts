/** Finds the revision and the report that were made after a page. */
import type { ObjectStore } from '#archive/object-store.ts';
import { daysAfter } from '#base/day.ts';
import { issueKeys, issueNumber, type PageAddress, pageKeys } from './objects.ts';
import { decodePage, type StoredPage } from './stored-page.ts';

/** Throws only if the archive fails. */
export type PageStore = Pick<ObjectStore, 'get' | 'list' | 'putOnce'>;

export type Later = {
  readonly kind: 'revision' | 'report';
  readonly address: PageAddress;
  /** Its page for the same readers; undefined if it has none for them. */
  readonly page: StoredPage | undefined;
};

const maxLaterWindows = 8;
const maxDaysAhead = 7;

/** @returns undefined if the page is damaged, or no longer stored */
export async function readPage(store: PageStore, address: PageAddress): Promise<StoredPage | undefined> {
  const key = pageKeys.key(address);
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
  if (address.space !== 'issues') return undefined;
  const revision = await lastIssue(store, address, page.number);
  if (revision) return laterOf('revision', revision, store);
  const windows = Array.from({ length: maxLaterWindows }, (_, index) =>
    windowShiftedBy(address, 7 * (index + 1)),
  ).filter(({ first }) => Date.parse(first) <= now + maxDaysAhead * 86_400_000);
  const found = await Promise.all(windows.map((window) => lastIssue(store, window, 0)));
  const report = found.findLast((issue) => issue !== undefined);
  return report === undefined ? 'latest' : laterOf('report', report, store);
}

async function laterOf(kind: Later['kind'], address: PageAddress, store: PageStore): Promise<Later> {
  return { kind, address, page: await readPage(store, address) };
}

/** The same of other dates: those this many days later. */
export function windowShiftedBy<Address extends Pick<PageAddress, 'first' | 'last'>>(
  address: Address,
  days: number,
): Address {
  return { ...address, first: daysAfter(address.first, days), last: daysAfter(address.last, days) };
}

/** The last issue of a window with a number above `after`. A number may be held by a run without an issue. */
async function lastIssue(
  store: PageStore,
  address: PageAddress,
  after: number,
): Promise<PageAddress | undefined> {
  const numbers = (await issueNumber.list(store, address)).map(({ number }) => number);
  for (const number of numbers.filter((each) => each > after).sort((a, b) => b - a)) {
    const holder = await issueNumber.read(store, { ...address, number });
    const issue = holder && { ...address, runId: holder.runId };
    if (issue && (await isThere(store, issueKeys.key(issue)))) return issue;
  }
  return undefined;
}

async function isThere(store: PageStore, key: string): Promise<boolean> {
  return (await store.list(key)).includes(key);
}
