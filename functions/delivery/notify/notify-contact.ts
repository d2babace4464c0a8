/**
 * Sends a notice to a contact, once: the message is stored first and then sent like any message of an issue,
 * with intents, so that the next attempt can continue it.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Configuration } from '../../config/configuration.ts';
import { markResent } from '../../mail/headers.ts';
import { writeNotice } from '../../mail/notice-layout.ts';
import type { Mailer } from '../../mail/transport/mailer.ts';
import type { Sender } from '../attempt.ts';
import { deliverMessage } from '../messages/deliver-message.ts';
import {
  droppedKey,
  noticeKey,
  noticeMessage,
  noticeNameOfKey,
  noticePrefix,
  noticesPrefix,
  reportName,
} from '../store/dispatch-keys.ts';
import { messageSchema } from '../store/issue.ts';
import { failedKey, messagePrefix, noticeName, sentKey } from '../store/keys.ts';
import type { DispatchId } from '../store/run-id.ts';
import { instantText, missing, readObject, version, writeObject } from '../store/stored-object.ts';
import type { World } from '../world.ts';
import type { DueNotice, NoticeOutcome, StoredNotice } from './due-notices.ts';
import { type NoticeText, noticeText } from './notice-text.ts';

const noticeSchema = z.object({
  version,
  kind: z.enum(['action', 'late', 'delivered', 'not-delivered', 'not-sent', 'recipients', 'import']),
  /** The names of the reports that it is about. */
  reports: z.array(z.string()),
  /** Only in 'recipients': the names of the failures that it is about. */
  recipients: z.optional(z.array(z.string())),
  message: messageSchema,
});

const droppedSchema = z.object({
  version,
  at: instantText,
  /** An earlier copy may have gone out. */
  resent: z.boolean(),
});

/** Who sends notices. */
export type Notifier = Sender &
  Pick<World, 'sendAgain'> & {
    readonly configuration: Pick<Configuration, 'from' | 'fromName'>;
    /** Asked right before a notice is sent, which may be hours after it was made; without it, notices stay true. */
    readonly isTrue?: ((notice: Pick<StoredNotice, 'kind' | 'reports'>) => Promise<boolean>) | undefined;
  };

/** Whether a notice was sent, and why not. */
export type NoticeResult = {
  readonly outcome: NoticeOutcome;
  readonly reason: string;
  /** Its name, where messages are files, which reach nobody by themselves. */
  readonly file?: string | undefined;
};

/** A stored notice, and what became of it. */
export type NoticeState = StoredNotice & {
  readonly recipients: readonly string[];
  readonly contact: string;
  /** When it was made. */
  readonly at: Temporal.Instant;
};

/** A notice before it is stored. */
type NewNotice = {
  readonly kind: StoredNotice['kind'];
  readonly name: string;
  readonly contact: string;
  readonly reports: readonly string[];
  readonly recipients?: readonly string[];
  readonly resent?: boolean;
  readonly text: NoticeText;
};

/** The notices of a dispatch that are stored, and what became of each. */
export async function readNotices(
  { store }: Pick<World, 'store'>,
  dispatchId: DispatchId,
): Promise<readonly NoticeState[]> {
  const keys = await store.list(noticesPrefix(dispatchId));
  const seen = new Set(keys);
  const names = keys.flatMap((key) => noticeNameOfKey(key) ?? []);
  return Promise.all(
    names.map(async (name) => {
      const prefix = noticePrefix(dispatchId, name);
      const { kind, reports, recipients = [], message } = await readNotice(store, prefix);
      const [contact = ''] = message.to;
      const at = Temporal.Instant.from(message.date);
      const outcome = await outcomeOf(prefix, seen, store);
      return { kind, name, reports, recipients, contact, at, outcome };
    }),
  );
}

async function outcomeOf(
  prefix: string,
  keys: ReadonlySet<string>,
  store: World['store'],
): Promise<NoticeOutcome> {
  const at = messagePrefix(prefix, noticeMessage);
  if (keys.has(sentKey(at))) return 'sent';
  if (keys.has(droppedKey(prefix))) return (await readDropped(store, prefix)) ?? 'dropped';
  return keys.has(failedKey(at)) ? 'refused' : 'pending';
}

async function readDropped(
  store: World['store'],
  prefix: string,
): Promise<'dropped' | 'perhaps sent' | undefined> {
  const dropped = await readObject(store, droppedKey(prefix), droppedSchema);
  return dropped && (dropped.resent ? 'perhaps sent' : 'dropped');
}

async function readNotice(store: World['store'], prefix: string) {
  const key = noticeKey(prefix);
  const found = await readObject(store, key, noticeSchema);
  if (found === undefined) throw missing(key);
  return found;
}

/** As `sendNotice`, of reports. */
export function notifyContact(
  dispatchId: DispatchId,
  notice: DueNotice,
  notifier: Notifier,
): Promise<NoticeResult> {
  const { kind, name, contact, resent } = notice;
  const text = noticeText(notice, notifier.sendAgain);
  return sendNotice(
    dispatchId,
    { kind, name, contact, resent, reports: notice.reports.map(reportName), text },
    notifier,
  );
}

/**
 * Stores a notice and sends it.
 * @throws as `continueNotice`
 */
export async function sendNotice(
  dispatchId: DispatchId,
  notice: NewNotice,
  notifier: Omit<Notifier, 'sendAgain'>,
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
  const { kind, name, reports, recipients } = notice;
  const own: z.infer<typeof noticeSchema> = {
    version: 1,
    kind,
    reports: [...reports],
    ...(recipients ? { recipients: [...recipients] } : {}),
    message,
  };
  await writeObject(store, noticeKey(noticePrefix(dispatchId, name)), own);
  return continueNotice(dispatchId, name, notifier);
}

/**
 * Sends a stored notice, unless it is no longer true, or finds out what happened to it.
 * @throws what the store throws, and RunStoreError for an object that cannot be read
 */
export async function continueNotice(
  dispatchId: DispatchId,
  name: string,
  notifier: Omit<Notifier, 'sendAgain'>,
): Promise<NoticeResult> {
  const { store } = notifier;
  const prefix = noticePrefix(dispatchId, name);
  const { message, ...notice } = await readNotice(store, prefix);
  const run = {
    prefix,
    name: noticeName(dispatchId, name),
    workbooks: [],
    onAmbiguous: 'resend',
  } as const;
  const outcome = await deliverMessage(message, run, {
    ...notifier,
    ...whileTrue(notice, prefix, notifier),
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
 * A mailer that drops the notice where it is no longer true. Asked with the intent stored, so that nobody else is sending
 * it; killed after `dropped.json`, nobody sends it later.
 */
function whileTrue(
  notice: Pick<StoredNotice, 'kind' | 'reports'>,
  prefix: string,
  { store, mailer, clock, isTrue, tell }: Omit<Notifier, 'sendAgain'>,
): Partial<Pick<Notifier, 'mailer' | 'tell'>> {
  if (isTrue === undefined) return {};
  let resent = false;
  const send: Mailer['send'] = async (mail, options) => {
    try {
      if (!(await isTrue(notice))) {
        await writeObject(store, droppedKey(prefix), { version: 1, at: clock.now().toString(), resent });
        return { kind: 'failed', reason: 'It was not sent, as it was no longer true.' };
      }
    } catch {
      // Nothing was sent, so this is no lost answer.
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
