/**
 * Tells a person what could not be delivered, once: the message is written down first and then sent as any
 * message of an issue is, with intents, so that whoever comes next goes on with it.
 */
import * as z from 'zod/mini';
import type { Configuration } from '../../config/configuration.ts';
import { type NoticeLine, writeNotice } from '../../mail/write-notice.ts';
import type { DispatchId } from '../dispatch/dispatch-id.ts';
import { deliverMessage, type MessageOutcome } from '../messages/deliver-message.ts';
import type { MessageParts } from '../run/delivery-parts.ts';
import { messageSchema } from '../store/issue.ts';
import { noticeName, noticePrefix } from '../store/keys.ts';
import { missing, readObject, version, writeObject } from '../store/stored-object.ts';
import { noticeMessage } from './failure-notice.ts';

const noticeSchema = z.object({ version, message: messageSchema });

export type Notice = {
  readonly dispatchId: DispatchId;
  /** Unique in the dispatch: what is told under a name is told once. No two underscores in a row. */
  readonly name: string;
  readonly contact: string;
  readonly title: string;
  readonly lines: readonly NoticeLine[];
};

export type NotifyParts = MessageParts & {
  readonly configuration: Pick<Configuration, 'from' | 'fromName'>;
};

/** @throws what the store throws, and RunStoreError for an object that cannot be read */
export async function notifyContact(notice: Notice, parts: NotifyParts): Promise<MessageOutcome> {
  const { store, configuration } = parts;
  const prefix = noticePrefix(notice.dispatchId, notice.name);
  const key = `${prefix}notice.json`;
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
  const standing = await readObject(store, key, noticeSchema);
  if (standing === undefined) throw missing(key);
  const runStore = { prefix, name: noticeName(notice.dispatchId, notice.name) };
  const run = { issue: { workbooks: [] }, runStore, onAmbiguous: 'resend' } as const;
  return deliverMessage(standing.message, run, parts);
}

/** What became of a notice that somebody has to try to send again. */
export type PendingNotice = Extract<MessageOutcome, { kind: 'refused' | 'waiting' }>;

/** Undefined where nobody has to try again. */
export function pendingNotice(outcome: MessageOutcome): PendingNotice | undefined {
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
