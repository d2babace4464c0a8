import { backOff } from '#base/back-off.ts';
import { errorLine } from '#base/text/one-line.ts';
import type { Sender } from '#delivery/attempt.ts';
import { type RecipientEvent, saveRecipientEvents } from '#delivery/recipients/recipient-events.ts';
import type { IssueMessage } from '#delivery/store/issue.ts';
import {
  failedKey,
  intentKey,
  messagePrefix,
  refusedKey,
  sentKey,
  sentPartKey,
} from '#delivery/store/run-keys.ts';
import { notListed, writeObject } from '#delivery/store/stored-object.ts';
import type {
  Attachment,
  OutgoingMessage,
  Part,
  Refusal,
  RejectedRecipient,
} from '#mail/transport/mailer.ts';
import { isOutboxKey } from '#mail/transport/outbox.ts';
import { composeFromIssue, type MessageRun, readAttachments } from './compose-from-issue.ts';
import {
  type Failed,
  findSendEvidence,
  type Intent,
  type MessageLog,
  type Refused,
  readDeferred,
  readMessageLog,
  type Sent,
  type SentPart,
} from './message-log.ts';
import { type IntentStep, lease, type MessageState } from './next-message-step.ts';

/** Milliseconds before the second try, doubled for each later one. */
const firstWait = 1_000;
const maxWait = 8_000;
const maxReasonLength = 300;

export function openMessage(message: IssueMessage, run: MessageRun, sender: Sender) {
  const { store, mailer, owner, clock } = sender;
  const prefix = messagePrefix(run.prefix, message.id);
  const instant = () => clock.now().toString();
  const about = { message: message.id, recipients: [...message.to, ...message.cc] };
  let composed: { readonly marked: boolean; readonly mail: OutgoingMessage } | undefined;
  let refusal = run.blockedBy;
  let reason = '';
  let tries = 0;
  /** By address: when the mail server first refused a recipient temporarily; undefined if it has not, or if not read yet. */
  let deferred: Refused['deferred'];
  let parts: readonly SentPart[] = [];
  let unanswered: number | undefined;
  /** The latest intent without an answer, if no record of its send was found. */
  let unrecorded: number | undefined;
  /** The log that this attempt wrote, so that it need not be read back. */
  let settled: MessageLog | undefined;

  async function compose(marked: boolean, attachments: readonly Attachment[]): Promise<OutgoingMessage> {
    const mail = await composeFromIssue(message, { run: run.name, marked, attachments });
    composed = { marked, mail };
    return mail;
  }

  function toTheRest(mail: OutgoingMessage): OutgoingMessage {
    const taken = new Set(parts.flatMap(({ recipients }) => recipients));
    return { ...mail, recipients: mail.recipients.filter((address) => !taken.has(address)) };
  }

  async function writePart(intent: number, { recipients, messageId }: Part): Promise<void> {
    const part: SentPart = { at: instant(), recipients: [...recipients], messageId };
    parts = [...parts, part];
    await writeObject(store, sentPartKey(prefix, intent, parts.length), part);
  }

  async function writeSent(sent: Sent, rejected: readonly RejectedRecipient[] = []): Promise<void> {
    const made = await writeObject(store, sentKey(prefix), sent);
    if (made === 'created') settled = { sent, rejected, failed: undefined, parts, latest: undefined };
    else await readSettled(sentKey(prefix));
    sender.tell?.(
      isOutboxKey(sent.messageId) ? { kind: 'written', ...about } : { kind: 'sent', ...about, rejected },
    );
  }

  /** Checks that another attempt settled the message first. @throws RunStoreError if the archive does not list that */
  async function readSettled(key: string): Promise<void> {
    const { sent, failed } = await readMessageLog(store, prefix);
    if (!sent && !failed) throw notListed(`The object ${key}`);
  }

  /** Whether the message is settled although the listing did not show it. @throws RunStoreError if it still does not */
  async function isSettledUnlisted(): Promise<boolean> {
    for (const key of [sentKey(prefix), failedKey(prefix)]) {
      if ((await store.get(key)) === undefined) continue;
      await readSettled(key);
      return true;
    }
    return false;
  }

  /**
   * Recipients whom the mail server refused while it accepted the message for others. The failures for the contact are
   * stored first, because they are dated by the recipient events stored before.
   */
  async function writeRejected(rejected: readonly RejectedRecipient[]): Promise<void> {
    const at = instant();
    const events = rejected.map(
      ({ address, reason, forNow, cause }): RecipientEvent => ({
        ...(forNow ? { event: 'undelivered', cause: cause ?? 'not in time' } : { event: 'bounced' }),
        address,
        at,
        reason,
      }),
    );
    if (run.failedRecipients) await run.failedRecipients(message.id, events);
    await saveRecipientEvents(store, prefix, events);
  }

  async function writeRefused(intent: number, why: Refusal): Promise<void> {
    refusal = why;
    reason = why.reason;
    const at = instant();
    const now = why.deferred?.map((address) => [address, at] as const);
    if (now) deferred = { ...Object.fromEntries(now), ...deferred };
    const refused: Refused = { intent, at, cause: why.cause, reason, deferred };
    await writeObject(store, refusedKey(prefix, intent), refused);
    sender.tell?.({ kind: 'refused', ...about, reason });
  }

  async function writeFailed(intent: number, cause: Failed['cause']): Promise<void> {
    const have = parts.flatMap(({ recipients }) => recipients);
    if (have.length > 0) reason += ` ${have.join(', ')} had been sent it before.`;
    const failed: Failed = { intent, at: instant(), cause, reason };
    const made = await writeObject(store, failedKey(prefix), failed);
    if (made === 'exists') return readSettled(failedKey(prefix));
    settled = { sent: undefined, rejected: [], failed, parts, latest: undefined };
    sender.tell?.({ kind: 'not sent', ...about, reason });
  }

  return {
    read: async () => {
      const log = settled ?? (await readMessageLog(store, prefix));
      const { latest } = log;
      parts = log.parts;
      const state: MessageState = {
        settled: log.sent !== undefined || log.failed !== undefined,
        latest,
        tries,
        stopped: refusal?.cause === 'curable' || refusal?.waitSeconds !== undefined,
        unanswered: latest !== undefined && latest.intent === unanswered,
        unrecorded: latest !== undefined && latest.intent === unrecorded,
      };
      return { log, state };
    },

    /**
     * Composes the message and waits for the sending quota before it writes the intent, so that a message that cannot be
     * composed, or a process that dies while it waits, leaves nothing ambiguous.
     */
    intend: async ({ intent, marked }: IntentStep) => {
      const attachments = await readAttachments(store, message, run.workbooks);
      let mail: OutgoingMessage;
      try {
        mail = await compose(marked, attachments);
      } catch (error) {
        reason = errorLine(error, maxReasonLength);
        return writeFailed(intent, 'not composed');
      }
      // A refused message has its units of the quota already.
      refusal = tries === 0 ? await sender.pace?.(toTheRest(mail).recipients.length) : undefined;
      if (refusal) return;
      if (tries > 0) await clock.wait(backOff(tries, { first: firstWait, max: maxWait }));
      tries += 1;
      deferred ??= await readDeferred(store, prefix, intent - 1);
      const leaseUntil = clock.now().add(lease).toString();
      const written: Intent = { owner, at: instant(), leaseUntil, marked };
      await writeObject(store, intentKey(prefix, intent), written);
    },

    send: async ({ intent, marked }: IntentStep) => {
      const mail =
        composed?.marked === marked
          ? composed.mail
          : await compose(marked, await readAttachments(store, message, run.workbooks));
      sender.tell?.({ kind: 'sending', ...about, marked });
      const answer = await mailer
        .send(toTheRest(mail), {
          before: parts.at(-1),
          taken: (part) => writePart(intent, part),
          waited: (address) =>
            clock
              .now()
              .since(deferred?.[address] ?? clock.now())
              .total('seconds'),
        })
        .catch((error: unknown) => ({ kind: 'lost' as const, error }));
      switch (answer.kind) {
        case 'accepted':
          // Before `sent`, because a settled message is not touched again.
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
          reason = `The answer to the send was lost: ${errorLine(answer.error, maxReasonLength)}`;
          refusal = undefined;
          unanswered = intent;
          sender.tell?.({ kind: 'unanswered', ...about, reason });
      }
    },

    withdraw: ({ intent }: Pick<IntentStep, 'intent'>) => {
      const why = 'The time reserved for sending it ran out before it was sent.';
      return writeRefused(intent, { kind: 'refused', cause: 'retryable', reason: why });
    },

    resolve: async ({ intent, marked }: IntentStep) => {
      if (await isSettledUnlisted()) return;
      const evidence = await findSendEvidence(store, prefix);
      if (evidence) return writeSent({ intent, ...evidence, known: 'evidence', marked });
      unrecorded = intent;
    },

    hold: ({ intent }: Pick<IntentStep, 'intent'>) => {
      const why =
        unrecorded === intent
          ? 'The answer to the send was lost and no record of it was found'
          : 'The archive was restored from a backup, which does not know whether it was sent';
      reason = `${why}, so it may have arrived. It was not sent again, as configured (onAmbiguous: hold).`;
      return writeFailed(intent, 'held');
    },

    reason: () => reason,
    refusal: (): Refusal => refusal ?? { kind: 'refused', cause: 'retryable', reason },
  };
}
