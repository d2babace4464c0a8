/**
 * The history of one message, object by object. An intent without `sent`, `refused` or `failed` is ambiguous:
 * the message may have gone out, and the answer was lost. The mail service's own record settles it: the message went out
 * where the record is found, and did not where those of later messages are found and this one's is missing after an hour.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { RejectedRecipient } from '../../mail/transport/mailer.ts';
import { readRecipientEvent } from '../recipients/recipient-events.ts';
import type { SesEvent } from '../recipients/ses-event.ts';
import {
  failedKey,
  intentKey,
  isRefusalOfRecipient,
  isSentPart,
  latestIntent,
  refusedKey,
  sendEventKey,
  sentKey,
} from '../store/keys.ts';
import {
  instant,
  instantText,
  positiveInt,
  readObject,
  someText,
  writeObject,
} from '../store/stored-object.ts';

/** Written before a message is sent. */
const intentSchema = z.object({
  /** The attempt that is about to send: an id of its own, drawn at random. */
  owner: someText,
  at: instant,
  /** Until then the owner may still be sending. */
  leaseUntil: instant,
  /** The copy says "(resent)", because an earlier one may have gone out. */
  marked: z.boolean(),
});
export type Intent = z.input<typeof intentSchema>;

/** The mail service accepted the message. */
const sentSchema = z.object({
  intent: positiveInt,
  at: instantText,
  /** The mail service's own id of the message. */
  messageId: z.string(),
  /** How we know: from its answer, or from a record of the send found later. */
  known: z.enum(['answer', 'evidence']),
  marked: z.boolean(),
});
export type Sent = z.infer<typeof sentSchema>;

/** The mail service took the message of an intent for some of its recipients. Written before it is sent to more of them. */
const partSchema = z.object({
  at: instantText,
  recipients: z.array(someText),
  /** The mail service's own id, of these recipients' copy. */
  messageId: z.string(),
});
export type SentPart = z.infer<typeof partSchema>;

/** Not accepted; another intent may follow. Its existence is what decides; the rest but `deferred` is for people. */
const refusedSchema = z.object({
  intent: positiveInt,
  at: instantText,
  /** 'curable': a person has to act on the remedy in `reason` first. */
  cause: z.enum(['retryable', 'curable']),
  reason: z.string(),
  /** By address: when the mail server first refused the recipient for now, at this intent or before. */
  deferred: z.optional(z.record(z.string(), instantText)),
});
export type Refused = z.infer<typeof refusedSchema>;

/**
 * Not accepted, or not known to be, and not to be tried again: the contact is notified. 'rejected': the mail service
 * will never accept it. 'not composed': it cannot be made from its issue. 'held': it may have gone out.
 */
const failedSchema = z.object({
  intent: positiveInt,
  at: instantText,
  cause: z.enum(['rejected', 'not composed', 'held']),
  reason: z.string(),
});
export type Failed = z.infer<typeof failedSchema>;

/** The latest intent, and whether its send was refused. */
export type LatestIntent = z.output<typeof intentSchema> & {
  readonly intent: number;
  readonly refused: boolean;
};

/** The state of one message in the run store. */
export type MessageLog = {
  readonly sent: Sent | undefined;
  /** Recipients whom the mail service refused, at once or later, of a message that was sent. */
  readonly rejected: readonly RejectedRecipient[];
  readonly failed: Failed | undefined;
  /** Recipients for whom it was taken, while others remained. */
  readonly parts: readonly SentPart[];
  /** Undefined where there is no intent; not read where the message is settled. */
  readonly latest: LatestIntent | undefined;
};

/**
 * @param prefix the prefix of the message's keys
 * @throws RunStoreError when one of its objects cannot be read
 */
export async function readMessageLog(store: ObjectStore, prefix: string): Promise<MessageLog> {
  const keys = await store.list(prefix);
  const [sent, failed] = [sentKey(prefix), failedKey(prefix)];
  const isSettled = keys.includes(sent) || keys.includes(failed);
  return {
    sent: keys.includes(sent) ? await readObject(store, sent, sentSchema) : undefined,
    rejected: keys.includes(sent) ? await readRejected(store, keys) : [],
    failed: keys.includes(failed) ? await readObject(store, failed, failedSchema) : undefined,
    parts: await readParts(store, prefix, keys),
    latest: isSettled ? undefined : await readLatestIntent(store, prefix, keys),
  };
}

async function readParts(
  store: ObjectStore,
  prefix: string,
  keys: readonly string[],
): Promise<readonly SentPart[]> {
  const found = keys
    .filter((key) => isSentPart(prefix, key))
    .map((key) => readObject(store, key, partSchema));
  return (await Promise.all(found)).filter((part) => part !== undefined);
}

async function readRejected(
  store: ObjectStore,
  keys: readonly string[],
): Promise<readonly RejectedRecipient[]> {
  const events = keys.filter(isRefusalOfRecipient).map((key) => readRecipientEvent(store, key));
  return (await Promise.all(events)).flatMap((found) => {
    if (found === undefined) return [];
    const { event, address, reason, cause } = found;
    if (event !== 'undelivered') return [{ address, reason }];
    return [{ address, reason, forNow: true, ...(cause === 'mailbox full' ? { cause } : {}) }];
  });
}

/** When a message was sent; undefined where that is not stored. @throws RunStoreError where it cannot be read */
export async function sentAt(store: ObjectStore, prefix: string): Promise<Temporal.Instant | undefined> {
  const sent = await readObject(store, sentKey(prefix), sentSchema);
  return sent && Temporal.Instant.from(sent.at);
}

/** Why the send of an intent was refused. @throws RunStoreError where it cannot be read */
export async function readRefusal(
  store: ObjectStore,
  prefix: string,
  { intent }: Pick<LatestIntent, 'intent'>,
): Promise<string> {
  return (await readObject(store, refusedKey(prefix, intent), refusedSchema))?.reason ?? '';
}

/** By address: when a recipient was first refused for now, of the latest refusal. @throws RunStoreError */
export async function readDeferred(
  store: ObjectStore,
  prefix: string,
  intents: number,
): Promise<Refused['deferred']> {
  // An intent whose answer was lost has no refusal.
  for (let intent = intents; intent > 0; intent -= 1) {
    const refused = await readObject(store, refusedKey(prefix, intent), refusedSchema);
    if (refused) return refused.deferred;
  }
  return undefined;
}

async function readLatestIntent(
  store: ObjectStore,
  prefix: string,
  keys: readonly string[],
): Promise<LatestIntent | undefined> {
  const intent = latestIntent(prefix, keys);
  const written = intent === 0 ? undefined : await readObject(store, intentKey(prefix, intent), intentSchema);
  return written && { ...written, intent, refused: keys.includes(refusedKey(prefix, intent)) };
}

const evidenceSchema = z.object({ at: instantText, messageId: someText });

/**
 * Saves the record, once; a second copy of a message leaves the first one's.
 * @param messageAt the prefix of the message's keys
 * @returns its key
 */
export async function saveSendEvidence(
  store: ObjectStore,
  messageAt: string,
  mail: SesEvent['mail'],
): Promise<string> {
  const key = sendEventKey(messageAt);
  const at = new Date(mail.timestamp).toISOString();
  await writeObject(store, key, { at, messageId: mail.messageId });
  return key;
}

/**
 * @param messageAt the prefix of the message's keys
 * @throws RunStoreError for a record that cannot be read
 */
export function findSendEvidence(store: ObjectStore, messageAt: string) {
  return readObject(store, sendEventKey(messageAt), evidenceSchema);
}
