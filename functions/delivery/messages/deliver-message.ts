import type { MessageParts } from '../run/delivery-parts.ts';
import { nextMessageStep } from '../run/next-step.ts';
import type { IssueMessage } from '../store/issue.ts';
import { messagePrefix } from '../store/keys.ts';
import { RunStoreError } from '../store/run-store-error.ts';
import { type MessageRun, openMessageAttempt } from './message-attempt.ts';
import type { Failed } from './message-log.ts';
import type { FoundMessage } from './read-message.ts';

/** How one message stands at the end of an attempt. */
export type MessageOutcome =
  | { readonly kind: 'sent'; readonly messageId: string; readonly at: string; readonly marked: boolean }
  /** Never to be tried again; a person has to be told. */
  | { readonly kind: 'failed'; readonly cause: Failed['cause']; readonly reason: string }
  /** Not sent, as far as anyone knows; a later attempt may try again at once. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may have gone: an answer was lost, or another attempt is at it. Nothing can be done before `until`. */
  | { readonly kind: 'waiting'; readonly until: string; readonly reason: string }
  /** Only in a rehearsal. */
  | { readonly kind: 'would be sent' };

/**
 * Sends one message of an issue, or finds out how it stands. Each time round, the run store says what is next;
 * so the intent's owner is read once more right before the send.
 *
 * @throws what the store throws, and RunStoreError for an object of the message or a workbook that cannot be
 *   read, or what `beforeSend` throws. What the mailer throws is a lost answer; a message that cannot be composed is one that failed.
 */
export async function deliverMessage(
  message: IssueMessage,
  run: MessageRun & { readonly onAmbiguous: 'resend' | 'hold' },
  parts: MessageParts,
): Promise<MessageOutcome> {
  const attempt = openMessageAttempt(message, run, parts);
  const { onAmbiguous } = run;
  const { owner, mailer } = parts;
  let intended = 0;
  for (;;) {
    const { found, state } = await attempt.read();
    const rules = { repeatable: mailer.repeatable, onAmbiguous, owner, now: parts.now() };
    const step = nextMessageStep(state, rules);
    switch (step.kind) {
      case 'intend':
        if (step.intent <= intended) throw notShown(message, run);
        intended = step.intent;
        parts.beforeSend?.();
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
        };
      case 'later':
        return { kind: 'refused', reason: attempt.reason() };
      case 'settled':
        return settledOutcome(found);
    }
  }
}

/** An archive that does not show what it took would have the same intent written for ever. */
function notShown({ id }: IssueMessage, { runStore }: MessageRun): RunStoreError {
  const key = messagePrefix(runStore.prefix, id);
  return new RunStoreError(
    `What was stored under ${key} cannot be found again. See that the archive shows new objects at once and that nothing deletes them, then run again.`,
    { key },
  );
}

/** How a message with `sent` or `failed` stands. Accepted is accepted, whatever was written beside it. */
export function settledOutcome(found: FoundMessage): MessageOutcome {
  const { sent, failed } = found;
  if (sent) return { kind: 'sent', messageId: sent.messageId, at: sent.at, marked: sent.marked };
  return {
    kind: 'failed',
    cause: failed?.cause ?? 'rejected',
    reason: failed?.reason ?? 'No reason was written down.',
  };
}
