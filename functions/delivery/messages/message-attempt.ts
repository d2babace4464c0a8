/** What one attempt can do about a message, one effect each, and what it has done so far. */
import { backOff } from '../../base/back-off.ts';
import { oneLine } from '../../base/one-line.ts';
import type { Attachment } from '../../mail/transport/attachment-limit.ts';
import type { OutgoingMessage, Refusal, RejectedRecipient } from '../../mail/transport/mailer.ts';
import { isOutboxKey } from '../../mail/transport/outbox.ts';
import type { Sender } from '../attempt.ts';
import { type RecipientEvent, saveRecipientEvents } from '../log/recipient-events.ts';
import type { IssueMessage, StoredWorkbook } from '../store/issue.ts';
import { failedKey, intentKey, messagePrefix, refusedKey, sentKey } from '../store/keys.ts';
import type { RunStore } from '../store/run-store.ts';
import { notListed, writeObject } from '../store/stored-object.ts';
import { composeFromIssue, readAttachments } from './from-issue.ts';
import {
  type Failed,
  firstTriedAt,
  type Intent,
  type MessageLog,
  type Refused,
  readMessageLog,
  type Sent,
} from './message-log.ts';
import { lease, type MessageState, type MessageStep } from './next-message-step.ts';
import { findSendEvidence, hasLaterEvidence } from './send-evidence.ts';

/** What a message belongs to: an issue, or a notice. */
export type MessageRun = {
  readonly issue: { readonly workbooks: readonly StoredWorkbook[] };
  readonly runStore: Pick<RunStore, 'prefix' | 'name'>;
  /** Why another message of this attempt was refused, where this one would be too. */
  readonly blockedBy?: Refusal | undefined;
  /** Records whose contact has to be notified of them; absent for a notice. */
  readonly failedRecipients?:
    | ((message: string, events: readonly RecipientEvent[]) => Promise<void>)
    | undefined;
};

/** Which intent, and whether its copy says that an earlier one may have gone out. */
type IntentStep = { readonly intent: number; readonly marked: boolean };

export interface MessageAttempt {
  readonly read: () => Promise<{ readonly log: MessageLog; readonly state: MessageState }>;
  /**
   * Composes the message, waits for its turn, then writes the intent: what cannot be composed, and a process that dies
   * while it waits, leave nothing ambiguous.
   */
  readonly intend: (step: IntentStep) => Promise<void>;
  readonly send: (step: IntentStep) => Promise<void>;
  readonly withdraw: (step: Pick<IntentStep, 'intent'>) => Promise<void>;
  readonly resolve: (step: Extract<MessageStep, { kind: 'resolve' }>) => Promise<void>;
  readonly hold: (step: Pick<IntentStep, 'intent'>) => Promise<void>;
  /** Why the message has not been sent, as far as this attempt knows. */
  readonly reason: () => string;
  /** The same, where a later attempt may send it. */
  readonly refusal: () => Refusal;
}

/** Milliseconds before the second try; doubled for each after it, up to the longest. */
const firstPause = 1_000;
const maxPause = 8_000;

export function openMessageAttempt(message: IssueMessage, run: MessageRun, sender: Sender): MessageAttempt {
  const { store, mailer, owner, clock } = sender;
  const prefix = messagePrefix(run.runStore.prefix, message.id);
  const instant = () => clock.now().toString();
  const about = { message: message.id, recipients: [...message.to, ...message.cc] };
  let composed: { readonly marked: boolean; readonly mail: OutgoingMessage } | undefined;
  let refusal = run.blockedBy;
  let reason = '';
  let tries = 0;
  /** Seconds since any attempt first tried to send the message. */
  let waited = 0;
  let unanswered: number | undefined;
  /** What this attempt has found of an intent without an answer. */
  let looked: { readonly intent: number; readonly evidence: 'none' | 'later ones' } | undefined;
  /** What this attempt itself has written, and so need not read back. */
  let settled: MessageLog | undefined;

  async function compose(marked: boolean, attachments: readonly Attachment[]): Promise<OutgoingMessage> {
    const mail = await composeFromIssue(message, { run: run.runStore.name, marked, attachments });
    composed = { marked, mail };
    return mail;
  }

  async function writeSent(
    sent: Omit<Sent, 'version'>,
    rejected: readonly RejectedRecipient[] = [],
  ): Promise<void> {
    const written: Sent = { version: 1, ...sent };
    const made = await writeObject(store, sentKey(prefix), written);
    if (made === 'created') settled = { sent: written, rejected, failed: undefined, latest: undefined };
    else await readSettled(sentKey(prefix));
    sender.tell?.(
      isOutboxKey(sent.messageId) ? { kind: 'written', ...about } : { kind: 'sent', ...about, rejected },
    );
  }

  /** Where another attempt settled the message first. @throws RunStoreError where the archive hides that it did */
  async function readSettled(key: string): Promise<void> {
    const { sent, failed } = await readMessageLog(store, prefix);
    if (!sent && !failed) throw notListed(`The object ${key}`, key);
  }

  /** Whether the message is settled after all. @throws RunStoreError where the archive hides that it is */
  async function isSettledUnlisted(): Promise<boolean> {
    for (const key of [sentKey(prefix), failedKey(prefix)]) {
      if ((await store.get(key)) === undefined) continue;
      await readSettled(key);
      return true;
    }
    return false;
  }

  /** Whom the mail server refused while it took the message for the others: as good as a bounce. */
  async function writeRejected(rejected: readonly RejectedRecipient[]): Promise<void> {
    const at = instant();
    const events = rejected.map(({ address, reason }) => ({
      event: 'bounced' as const,
      address,
      at,
      reason,
    }));
    await saveRecipientEvents(store, prefix, events);
    if (run.failedRecipients) await run.failedRecipients(message.id, events);
  }

  async function writeRefused(intent: number, why: Refusal): Promise<void> {
    refusal = why;
    reason = why.reason;
    const refused: Refused = { version: 1, intent, at: instant(), cause: why.cause, reason };
    await writeObject(store, refusedKey(prefix, intent), refused);
    sender.tell?.({ kind: 'refused', ...about, reason });
  }

  async function writeFailed(intent: number, cause: Failed['cause']): Promise<void> {
    const failed: Failed = { version: 1, intent, at: instant(), cause, reason };
    const made = await writeObject(store, failedKey(prefix), failed);
    if (made === 'exists') return readSettled(failedKey(prefix));
    settled = { sent: undefined, rejected: [], failed, latest: undefined };
    sender.tell?.({ kind: 'not sent', ...about, reason });
  }

  return {
    read: async () => {
      const log = settled ?? (await readMessageLog(store, prefix));
      const { latest } = log;
      const state: MessageState = {
        settled: log.sent !== undefined || log.failed !== undefined,
        latest,
        tries,
        stopped: refusal?.cause === 'curable' || refusal?.waitSeconds !== undefined,
        unanswered: latest !== undefined && latest.intent === unanswered,
        evidence: looked && latest?.intent === looked.intent ? looked.evidence : 'not looked for',
      };
      return { log, state };
    },

    intend: async ({ intent, marked }) => {
      const attachments = await readAttachments(store, message, run.issue.workbooks);
      let mail: OutgoingMessage;
      try {
        mail = await compose(marked, attachments);
      } catch (error) {
        reason = reasonOf(error);
        return writeFailed(intent, 'not composed');
      }
      // The leave of a message that was refused is still its own.
      refusal = tries === 0 ? await sender.pace?.(mail.recipients.length) : undefined;
      if (refusal) return;
      if (tries > 0) await clock.pause(backOff(tries, { first: firstPause, max: maxPause }));
      tries += 1;
      const first = intent === 1 ? undefined : await firstTriedAt(store, prefix);
      waited = first === undefined ? 0 : clock.now().since(first).total('seconds');
      const leaseUntil = clock.now().add(lease).toString();
      const written: Intent = { version: 1, owner, at: instant(), leaseUntil, marked };
      await writeObject(store, intentKey(prefix, intent), written);
    },

    send: async ({ intent, marked }) => {
      const mail =
        composed?.marked === marked
          ? composed.mail
          : await compose(marked, await readAttachments(store, message, run.issue.workbooks));
      sender.tell?.({ kind: 'sending', ...about, marked });
      const answer = await mailer
        .send(mail, waited)
        .catch((error: unknown) => ({ kind: 'lost' as const, error }));
      switch (answer.kind) {
        case 'accepted':
          // Before `sent`, after which nothing more is done about the message.
          await writeRejected(answer.rejected ?? []);
          return writeSent(
            { intent, at: instant(), messageId: answer.messageId, known: 'answer', marked },
            answer.rejected,
          );
        case 'refused':
          return writeRefused(intent, answer);
        case 'failed':
          reason = answer.reason;
          return writeFailed(intent, 'rejected');
        case 'lost':
          reason = `The answer to the send was lost: ${reasonOf(answer.error)}`;
          refusal = undefined;
          unanswered = intent;
          sender.tell?.({ kind: 'unanswered', ...about, reason });
      }
    },

    withdraw: ({ intent }) => {
      const why = 'The time reserved for sending it ran out before it was sent.';
      return writeRefused(intent, { kind: 'refused', cause: 'retryable', reason: why });
    },

    resolve: async ({ intent, marked, at }) => {
      if (await isSettledUnlisted()) return;
      const evidence = await findSendEvidence(store, prefix);
      if (evidence) return writeSent({ intent, ...evidence, known: 'evidence', marked });
      looked = { intent, evidence: (await hasLaterEvidence(store, at)) ? 'later ones' : 'none' };
    },

    hold: ({ intent }) => {
      reason =
        'The answer to the send was lost and no record of it was found, so it may have arrived. It was not sent again, as configured (onAmbiguous: hold).';
      return writeFailed(intent, 'held');
    },

    reason: () => reason,
    refusal: () => refusal ?? { kind: 'refused', cause: 'retryable', reason },
  };
}

function reasonOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error)).slice(0, 300);
}
