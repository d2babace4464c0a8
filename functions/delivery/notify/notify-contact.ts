/**
 * Sends a notice to a contact, once: the message is stored first and then sent like any message of an issue,
 * with intents, so that the next attempt can continue it.
 */
import * as z from 'zod/mini';
import type { Configuration } from '../../config/configuration.ts';
import { type NoticeLine, writeNotice } from '../../mail/notice-layout.ts';
import { deliverMessage, type MessageOutcome } from '../messages/deliver-message.ts';
import type { MessageParts } from '../messages/message-attempt.ts';
import type { DispatchId } from '../store/dispatch-id.ts';
import { messageSchema } from '../store/issue.ts';
import { noticeKey, noticeMessage, noticeName, noticePrefix } from '../store/keys.ts';
import { missing, readObject, version, writeObject } from '../store/stored-object.ts';

const noticeSchema = z.object({ version, message: messageSchema });

export type Notice = {
  readonly dispatchId: DispatchId;
  /** Unique in the dispatch: a notice of a name is sent once. No two underscores in a row. */
  readonly name: string;
  readonly contact: string;
  readonly title: string;
  readonly lines: readonly NoticeLine[];
};

export type NotifyParts = MessageParts & {
  readonly configuration: Pick<Configuration, 'from' | 'fromName'>;
};

/** A notice that has not been sent, and that somebody has to try to send again. */
export type PendingNotice = Extract<MessageOutcome, { kind: 'refused' | 'waiting' }>;

/**
 * @returns undefined where nobody has to try again: the notice was sent, or can never be
 * @throws what the store throws, and RunStoreError for an object that cannot be read
 */
export async function notifyContact(notice: Notice, parts: NotifyParts): Promise<PendingNotice | undefined> {
  const { store, configuration } = parts;
  const prefix = noticePrefix(notice.dispatchId, notice.name);
  const key = noticeKey(prefix);
  const message: z.infer<typeof messageSchema> = {
    id: noticeMessage,
    audience: { kind: 'everyone' },
    from: configuration.from,
    fromName: configuration.fromName,
    to: [notice.contact],
    cc: [],
    replyTo: [],
    date: parts.now().toString(),
    ...writeNotice(notice),
    attachments: [],
  };
  await writeObject(store, key, { version: 1, message });
  const saved = await readObject(store, key, noticeSchema);
  if (saved === undefined) throw missing(key);
  const runStore = { prefix, name: noticeName(notice.dispatchId, notice.name) };
  const run = { issue: { workbooks: [] }, runStore, onAmbiguous: 'resend' } as const;
  return pendingNotice(await deliverMessage(saved.message, run, parts));
}

function pendingNotice(outcome: MessageOutcome): PendingNotice | undefined {
  switch (outcome.kind) {
    case 'refused':
    case 'waiting':
      return { ...outcome, reason: outcome.reason || 'it has not been accepted yet' };
    case 'sent':
    case 'failed':
    case 'would be sent':
      return undefined;
  }
}
