/** What an attempt can do about one message, one effect each, and what it remembers of having done. */

import { backOff } from '../../base/back-off.ts';
import { oneLine } from '../../base/one-line.ts';
import type { Attachment } from '../../mail/transport/attachment-limit.ts';
import type { OutgoingMessage } from '../../mail/transport/mailer.ts';
import type { MessageParts } from '../run/delivery-parts.ts';
import { lease, type MessageState } from '../run/next-step.ts';
import type { IssueMessage } from '../store/issue.ts';
import { failedKey, intentKey, messagePrefix, refusedKey, sentKey } from '../store/keys.ts';
import type { RunStore } from '../store/run-store.ts';
import { writeObject } from '../store/stored-object.ts';
import { composeFromIssue, type HasWorkbooks, readAttachments } from './compose-from-issue.ts';
import type { Failed, Intent, Refused, Sent } from './message-log.ts';
import { type FoundMessage, readMessage } from './read-message.ts';

/** Where a message belongs: an issue, or what a contact is told. */
export type MessageRun = {
  readonly issue: HasWorkbooks;
  readonly runStore: Pick<RunStore, 'prefix' | 'name'>;
};

/** Which intent, and whether its copy says that an earlier one may have gone. */
type At = { readonly intent: number; readonly marked: boolean };

export interface MessageAttempt {
  readonly read: () => Promise<{ readonly found: FoundMessage; readonly state: MessageState }>;
  /** Composes the message, then writes the intent: what cannot be composed leaves nothing ambiguous. */
  readonly intend: (at: At) => Promise<void>;
  readonly send: (at: At) => Promise<void>;
  readonly withdraw: (at: Pick<At, 'intent'>) => Promise<void>;
  readonly resolve: (at: At) => Promise<void>;
  readonly hold: (at: Pick<At, 'intent'>) => Promise<void>;
  /** Why the message has not gone, as far as this attempt knows. */
  readonly reason: () => string;
}

/** Milliseconds before the second try; doubled for each after it. */
const firstPause = 1_000;

export function openMessageAttempt(
  message: IssueMessage,
  run: MessageRun,
  parts: MessageParts,
): MessageAttempt {
  const { store, mailer, owner, onProgress } = parts;
  const prefix = messagePrefix(run.runStore.prefix, message.id);
  const instant = () => parts.now().toString();
  let composed: { readonly marked: boolean; readonly mail: OutgoingMessage } | undefined;
  let reason = '';
  let tries = 0;
  let unanswered: number | undefined;
  let withoutEvidence: number | undefined;
  /** What this attempt itself has written, and so need not look for. */
  let settled: FoundMessage | undefined;

  async function compose(marked: boolean, attachments: readonly Attachment[]): Promise<OutgoingMessage> {
    const copy = { run: run.runStore.name, copy: marked ? 'marked' : 'first', attachments } as const;
    const mail = await composeFromIssue(message, copy, parts.composeMessage);
    composed = { marked, mail };
    return mail;
  }

  async function writeSent(sent: Omit<Sent, 'version'>): Promise<void> {
    const written: Sent = { version: 1, ...sent };
    const made = await writeObject(store, sentKey(prefix), written);
    if (made === 'created') settled = { sent: written, failed: undefined, latest: undefined };
    onProgress?.({ kind: 'sent', message: message.id });
  }

  async function writeRefused(intent: number): Promise<void> {
    const refused: Refused = { version: 1, intent, at: instant(), reason };
    await writeObject(store, refusedKey(prefix, intent), refused);
  }

  async function writeFailed(intent: number, cause: Failed['cause']): Promise<void> {
    const failed: Failed = { version: 1, intent, at: instant(), cause, reason };
    const made = await writeObject(store, failedKey(prefix), failed);
    if (made === 'exists') return;
    settled = { sent: undefined, failed, latest: undefined };
    onProgress?.({ kind: 'not sent', message: message.id });
  }

  return {
    read: async () => {
      const found = settled ?? (await readMessage(store, prefix));
      const { latest } = found;
      const state: MessageState = {
        settled: found.sent !== undefined || found.failed !== undefined,
        latest,
        tries,
        unanswered: latest !== undefined && latest.intent === unanswered,
        evidence: latest !== undefined && latest.intent === withoutEvidence ? 'none' : 'not looked for',
      };
      return { found, state };
    },

    intend: async ({ intent, marked }) => {
      const attachments = await readAttachments(store, message, run.issue);
      try {
        await compose(marked, attachments);
      } catch (error) {
        reason = reasonOf(error);
        return writeFailed(intent, 'not composed');
      }
      if (tries > 0) await parts.pause(backOff(tries, { first: firstPause }));
      tries += 1;
      const leaseUntil = parts.now().add(lease).toString();
      const written: Intent = { version: 1, owner, at: instant(), leaseUntil, marked };
      await writeObject(store, intentKey(prefix, intent), written);
    },

    send: async ({ intent, marked }) => {
      const mail =
        composed?.marked === marked
          ? composed.mail
          : await compose(marked, await readAttachments(store, message, run.issue));
      onProgress?.({ kind: 'sending', message: message.id, marked });
      const answer = await mailer.send(mail).catch((error: unknown) => ({ kind: 'lost' as const, error }));
      switch (answer.kind) {
        case 'accepted':
          return writeSent({ intent, at: instant(), messageId: answer.messageId, known: 'answer', marked });
        case 'refused':
          reason = answer.reason;
          return writeRefused(intent);
        case 'failed':
          reason = answer.reason;
          return writeFailed(intent, 'rejected');
        case 'lost':
          reason = `The answer to the send was lost: ${reasonOf(answer.error)}`;
          unanswered = intent;
      }
    },

    withdraw: ({ intent }) => {
      reason = 'The time to send it in ran out before it was sent.';
      return writeRefused(intent);
    },

    resolve: async ({ intent, marked }) => {
      const evidence = await parts.findEvidence?.(run.runStore.name, message.id);
      withoutEvidence = intent;
      if (evidence) await writeSent({ intent, ...evidence, known: 'evidence', marked });
    },

    hold: ({ intent }) => {
      reason =
        'The answer to the send was lost and no record of it was found, so it may have arrived. It was not sent again, as configured (onAmbiguous: hold).';
      return writeFailed(intent, 'held');
    },

    reason: () => reason,
  };
}

function reasonOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error)).slice(0, 300);
}
