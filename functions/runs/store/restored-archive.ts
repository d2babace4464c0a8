/**
 * Decides what an archive that was restored from a backup may lack: what was sent and answered since. What was due before is
 * sent marked, or its contact is asked, and contacts are told of which time answers are gone.
 */
import { Temporal } from 'temporal-polyfill';
import { appendNumbered } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import * as objects from './objects.ts';

/** The time for which the archive may lack what was sent and answered. */
export type RestoreGap = { readonly from: Temporal.Instant; readonly at: Temporal.Instant };

/**
 * @param known a time at which the archive was in use; otherwise the first check of its last day proves that
 * @returns the last such time
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
  await appendNumbered(objects.archiveRestored, store, { at }, async () => ({ from }));
  return from;
}

export async function readRestoredAt(store: ObjectStore): Promise<Temporal.Instant | undefined> {
  return (await objects.archiveRestored.list(store, {})).at(-1)?.at;
}

/** @throws RunStoreError */
export async function readRestoreGaps(store: ObjectStore): Promise<readonly RestoreGap[]> {
  const gaps = (await objects.archiveRestored.list(store, {})).map(async (restored) => {
    const { from } = (await objects.archiveRestored.read(store, restored)) ?? {};
    return from ? [{ from, at: restored.at }] : [];
  });
  return (await Promise.all(gaps)).flat();
}

export function restoreGapText({ from, at }: RestoreGap, timeZone: string): string {
  const [first, last] = [from, at].map((time) => localInstantOf(time.toString(), timeZone).label);
  return `The archive was restored from a backup. Answers between ${first} and ${last} may be missing.`;
}
