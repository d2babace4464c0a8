/** When the answers of issues close. Reconcile finds it here long after the dispatch is settled, without listing the runs. */
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import {
  type ClosingAt,
  closingKey,
  closingOfKey,
  closingsFrom,
  closingsPrefix,
} from '#delivery/store/archive-keys.ts';
import { positiveInt, readObject, someText, window, writeObject } from '#delivery/store/stored-object.ts';

const closingSchema = z.object({
  window,
  revision: positiveInt,
  projectName: z.string(),
  reportName: z.string(),
  contact: someText,
  timeZone: z.string(),
});
type Closing = z.output<typeof closingSchema>;
export type ClosingOfIssue = Closing & ClosingAt;

export async function saveClosing(store: ObjectStore, of: ClosingOfIssue): Promise<void> {
  await writeObject(store, closingKey(of), z.encode(closingSchema, of));
}

/** Since the date of `from`, without those that a contact was notified of. One listing. */
export async function pendingClosings(
  store: ObjectStore,
  from: Temporal.Instant,
): Promise<readonly ClosingAt[]> {
  const after = closingsFrom(from.toString().slice(0, 10));
  const keys = new Set(await store.list(closingsPrefix, { after }));
  return [...keys]
    .flatMap((key) => closingOfKey(key) ?? [])
    .filter((at) => !keys.has(closingKey(at, 'told')));
}

/** The issues whose answers close, by their times: told of or not. */
export async function allClosings(store: ObjectStore): Promise<readonly ClosingAt[]> {
  return (await store.list(closingsPrefix)).flatMap((key) => closingOfKey(key) ?? []);
}

/** @throws RunStoreError */
export async function readClosing(store: ObjectStore, at: ClosingAt): Promise<ClosingOfIssue | undefined> {
  const closing = await readObject(store, closingKey(at), closingSchema);
  return closing && { ...closing, ...at };
}

export async function saveTold(store: ObjectStore, of: ClosingAt, at: Temporal.Instant): Promise<void> {
  await writeObject(store, closingKey(of, 'told'), { at: at.toString() });
}
