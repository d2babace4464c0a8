/** The events of a message at each recipient, one object per kind of event: a second one of a kind is not stored. */
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { recipientEventKey } from '#delivery/store/run-keys.ts';
import { instantText, readObject, someText, writeObject } from '#delivery/store/stored-object.ts';

/**
 * - `delivered`: the recipient's mail server took it.
 * - `delayed`: the mail server has not taken it yet; the mail service keeps trying.
 * - `soft-bounced`: a bounce that ends nothing, such as an automatic reply.
 * - `undelivered`: no longer tried, for a temporary reason such as a full mailbox.
 * - `bounced`: refused permanently.
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

/** 'not in time': the mail server kept putting the message off. */
export const undeliveredCause = z.enum(['not in time', 'mailbox full', 'too large', 'content refused']);

const recipientEventSchema = z.object({
  event: z.enum(recipientEventKinds),
  address: someText,
  at: instantText,
  reason: z.string(),
  /** Not even tried: the address is on the account's suppression list. */
  suppressed: z.optional(z.boolean()),
  until: z.optional(instantText),
  cause: z.optional(undeliveredCause),
  /** When the event arrived here; `at` if absent. */
  heard: z.optional(instantText),
});
export type RecipientEvent = z.infer<typeof recipientEventSchema>;

export async function saveRecipientEvents(
  store: ObjectStore,
  messageAt: string,
  events: readonly RecipientEvent[],
): Promise<readonly string[]> {
  return Promise.all(
    events.map(async (event) => {
      const key = recipientEventKey(messageAt, event);
      await writeObject(store, key, event);
      return key;
    }),
  );
}

export function readRecipientEvent(store: ObjectStore, key: string): Promise<RecipientEvent | undefined> {
  return readObject(store, key, recipientEventSchema);
}

type RecipientState =
  | RecipientEventKind
  /** The mail service took the message and has reported nothing more. */
  | 'sent'
  | 'in outbox'
  | 'failed'
  | 'waiting'
  | 'perhaps sent'
  | 'not sent';

export type RecipientLog = {
  readonly address: string;
  readonly field: 'to' | 'cc';
  readonly state: RecipientState;
  /** ISO 8601 instant of the state; undefined while it waits. */
  readonly at: string | undefined;
  readonly reason: string;
  readonly events: readonly RecipientEvent[];
};

export type MessageState =
  | { readonly kind: 'sent' | 'in outbox'; readonly at: string }
  | { readonly kind: 'failed'; readonly at: string; readonly reason: string }
  /** `at`: when the send began; `until`: when it can be tried again. */
  | { readonly kind: 'perhaps sent'; readonly at: string; readonly until: string; readonly reason: string }
  | { readonly kind: 'waiting' | 'not sent'; readonly reason: string };

/** By precedence, because a mailbox may take a message and bounce it later. */
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
  recipient: { readonly address: string; readonly field: 'to' | 'cc' },
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

/** Whether a person should know that a message has not arrived. */
export function didNotArrive({ state }: RecipientLog): boolean {
  switch (state) {
    case 'delivered':
    case 'sent':
    case 'in outbox':
    // It arrived, but was not wanted.
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
