/**
 * Sends a notice to a contact, once: the message is stored first and then sent like any message of an issue,
 * with intents, so that the next attempt can continue it.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Configuration } from '../../config/configuration.ts';
import { writeNotice } from '../../mail/notice-layout.ts';
import { deliverMessage, type MessageOutcome } from '../messages/deliver-message.ts';
import type { MessageParts } from '../messages/message-attempt.ts';
import type { DispatchId } from '../store/dispatch-id.ts';
import {
  noticeKey,
  noticeMessage,
  noticeNameOfKey,
  noticePrefix,
  noticesPrefix,
  reportName,
} from '../store/dispatch-keys.ts';
import { messageSchema } from '../store/issue.ts';
import { noticeName } from '../store/keys.ts';
import { isSettled } from '../store/run-state.ts';
import { missing, readObject, version, writeObject } from '../store/stored-object.ts';
import type { DueNotice, StoredNotice } from './due-notices.ts';
import { type NoticeText, noticeText } from './notice-text.ts';
import type { SendAgain } from './send-again-command.ts';

const noticeSchema = z.object({
  version,
  kind: z.enum(['action', 'late', 'delivered', 'not-delivered', 'not-sent', 'recipients', 'import']),
  /** The names of the reports that it is about. */
  reports: z.array(z.string()),
  /** Of 'recipients': the names of the failures that it is about. */
  recipients: z.optional(z.array(z.string())),
  message: messageSchema,
});

export type NotifyParts = MessageParts & {
  readonly configuration: Pick<Configuration, 'from' | 'fromName'>;
  readonly sendAgain: SendAgain;
};

/** A stored notice, and whether it has been sent or never can be. */
export type NoticeState = StoredNotice & {
  readonly recipients: readonly string[];
  readonly contact: string;
  /** When it was made. */
  readonly at: Temporal.Instant;
  readonly settled: boolean;
};

/** What a notice is made of. */
type NewNotice = {
  readonly kind: StoredNotice['kind'];
  readonly name: string;
  readonly contact: string;
  readonly reports: readonly string[];
  readonly recipients?: readonly string[];
  readonly text: NoticeText;
};

/** The notices of a dispatch that are stored, and which of them have been sent or never can be. */
export async function readNotices(
  parts: Pick<NotifyParts, 'store'>,
  dispatchId: DispatchId,
): Promise<readonly NoticeState[]> {
  const { store } = parts;
  const keys = await store.list(noticesPrefix(dispatchId));
  const seen = new Set(keys);
  const names = keys.flatMap((key) => noticeNameOfKey(key) ?? []);
  return Promise.all(
    names.map(async (name) => {
      const prefix = noticePrefix(dispatchId, name);
      const { kind, reports, recipients = [], message } = await readNotice(store, prefix);
      const [contact = ''] = message.to;
      const at = Temporal.Instant.from(message.date);
      const settled = isSettled(seen, prefix, noticeMessage);
      return { kind, name, reports, recipients, contact, at, settled };
    }),
  );
}

async function readNotice(store: NotifyParts['store'], prefix: string) {
  const key = noticeKey(prefix);
  const found = await readObject(store, key, noticeSchema);
  if (found === undefined) throw missing(key);
  return found;
}

/** As `sendNotice`, of reports. */
export function notifyContact(
  dispatchId: DispatchId,
  notice: DueNotice,
  parts: NotifyParts,
): Promise<string | undefined> {
  const { kind, name, contact } = notice;
  const text = noticeText(notice, parts.sendAgain);
  return sendNotice(
    dispatchId,
    { kind, name, contact, reports: notice.reports.map(reportName), text },
    parts,
  );
}

/**
 * Stores a notice and sends it.
 * @returns as `continueNotice`
 */
export async function sendNotice(
  dispatchId: DispatchId,
  notice: NewNotice,
  parts: Omit<NotifyParts, 'sendAgain'>,
): Promise<string | undefined> {
  const { store, configuration } = parts;
  const message: z.infer<typeof messageSchema> = {
    id: noticeMessage,
    audience: { kind: 'everyone' },
    from: configuration.from,
    fromName: configuration.fromName,
    to: [notice.contact],
    cc: [],
    replyTo: [],
    date: parts.now().toString(),
    ...writeNotice(notice.text),
    attachments: [],
  };
  const { kind, name, reports, recipients } = notice;
  const own: z.infer<typeof noticeSchema> = {
    version: 1,
    kind,
    reports: [...reports],
    ...(recipients ? { recipients: [...recipients] } : {}),
    message,
  };
  await writeObject(store, noticeKey(noticePrefix(dispatchId, name)), own);
  return continueNotice(dispatchId, name, parts);
}

/**
 * Sends a stored notice, or finds out what happened to it.
 * @returns why it could not be sent yet; undefined where nobody has to try again: it was sent, or never can be
 * @throws what the store throws, and RunStoreError for an object that cannot be read
 */
export async function continueNotice(
  dispatchId: DispatchId,
  name: string,
  parts: Omit<NotifyParts, 'sendAgain'>,
): Promise<string | undefined> {
  const prefix = noticePrefix(dispatchId, name);
  const { message } = await readNotice(parts.store, prefix);
  const runStore = { prefix, name: noticeName(dispatchId, name) };
  const run = { issue: { workbooks: [] }, runStore, onAmbiguous: 'resend' } as const;
  return reasonPending(await deliverMessage(message, run, parts));
}

function reasonPending(outcome: MessageOutcome): string | undefined {
  switch (outcome.kind) {
    case 'refused':
    case 'waiting':
      return outcome.reason || 'it has not been accepted yet';
    case 'sent':
    case 'in outbox':
    case 'failed':
    case 'would be sent':
      return undefined;
  }
}
