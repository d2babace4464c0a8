/** What became of a message at one recipient, in one word: a pure function of what is stored of both. */
import type { RecipientEvent, RecipientEventKind } from './recipient-events.ts';

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
