/**
 * The history of one message. An intent without `sent`, `refused` or `failed` is ambiguous: the message may have gone
 * out, and the answer was lost. The mail service's own record of the send settles that.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import type { SesEvent } from '#delivery/recipients/parse-ses-event.ts';
import { readRecipientEvent } from '#delivery/recipients/recipient-events.ts';
import {
  failedKey,
  intentKey,
  isRefusalOfRecipient,
  isSentPart,
  latestIntent,
  refusedKey,
  sendEventKey,
  sentKey,
} from '#delivery/store/run-keys.ts';
import {
  instant,
  instantText,
  positiveInt,
  readObject,
  someText,
  writeObject,
} from '#delivery/store/stored-object.ts';
import type { RejectedRecipient } from '#mail/transport/mailer.ts';

const intentSchema = z.object({
  owner: someText,
  at: instant,
  leaseUntil: instant,
  /** The copy is marked "(resent)", because an earlier one may have gone out. */
  marked: z.boolean(),
});
export type Intent = z.input<typeof intentSchema>;

const sentSchema = z.object({
  intent: positiveInt,
  at: instantText,
  messageId: z.string(),
  known: z.enum(['answer', 'evidence']),
  marked: z.boolean(),
});
export type Sent = z.infer<typeof sentSchema>;

/** Sent to some of the recipients. Written before it is sent to more of them. */
const partSchema = z.object({
  at: instantText,
  recipients: z.array(someText),
  messageId: z.string(),
});
export type SentPart = z.infer<typeof partSchema>;

/** Not accepted; another intent may follow. Only its existence and `deferred` decide anything; the rest is for people. */
const refusedSchema = z.object({
  intent: positiveInt,
  at: instantText,
  /** 'curable': a person has to follow the remedy in `reason` first. */
  cause: z.enum(['retryable', 'curable']),
  reason: z.string(),
  /** By address: when the mail server first refused the recipient temporarily. */
  deferred: z.optional(z.record(z.string(), instantText)),
});
export type Refused = z.infer<typeof refusedSchema>;

/**
 * Not tried again: the contact is notified. 'rejected': the mail service will never accept it. 'not composed': it cannot
 * be made from its issue. 'held': it may have gone out.
 */
const failedSchema = z.object({
  intent: positiveInt,
  at: instantText,
  cause: z.enum(['rejected', 'not composed', 'held']),
  reason: z.string(),
});
export type Failed = z.infer<typeof failedSchema>;

export type LatestIntent = z.output<typeof intentSchema> & {
  readonly intent: number;
  readonly refused: boolean;
};

export type MessageLog = {
  readonly sent: Sent | undefined;
  readonly rejected: readonly RejectedRecipient[];
  readonly failed: Failed | undefined;
  readonly parts: readonly SentPart[];
  /** Not read for a settled message. */
  readonly latest: LatestIntent | undefined;
};

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
    return [{ address, reason, forNow: true, cause: cause === 'mailbox full' ? cause : undefined }];
  });
}

export async function sentAt(store: ObjectStore, prefix: string): Promise<Temporal.Instant | undefined> {
  const sent = await readObject(store, sentKey(prefix), sentSchema);
  return sent && Temporal.Instant.from(sent.at);
}

export async function readRefusal(store: ObjectStore, prefix: string, intent: number): Promise<string> {
  return (await readObject(store, refusedKey(prefix, intent), refusedSchema))?.reason ?? '';
}

/** By address: when a recipient was first refused temporarily. @throws RunStoreError */
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

export function findSendEvidence(store: ObjectStore, messageAt: string) {
  return readObject(store, sendEventKey(messageAt), evidenceSchema);
}
