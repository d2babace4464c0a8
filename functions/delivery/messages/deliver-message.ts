import { Temporal } from 'temporal-polyfill';
import type { Sender } from '#delivery/attempt.ts';
import type { IssueMessage } from '#delivery/store/issue.ts';
import { messagePrefix } from '#delivery/store/run-keys.ts';
import { notListed } from '#delivery/store/stored-object.ts';
import type { Refusal, RejectedRecipient } from '#mail/transport/mailer.ts';
import { isOutboxKey } from '#mail/transport/outbox.ts';
import type { MessageRun } from './compose-from-issue.ts';
import type { Failed, MessageLog, Sent } from './message-log.ts';
import { openMessage } from './message-steps.ts';
import { nextMessageStep } from './next-message-step.ts';

export type MessageOutcome =
  | (Pick<Sent, 'messageId' | 'at' | 'marked'> &
      (
        | { readonly kind: 'sent'; readonly rejected?: readonly RejectedRecipient[] }
        | { readonly kind: 'in outbox' }
      ))
  | { readonly kind: 'failed'; readonly cause: Failed['cause']; readonly reason: string }
  | Refusal
  /** It may have been sent: an answer was lost, or another attempt is sending it. */
  | {
      readonly kind: 'waiting';
      readonly until: string;
      readonly reason: string;
      /** The other attempt that began to send it; absent if it was this one. */
      readonly begunBy?: string;
    }
  | { readonly kind: 'would be sent' };

/**
 * Sends one message of an issue, or finds out what happened to it. The run store decides each step, so the intent's
 * owner is read again right before the send.
 * @throws what the store and `checkTime` throw, and RunStoreError for an object of the message or a workbook that cannot
 *   be read. An error of the mailer counts as a lost answer; a message that cannot be composed has failed
 */
export async function deliverMessage(
  message: IssueMessage,
  run: MessageRun,
  sender: Sender,
): Promise<MessageOutcome> {
  const attempt = openMessage(message, run, sender);
  const { onAmbiguous } = run;
  const { owner, mailer, clock, restoredAt } = sender;
  const { repeatable } = mailer;
  const isLost = restoredAt !== undefined && Temporal.Instant.compare(run.due, restoredAt) <= 0;
  const mayHaveGone = isLost && !repeatable;
  const taken = new Set<string>();
  for (;;) {
    const { log, state } = await attempt.read();
    const rules = { repeatable, onAmbiguous, mayHaveGone, owner, now: clock.now() };
    const step = nextMessageStep(state, rules);
    if ('intent' in step) {
      // An archive that does not list what a step stored would have the message sent over and over.
      const name = `${step.kind} ${step.intent}`;
      const key = messagePrefix(run.prefix, message.id);
      if (taken.has(name)) throw notListed(`What was stored under ${key}`);
      taken.add(name);
    }
    switch (step.kind) {
      case 'intend':
        sender.checkTime?.({ kind: 'send' });
        await attempt.intend(step);
        break;
      case 'send':
        await attempt.send(step);
        break;
      case 'withdraw':
        await attempt.withdraw(step);
        break;
      case 'resolve':
        await attempt.resolve(step);
        break;
      case 'hold':
        await attempt.hold(step);
        break;
      case 'wait':
        return {
          kind: 'waiting',
          until: step.until.toString(),
          reason: attempt.reason() || 'Another attempt may be sending it.',
          ...(state.latest && state.latest.owner !== owner ? { begunBy: state.latest.owner } : {}),
        };
      case 'later':
        return attempt.refusal();
      case 'settled':
        return settledOutcome(log);
    }
  }
}

/** A message that was accepted counts as sent, whatever else was recorded. */
export function settledOutcome({ sent, rejected, failed }: MessageLog): MessageOutcome {
  if (sent) {
    const { messageId, at, marked } = sent;
    if (isOutboxKey(messageId)) return { kind: 'in outbox', messageId, at, marked };
    return { kind: 'sent', messageId, at, marked, ...(rejected.length > 0 ? { rejected } : {}) };
  }
  return {
    kind: 'failed',
    cause: failed?.cause ?? 'rejected',
    reason: failed?.reason ?? 'No reason was recorded.',
  };
}
