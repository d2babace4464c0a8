/**
 * That an archive was restored from a backup: it does not know what was sent since the backup was made, so what was due
 * before is sent marked, or its contact is asked.
 */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { restoredPrefix, timeKey, timeOfKey } from './dispatch-keys.ts';
import { writeObject } from './stored-object.ts';

export async function saveRestored(store: ObjectStore, at: Temporal.Instant): Promise<void> {
  await writeObject(store, timeKey(restoredPrefix, at), { version: 1 });
}

/** When it was restored last; undefined where it never was. */
export async function restoredAt(store: ObjectStore): Promise<Temporal.Instant | undefined> {
  return (await store.list(restoredPrefix)).flatMap((key) => timeOfKey(key) ?? []).at(-1);
}
