/**
 * An archive restored from a backup may lack what was sent and answered since. A message due before the restore is
 * marked "(resent)", or held and its contact notified; contacts are also notified of the period for which answers may
 * be missing.
 */
import { Temporal } from 'temporal-polyfill';
import { appendNumberedObject } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import * as objects from './objects.ts';

/** The period for which sent messages and answers may be missing in the archive. */
export type RestoredArchiveGap = { readonly from: Temporal.Instant; readonly at: Temporal.Instant };

/**
 * Records that the archive was restored from a backup at `at`.
 * @param known a time until which the archive is complete; by default, or if it is after `at`, the latest daily check
 * @returns the time until which the archive counts as complete; undefined if none is known
 */
export async function saveArchiveRestored(
  store: ObjectStore,
  at: Temporal.Instant,
  known?: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const looked = await objects.dailyCheck.list(store, {});
  const from = [known, ...looked.toReversed().map((one) => one.at)].find(
    (time) => time && Temporal.Instant.compare(time, at) <= 0,
  );
  await appendNumberedObject(objects.archiveRestored, store, { at }, async () => ({ from }));
  return from;
}

export async function readRestoredAt(store: ObjectStore): Promise<Temporal.Instant | undefined> {
  return (await objects.archiveRestored.list(store, {})).at(-1)?.at;
}

/** @throws RunStoreError */
export async function readRestoreGaps(store: ObjectStore): Promise<readonly RestoredArchiveGap[]> {
  const gaps = (await objects.archiveRestored.list(store, {})).map(async (restored) => {
    const { from } = (await objects.archiveRestored.read(store, restored)) ?? {};
    return from ? [{ from, at: restored.at }] : [];
  });
  return (await Promise.all(gaps)).flat();
}

export function restoreGapText({ from, at }: RestoredArchiveGap, timeZone: string): string {
  const [first, last] = [from, at].map((time) => localInstantOf(time.toString(), timeZone).label);
  return `The archive was restored from a backup. Answers between ${first} and ${last} may be missing.`;
}
