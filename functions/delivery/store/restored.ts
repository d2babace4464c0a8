/**
 * Records that an archive was restored from a backup. It does not know what was sent and answered since the backup: what was
 * due before is sent marked, or its contact is asked, and contacts are told of which time answers are gone.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { readTimeOf } from '#lookahead/dates/report-dates.ts';
import { lookedPrefix, restoredPrefix, timeKey, timeOfKey } from './archive-keys.ts';
import { instant, readObject, writeObject } from './stored-object.ts';

const restoredSchema = z.object({ from: z.optional(instant) });

/** The time for which the archive may lack what was sent and answered. */
export type Gap = { readonly from: Temporal.Instant; readonly at: Temporal.Instant };

/**
 * @param known a time at which the archive was in use; otherwise the first check of its last day proves that
 * @returns the last such time
 */
export async function saveRestored(
  store: ObjectStore,
  at: Temporal.Instant,
  known?: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const { number = 0 } = (await times(store, restoredPrefix)).at(-1) ?? {};
  const looked = await times(store, lookedPrefix);
  const from = [known, ...looked.toReversed().map((one) => one.at)].find(
    (time) => time && Temporal.Instant.compare(time, at) <= 0,
  );
  await writeObject(store, timeKey(restoredPrefix, { number: number + 1, at }), { from });
  return from;
}

export async function restoredAt(store: ObjectStore): Promise<Temporal.Instant | undefined> {
  return (await times(store, restoredPrefix)).at(-1)?.at;
}

/** @throws RunStoreError */
export async function readGaps(store: ObjectStore): Promise<readonly Gap[]> {
  const gaps = (await times(store, restoredPrefix)).map(async (restored) => {
    const { from } = (await readObject(store, timeKey(restoredPrefix, restored), restoredSchema)) ?? {};
    return from ? [{ from, at: restored.at }] : [];
  });
  return (await Promise.all(gaps)).flat();
}

export function gapText({ from, at }: Gap, timeZone: string): string {
  const [first, last] = [from, at].map((time) => readTimeOf(time.toString(), timeZone).label);
  return `The archive was restored from a backup. Answers between ${first} and ${last} may be missing.`;
}

async function times(store: ObjectStore, prefix: string) {
  return (await store.list(prefix)).flatMap((key) => timeOfKey(key) ?? []);
}
