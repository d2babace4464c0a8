/**
 * Records that an archive was restored from a backup. It does not know what was sent since the backup, so what was due
 * before is sent marked, or its contact is asked.
 */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { type NumberedTime, restoredPrefix, timeKey, timeOfKey } from './archive-keys.ts';
import { writeObject } from './stored-object.ts';

export async function saveRestored(store: ObjectStore, at: Temporal.Instant): Promise<void> {
  const { number = 0 } = (await latest(store)) ?? {};
  await writeObject(store, timeKey(restoredPrefix, { number: number + 1, at }), {});
}

export async function restoredAt(store: ObjectStore): Promise<Temporal.Instant | undefined> {
  return (await latest(store))?.at;
}

async function latest(store: ObjectStore): Promise<NumberedTime | undefined> {
  return (await store.list(restoredPrefix)).flatMap((key) => timeOfKey(key) ?? []).at(-1);
}
