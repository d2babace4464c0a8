/**
 * Sends a notice to a contact once: the notice is stored first and then sent like a message of an issue, with intents, so
 * that the next attempt can continue it.
 */

import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Configuration } from '#config/configuration.ts';
import { NoTimeLeftError, type Sender } from '#delivery/attempt.ts';
import { deliverMessage } from '#delivery/messages/deliver-message.ts';
import { sentAt } from '#delivery/messages/message-log.ts';
import type { SendAgain } from '#delivery/send-again-command.ts';
import {
  droppedKey,
  noticeKey,
  noticeMessage,
  noticeOfKey,
  noticePrefix,
  noticesPrefix,
  reportInDispatch,
} from '#delivery/store/dispatch-keys.ts';
import { messageSchema } from '#delivery/store/issue.ts';
import { type DispatchId, timeOfDispatch } from '#delivery/store/run-id.ts';
import { failedKey, messagePrefix, noticeName, sentKey } from '#delivery/store/run-keys.ts';
import { instantText, readExisting, readObject, writeObject } from '#delivery/store/stored-object.ts';
import { writeNotice } from '#mail/notice-layout.ts';
import { markResent } from '#mail/subject.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import {
  causesOf,
  type DueNotice,
  type NoticeOutcome,
  noticeKinds,
  type StoredNotice,
} from './due-notices.ts';
import { type NoticeText, noticeText } from './notice-text.ts';

const noticeSchema = z.object({
  kind: z.enum([...noticeKinds, 'recipients', 'answers']),
  /** As of `reportName`; for another dispatch, as of `reportInDispatch`. */
  reports: z.array(z.string()),
  causes: z._default(z.array(z.string()), []),
  /** Keys of the failed recipients, or of the closings, that a notice covers. */
  recipients: z._default(z.array(z.string()), []),
  message: messageSchema,
});

const droppedSchema = z.object({
  at: instantText,
  resent: z.boolean(),
});

export type Notifier = Sender & {
  readonly configuration: Pick<Configuration, 'from' | 'fromName'>;
  /** Called right before a notice is sent, which may be hours after it was made. Without it, notices stay true. */
  readonly isTrue?: ((notice: StoredText) => Promise<boolean>) | undefined;
};

export type StoredText = Pick<StoredNotice, 'kind' | 'reports'>;

export type NoticeResult = {
  readonly outcome: NoticeOutcome;
  readonly reason: string;
  readonly file?: string | undefined;
};

export type NoticeState = StoredNotice & {
  readonly recipients: readonly string[];
  readonly at: Temporal.Instant;
};

export type NewNotice = StoredText & {
  readonly name: string;
  readonly contact: string;
  readonly causes?: readonly string[];
  readonly recipients?: readonly string[];
  readonly resent?: boolean;
  readonly text: NoticeText;
};

export async function readNotices(
  store: ObjectStore,
  dispatchId: DispatchId,
  keys?: readonly string[],
): Promise<readonly NoticeState[]> {
  const seen = new Set(keys ?? (await store.list(noticesPrefix(dispatchId))));
  const names = [...seen].flatMap((key) => noticeOfKey(key)?.name ?? []);
  return Promise.all(
    names.map(async (name) => {
      const prefix = noticePrefix(dispatchId, name);
      const { message, ...notice } = await readNotice(store, dispatchId, name);
      const [contact = ''] = message.to;
      const at = Temporal.Instant.from(message.date);
      return { ...notice, dispatchId, name, contact, at, ...(await readOutcome(prefix, seen, store)) };
    }),
  );
}

async function readOutcome(
  prefix: string,
  keys: ReadonlySet<string>,
  store: ObjectStore,
): Promise<{ readonly outcome: NoticeOutcome; readonly sentAt?: Temporal.Instant | undefined }> {
  const at = messagePrefix(prefix, noticeMessage);
  if (keys.has(sentKey(at))) return { outcome: 'sent', sentAt: await sentAt(store, at) };
  if (keys.has(droppedKey(prefix))) return { outcome: (await readDropped(store, prefix)) ?? 'dropped' };
  return { outcome: keys.has(failedKey(at)) ? 'refused' : 'pending' };
}

async function readDropped(store: ObjectStore, prefix: string) {
  const dropped = await readObject(store, droppedKey(prefix), droppedSchema);
  return dropped && (dropped.resent ? 'perhaps sent' : 'dropped');
}

async function readNotice(store: ObjectStore, dispatchId: DispatchId, name: string) {
  const found = await readExisting(store, noticeKey(noticePrefix(dispatchId, name)), noticeSchema);
  const reports = found.reports.map((report) => (report.includes('/') ? report : `${dispatchId}/${report}`));
  return { ...found, reports };
}

export function notifyContact(
  notice: DueNotice,
  notifier: Notifier & { readonly sendAgain: SendAgain },
): Promise<NoticeResult> {
  const text = noticeText(notice, notifier.sendAgain);
  return sendNotice(notice.dispatchId, { ...recordOf(notice), text }, notifier);
}

/** The record of a notice. */
export function recordOf(notice: DueNotice) {
  const { kind, reports } = notice;
  return { ...notice, causes: causesOf(kind, reports), reports: reports.map(reportInDispatch) };
}

export async function sendNotice(
  dispatchId: DispatchId,
  notice: NewNotice,
  notifier: Notifier,
): Promise<NoticeResult> {
  const { store, configuration } = notifier;
  const written = writeNotice(notice.text);
  const message: z.infer<typeof messageSchema> = {
    id: noticeMessage,
    audience: { kind: 'everyone' },
    from: configuration.from,
    fromName: configuration.fromName,
    to: [notice.contact],
    cc: [],
    replyTo: [],
    date: notifier.clock.now().toString(),
    ...written,
    subject: notice.resent ? markResent(written.subject) : written.subject,
    attachments: [],
  };
  const { kind, name, reports, causes = [], recipients } = notice;
  const own: z.input<typeof noticeSchema> = {
    kind,
    reports: reports.map((report) => report.replace(`${dispatchId}/`, '')),
    ...(causes.length > 0 ? { causes: [...causes] } : {}),
    recipients: recipients && [...recipients],
    message,
  };
  await writeObject(store, noticeKey(noticePrefix(dispatchId, name)), own);
  return continueNotice(dispatchId, name, notifier);
}

/**
 * Sends a stored notice unless it is no longer true, or finds out what happened to it.
 * @throws what the store throws, and RunStoreError for an object that cannot be read
 */
export async function continueNotice(
  dispatchId: DispatchId,
  name: string,
  notifier: Notifier,
): Promise<NoticeResult> {
  const { store } = notifier;
  const prefix = noticePrefix(dispatchId, name);
  const { message, ...notice } = await readNotice(store, dispatchId, name);
  const run = {
    prefix,
    name: noticeName(dispatchId, name),
    due: timeOfDispatch(dispatchId) ?? Temporal.Instant.from(message.date),
    workbooks: [],
    onAmbiguous: 'resend',
  } as const;
  const outcome = await deliverMessage(message, run, {
    ...notifier,
    ...whileTrue(notice, prefix, notifier),
  }).catch((error: unknown) => {
    // Between two tries; what was refused before is stored.
    if (error instanceof NoTimeLeftError) return { kind: 'waiting' as const, reason: error.message };
    throw error;
  });
  switch (outcome.kind) {
    case 'refused':
    case 'waiting':
      return { outcome: 'pending', reason: outcome.reason || 'it has not been accepted yet' };
    case 'failed':
      return { outcome: (await readDropped(store, prefix)) ?? 'refused', reason: outcome.reason };
    case 'in outbox':
      return { outcome: 'sent', reason: '', file: outcome.messageId };
    case 'sent':
    case 'would be sent':
      return { outcome: 'sent', reason: '' };
  }
}

/**
 * A mailer that drops the notice if it is no longer true. It checks once the intent is stored, so nobody else is sending
 * it; after `dropped.json`, nobody sends it later.
 */
function whileTrue(
  notice: StoredText,
  prefix: string,
  { store, mailer, clock, isTrue, tell }: Notifier,
): { readonly mailer?: Mailer; readonly tell?: NonNullable<Notifier['tell']> } {
  if (isTrue === undefined) return {};
  let resent = false;
  const send: Mailer['send'] = async (mail, options) => {
    try {
      if (!(await isTrue(notice))) {
        await writeObject(store, droppedKey(prefix), { at: clock.now().toString(), resent });
        return { kind: 'failed', reason: 'It was not sent, as it was no longer true.' };
      }
    } catch {
      // Nothing was sent, so this is not a lost answer.
      return {
        kind: 'refused',
        cause: 'retryable',
        reason: 'The archive did not say whether it is still true.',
      };
    }
    return mailer.send(mail, options);
  };
  return {
    mailer: { repeatable: mailer.repeatable, send },
    tell: (event) => {
      if (event.kind === 'sending') resent = event.marked;
      tell?.(event);
    },
  };
}
