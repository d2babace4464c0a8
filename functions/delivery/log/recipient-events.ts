/**
 * What became of a message at each of its recipients, one object for each event, beside what the run store holds of the
 * message. Written once: of two events of a kind, the first stays.
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { recipientEventKey } from '../store/keys.ts';
import { instantText, readObject, someText, version, writeObject } from '../store/stored-object.ts';

/**
 * - `delivered`: the recipient's mail server took it.
 * - `delayed`: it has not taken it yet; the mail service tries on.
 * - `soft-bounced`: not delivered, for a reason that may pass by itself, such as a full mailbox.
 * - `bounced`: refused for good.
 * - `complained`: delivered, and marked as spam by the reader.
 * - `rejected`: the mail service itself refused to send it.
 */
export const recipientEventKinds = [
  'delivered',
  'delayed',
  'soft-bounced',
  'bounced',
  'complained',
  'rejected',
] as const;
export type RecipientEventKind = (typeof recipientEventKinds)[number];

const recipientEventSchema = z.object({
  version,
  event: z.enum(recipientEventKinds),
  address: someText,
  at: instantText,
  /** The mail server's words, on one line; empty where nothing went wrong. */
  reason: z.string(),
  /** The mail service did not even try, because the address is on the account's suppression list. */
  suppressed: z.optional(z.boolean()),
  /** Until when the mail service tries, of a delayed one. */
  until: z.optional(instantText),
});
export type RecipientEvent = Omit<z.infer<typeof recipientEventSchema>, 'version'>;

/** @param messageAt the prefix of the message's keys. @returns the keys, also of what was stored before */
export async function saveRecipientEvents(
  store: ObjectStore,
  messageAt: string,
  events: readonly RecipientEvent[],
): Promise<readonly string[]> {
  return Promise.all(
    events.map(async (event) => {
      const key = recipientEventKey(messageAt, event);
      await writeObject(store, key, { version: 1, ...event });
      return key;
    }),
  );
}

/** @throws RunStoreError where it cannot be read */
export function readRecipientEvent(store: ObjectStore, key: string): Promise<RecipientEvent | undefined> {
  return readObject(store, key, recipientEventSchema);
}
