/**
 * The mail service's own record that it accepted a message, saved beside the message. It settles whether a send whose
 * answer was lost went out: it did where the record is found, and it did not where those of later messages are found
 * and this one's is missing after an hour.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { readMessageTags } from '../../mail/transport/message-tags.ts';
import {
  messagePrefix,
  prefixOfName,
  sendEventKey,
  sendMinuteKey,
  sendMinutesPrefix,
} from '../store/keys.ts';
import { instantText, readObject, someText, version, writeObject } from '../store/stored-object.ts';
import { recordsArriveWithin } from './next-message-step.ts';

const evidenceSchema = z.object({ version, at: instantText, messageId: someText });

/** A SEND event of SES, as EventBridge delivers it: the message's tags name run and message. */
export const sendEventSchema = z.object({
  source: z.literal('aws.ses'),
  detail: z.object({
    eventType: z.literal('Send'),
    mail: z.object({
      timestamp: z.iso.datetime({ offset: true }),
      messageId: someText,
      tags: z.record(z.string(), z.array(z.string())),
    }),
  }),
});
export type SendEvent = z.infer<typeof sendEventSchema>;

/**
 * Saves the record, once; a second copy of a message leaves the first one's. Saves as well, once a minute, that records
 * of what was sent in that minute arrive.
 * @returns its key; undefined for a message that is not in the run store
 */
export async function saveSendEvidence(store: ObjectStore, event: SendEvent): Promise<string | undefined> {
  const { mail } = event.detail;
  const { run, message } = readMessageTags(mail.tags) ?? { run: '', message: '' };
  const prefix = prefixOfName(run);
  if (prefix === undefined || !/^[a-z0-9_-]{1,200}$/.test(message)) return undefined;
  const key = sendEventKey(messagePrefix(prefix, message));
  const at = new Date(mail.timestamp).toISOString();
  await writeObject(store, key, { version: 1, at, messageId: mail.messageId });
  await writeObject(store, sendMinuteKey(Temporal.Instant.from(at)), { version: 1, at });
  return key;
}

/**
 * @param messageAt the prefix of the message's keys
 * @throws RunStoreError for a record that cannot be read
 */
export async function findSendEvidence(
  store: ObjectStore,
  messageAt: string,
): Promise<{ readonly messageId: string; readonly at: string } | undefined> {
  const found = await readObject(store, sendEventKey(messageAt), evidenceSchema);
  return found && { messageId: found.messageId, at: found.at };
}

/**
 * Whether a record has arrived of any message that was sent after the minute of an instant, and within the hour: what
 * came much later says nothing about that time.
 */
export async function hasLaterEvidence(store: ObjectStore, at: Temporal.Instant): Promise<boolean> {
  const last = sendMinuteKey(at.add(recordsArriveWithin));
  const [next] = await store.list(sendMinutesPrefix, { after: sendMinuteKey(at) });
  return next !== undefined && next <= last;
}
