/**
 * The events of a message at each of its recipients, one object for each, beside what the run store holds of the
 * message. Written once: of two events of a kind, the first stays.
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { recipientEventKey } from '../store/keys.ts';
import { instantText, readObject, someText, writeObject } from '../store/stored-object.ts';

/**
 * - `delivered`: the recipient's mail server took it.
 * - `delayed`: it has not taken it yet; the mail service tries on.
 * - `soft-bounced`: a bounce that ends nothing, such as an automatic reply.
 * - `undelivered`: not delivered, and no longer tried, for a reason that may pass by itself, such as a full mailbox.
 * - `bounced`: refused for good.
 * - `complained`: delivered, and marked as spam by the reader.
 * - `rejected`: the mail service itself refused to send it.
 */
export const recipientEventKinds = [
  'delivered',
  'delayed',
  'soft-bounced',
  'undelivered',
  'bounced',
  'complained',
  'rejected',
] as const;
type RecipientEventKind = (typeof recipientEventKinds)[number];

/** Why a message was not delivered, where that may pass by itself. 'not in time': the mail server put it off. */
export const undeliveredCause = z.enum(['not in time', 'mailbox full', 'too large', 'content refused']);

const recipientEventSchema = z.object({
  event: z.enum(recipientEventKinds),
  address: someText,
  at: instantText,
  /** The mail server's words, on one line; empty where nothing went wrong. */
  reason: z.string(),
  /** The mail service did not even try, because the address is on the account's suppression list. */
  suppressed: z.optional(z.boolean()),
  /** Until when the mail service tries, of a delayed one. */
  until: z.optional(instantText),
  /** Only in `undelivered`: why, if that is known. */
  cause: z.optional(undeliveredCause),
  /** When it was first heard; absent where that is `at`. */
  heard: z.optional(instantText),
});
export type RecipientEvent = z.infer<typeof recipientEventSchema>;

/** @param messageAt the prefix of the message's keys. @returns the keys, also of what was stored before */
export async function saveRecipientEvents(
  store: ObjectStore,
  messageAt: string,
  events: readonly RecipientEvent[],
): Promise<readonly string[]> {
  return Promise.all(
    events.map(async (event) => {
      const key = recipientEventKey(messageAt, event);
      await writeObject(store, key, { ...event });
      return key;
    }),
  );
}

/** @throws RunStoreError where it cannot be read */
export function readRecipientEvent(store: ObjectStore, key: string): Promise<RecipientEvent | undefined> {
  return readObject(store, key, recipientEventSchema);
}

type RecipientState =
  | RecipientEventKind
  /** The mail service took the message; it has not said yet what became of it. */
  | 'sent'
  /** The message is a file, which reaches nobody by itself. */
  | 'in outbox'
  /** The message will never be accepted. */
  | 'failed'
  /** Not sent yet. */
  | 'waiting'
  /** Its send began, and has no outcome on record. */
  | 'perhaps sent'
  /** Not sent, and nobody tries it again. */
  | 'not sent';

export type RecipientLog = {
  readonly address: string;
  readonly field: 'to' | 'cc';
  readonly state: RecipientState;
  /** When it came to that; ISO 8601 instant. Undefined while it waits. */
  readonly at: string | undefined;
  /** Why it did not arrive, or not yet; empty where it did. */
  readonly reason: string;
  /** All that was reported of it, the first first. */
  readonly events: readonly RecipientEvent[];
};

/** The message as a whole. */
export type MessageState =
  | { readonly kind: 'sent' | 'in outbox'; readonly at: string }
  | { readonly kind: 'failed'; readonly at: string; readonly reason: string }
  /** `at`: when its send began; `until`: when it can be tried again. */
  | { readonly kind: 'perhaps sent'; readonly at: string; readonly until: string; readonly reason: string }
  | { readonly kind: 'waiting' | 'not sent'; readonly reason: string };

/** The first of these that was reported counts: a mailbox may take a message, and bounce it later. */
const byWeight: readonly RecipientEventKind[] = [
  'complained',
  'bounced',
  'rejected',
  'undelivered',
  'delivered',
  'soft-bounced',
  'delayed',
];

export function recipientLog(
  recipient: Pick<RecipientLog, 'address' | 'field'>,
  message: MessageState,
  events: readonly RecipientEvent[],
): RecipientLog {
  const sorted = events.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
  const kind = byWeight.find((one) => events.some(({ event }) => event === one));
  const counts = events.find(({ event }) => event === kind);
  const own = counts
    ? { state: counts.event, at: counts.at, reason: counts.reason }
    : {
        state: message.kind,
        at: 'at' in message ? message.at : undefined,
        reason: 'reason' in message ? message.reason : '',
      };
  return { ...recipient, ...own, events: sorted };
}

/** Whether a person expects a message that did not, or not yet, arrive. */
export function didNotArrive({ state }: Pick<RecipientLog, 'state'>): boolean {
  switch (state) {
    case 'delivered':
    case 'sent':
    case 'in outbox':
    // It arrived, and was not wanted.
    case 'complained':
      return false;
    case 'bounced':
    case 'undelivered':
    case 'soft-bounced':
    case 'rejected':
    case 'delayed':
    case 'failed':
    case 'waiting':
    case 'perhaps sent':
    case 'not sent':
      return true;
  }
}
