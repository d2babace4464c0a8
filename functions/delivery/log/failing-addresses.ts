/** Since when an address has failed, as far as its contact was told: the first time in full, then a line an issue. */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { failingAddressKey, failingAddressPrefix } from '../store/dispatch-keys.ts';
import { instantText, readObject, version, writeObject } from '../store/stored-object.ts';

/** An address that did not fail for longer than a monthly report takes has worked meanwhile, or was not written to. */
const maxDaysBetween = 35;

const failingSchema = z.object({ version, since: instantText });

type AtContact = { readonly contact: string; readonly address: string };

/**
 * @param at when it failed now
 * @returns when it failed first; undefined where the contact has not been told of it, or long ago
 * @throws RunStoreError where that cannot be read
 */
export async function failingSince(
  store: ObjectStore,
  of: AtContact,
  at: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const key = (await store.list(failingAddressPrefix(of))).at(-1);
  const date = key?.slice(-'2026-11-20.json'.length, -'.json'.length);
  if (key === undefined || date === undefined) return undefined;
  const last = Temporal.Instant.from(`${date}T00:00Z`);
  if (at.since(last).total('hours') / 24 > maxDaysBetween) return undefined;
  const found = await readObject(store, key, failingSchema);
  return found && Temporal.Instant.from(found.since);
}

/** Records that the contact was told of a failure. */
export async function saveFailing(
  store: ObjectStore,
  of: AtContact,
  failed: { readonly at: Temporal.Instant; readonly since: Temporal.Instant },
): Promise<void> {
  const date = failed.at.toString().slice(0, 10);
  await writeObject(store, failingAddressKey(of, date), { version: 1, since: failed.since.toString() });
}
