/**
 * The history of one message. An intent without `messageSent`, `sendRefused` or `messageFailed` is ambiguous: the
 * message may have gone out, and the answer was lost. The mail service's own record of the send settles that.
 */
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import type { RejectedRecipient } from '#mail/transport/mailer.ts';
import * as objects from '#runs/store/objects.ts';

export type SentRecord = ContentOf<typeof objects.messageSent>;
export type ReachedRecipientsRecord = ContentOf<typeof objects.reachedRecipients>;
export type RefusedRecord = ContentOf<typeof objects.sendRefused>;
export type FailedRecord = ContentOf<typeof objects.messageFailed>;

export type MessageHistory = Awaited<ReturnType<typeof readMessageHistory>>;
export type LatestIntent = NonNullable<MessageHistory['latest']>;

/** @param mail prefix of the message */
export async function readMessageHistory(store: ObjectStore, mail: string) {
  const keys = await store.list(mail);
  const isSent = keys.includes(objects.messageSent.key({ mail }));
  const isFailed = keys.includes(objects.messageFailed.key({ mail }));
  return {
    sent: isSent ? await objects.messageSent.read(store, { mail }) : undefined,
    rejected: isSent ? await readRejected(store, keys) : [],
    failed: isFailed ? await objects.messageFailed.read(store, { mail }) : undefined,
    parts: await Promise.all(
      objects.reachedRecipients.in(keys).map((part) => objects.reachedRecipients.readExisting(store, part)),
    ),
    // The latest intent of a settled message decides nothing, so it is not read.
    latest: isSent || isFailed ? undefined : await readLatestIntent(store, mail, keys),
  };
}

/** Whether one of the messages with these keys may have gone out although no answer to its intent is stored. */
export function hasUnansweredSend(keys: readonly string[]): boolean {
  const ended = [objects.messageSent, objects.messageFailed, objects.sendRefused].flatMap((kind) =>
    kind.in(keys),
  );
  return objects.sendIntent
    .in(keys)
    .some(
      ({ mail, intent }) =>
        !ended.some((one) => one.mail === mail && (!('intent' in one) || one.intent === intent)),
    );
}

/** The events that say that a recipient will not get the message. */
const notReceivedEvents: ReadonlySet<string> = new Set(['bounced', 'undelivered', 'rejected']);

async function readRejected(
  store: ObjectStore,
  keys: readonly string[],
): Promise<readonly RejectedRecipient[]> {
  const found = objects.recipientEvent.in(keys).filter(({ event }) => notReceivedEvents.has(event));
  const events = await Promise.all(found.map((one) => objects.recipientEvent.readExisting(store, one)));
  return events.map(({ event, address, reason, cause }) => {
    if (event !== 'undelivered') return { address, reason };
    return { address, reason, forNow: true, cause: cause === 'mailbox full' ? cause : undefined };
  });
}

/**
 * For each address, the time at which the recipient was first refused temporarily, as the latest refusal records it.
 * @param intents number of intents that are searched for a refusal, the latest first
 * @throws RunStoreError
 */
export async function readDeferredRecipients(
  store: ObjectStore,
  mail: string,
  intents: number,
): Promise<RefusedRecord['deferred']> {
  // An intent whose answer was lost has no refusal.
  for (let intent = intents; intent > 0; intent -= 1) {
    const refused = await objects.sendRefused.read(store, { mail, intent });
    if (refused) return refused.deferred;
  }
  return undefined;
}

async function readLatestIntent(store: ObjectStore, mail: string, keys: readonly string[]) {
  const intent = Math.max(0, ...objects.sendIntent.in(keys).map((one) => one.intent));
  const written = intent === 0 ? undefined : await objects.sendIntent.read(store, { mail, intent });
  const isRefused = () => keys.includes(objects.sendRefused.key({ mail, intent }));
  return written && { ...written, intent, refused: written.isReplaced === true || isRefused() };
}
