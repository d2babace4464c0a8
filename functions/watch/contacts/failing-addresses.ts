/** Addresses that failed without a break, so that a contact is told once. */

import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { sha256Of } from '#base/digest.ts';
import { startOfDate, utcDate } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';

/** Days without a failure after which an address counts as working: longer than the time between two monthly reports. */
const maxDaysBetweenFailures = 35;

export type AtContact = { readonly contact: string; readonly address: string };

function failingName({ contact, address }: AtContact): string {
  return sha256Of(JSON.stringify([contact.toLowerCase(), address.toLowerCase()])).slice(0, 32);
}

/**
 * @param at time of the latest failure
 * @returns when it first failed; undefined if the contact has not been notified of it, or long ago
 * @throws RunStoreError
 */
export async function failingSince(
  store: ObjectStore,
  of: AtContact,
  at: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const last = (await objects.failing.list(store, { name: failingName(of) })).at(-1);
  if (last === undefined) return undefined;
  const days = at.since(startOfDate(last.date)).total('hours') / 24;
  return days > maxDaysBetweenFailures ? undefined : (await objects.failing.read(store, last))?.since;
}

/** Records that the contact was notified of a failure. */
export async function saveFailing(store: ObjectStore, of: AtContact, at: Temporal.Instant): Promise<void> {
  const since = (await failingSince(store, of, at)) ?? at;
  await objects.failing.create(store, { name: failingName(of), date: utcDate(at) }, { since });
}
