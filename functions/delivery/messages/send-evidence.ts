/**
 * The mail service's own record that it accepted a message, saved beside the message. It settles whether a send whose
 * answer was lost went out: it did where the record is found, and it did not where those of later messages are found
 * and this one's is missing after an hour.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { SesEvent } from '../log/ses-event.ts';
import { sendEventKey, sendMinuteKey, sendMinutesPrefix } from '../store/keys.ts';
import { instantText, readObject, someText, version, writeObject } from '../store/stored-object.ts';
import { recordsArriveWithin } from './next-message-step.ts';

const evidenceSchema = z.object({ version, at: instantText, messageId: someText });

/**
 * Saves the record, once; a second copy of a message leaves the first one's. Saves as well, once a minute, that records
 * of what was sent in that minute arrive.
 * @param messageAt the prefix of the message's keys
 * @returns its key
 */
export async function saveSendEvidence(
  store: ObjectStore,
  messageAt: string,
  mail: SesEvent['detail']['mail'],
): Promise<string> {
  const key = sendEventKey(messageAt);
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
