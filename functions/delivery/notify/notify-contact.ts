/**
 * Sends a notice to a contact once: the notice is stored first and then sent like a message of an issue, with intents, so
 * that the next attempt can continue it.
 */

import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Configuration } from '#config/configuration.ts';
import { NoTimeLeftError, type Sender } from '#delivery/attempt.ts';
import { deliverMessage } from '#delivery/messages/deliver-message.ts';
import type { SendAgain } from '#delivery/send-again-command.ts';
import type { IssueMessage } from '#delivery/store/issue.ts';
import {
  type DispatchId,
  messagePrefix,
  type NoticeAddress,
  noticeMessage,
  noticeNames,
  noticePrefix,
  reportInDispatch,
  timeOfDispatch,
} from '#delivery/store/names.ts';
import * as objects from '#delivery/store/objects.ts';
import { writeNotice } from '#mail/notice-layout.ts';
import { markResent } from '#mail/subject.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { causesOf, type DueNotice, type NoticeOutcome, type StoredNotice } from './due-notices.ts';
import { type NoticeText, noticeText } from './notice-text.ts';

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
  const seen = new Set(keys ?? (await store.list(objects.notice.under({ dispatchId }))));
  return Promise.all(
    objects.notice.in(seen).map(async (of) => {
      const { message, ...notice } = await readNotice(store, of);
      const [contact = ''] = message.to;
      const at = Temporal.Instant.from(message.date);
      const outcome = await readOutcome(of, seen, store);
      return { ...notice, dispatchId, name: of.notice, contact, at, ...outcome };
    }),
  );
}

async function readOutcome(
  of: NoticeAddress,
  keys: ReadonlySet<string>,
  store: ObjectStore,
): Promise<Pick<StoredNotice, 'outcome' | 'sentAt'>> {
  const mail = messagePrefix(noticePrefix(of), noticeMessage);
  if (keys.has(objects.sent.key({ mail }))) {
    const { at } = await objects.sent.readExisting(store, { mail });
    return { outcome: 'sent', sentAt: Temporal.Instant.from(at) };
  }
  if (keys.has(objects.dropped.key(of))) return { outcome: (await readDropped(store, of)) ?? 'dropped' };
  return { outcome: keys.has(objects.failed.key({ mail })) ? 'refused' : 'pending' };
}

async function readDropped(store: ObjectStore, of: NoticeAddress) {
  const dropped = await objects.dropped.read(store, of);
  return dropped && (dropped.resent ? 'perhaps sent' : 'dropped');
}

async function readNotice(store: ObjectStore, of: NoticeAddress) {
  const { reports, causes = [], recipients = [], ...found } = await objects.notice.readExisting(store, of);
  const whole = reports.map((report) => (report.includes('/') ? report : `${of.dispatchId}/${report}`));
  return { ...found, causes, recipients, reports: whole };
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
  const message: IssueMessage = {
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
  await objects.notice.create(
    store,
    { dispatchId, notice: name },
    {
      kind,
      reports: reports.map((report) => report.replace(`${dispatchId}/`, '')),
      causes: causes.length > 0 ? [...causes] : undefined,
      recipients: recipients && [...recipients],
      message,
    },
  );
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
  const of = { dispatchId, notice: name };
  const { message, ...notice } = await readNotice(store, of);
  const run = {
    prefix: noticePrefix(of),
    name: noticeNames.key(of),
    due: timeOfDispatch(dispatchId) ?? Temporal.Instant.from(message.date),
    workbooks: [],
    onAmbiguous: 'resend',
  } as const;
  const outcome = await deliverMessage(message, run, {
    ...notifier,
    ...whileTrue(notice, of, notifier),
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
      return { outcome: (await readDropped(store, of)) ?? 'refused', reason: outcome.reason };
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
  of: NoticeAddress,
  { store, mailer, clock, isTrue, tell }: Notifier,
): { readonly mailer?: Mailer; readonly tell?: NonNullable<Notifier['tell']> } {
  if (isTrue === undefined) return {};
  let resent = false;
  const send: Mailer['send'] = async (mail, options) => {
    try {
      if (!(await isTrue(notice))) {
        await objects.dropped.create(store, of, { at: clock.now(), resent });
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
