import { Temporal } from 'temporal-polyfill';
import { backOff } from '#base/back-off.ts';
import { errorLine } from '#base/text/one-line.ts';
import type {
  Attachment,
  OutgoingMessage,
  Part,
  Refusal,
  RejectedRecipient,
} from '#mail/transport/mailer.ts';
import { isOutboxKey } from '#mail/transport/outbox.ts';
import type { Sender } from '#runs/attempt.ts';
import type { IssueMessage } from '#runs/store/issue.ts';
import { messagePrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { missing } from '#runs/store/stored-object.ts';
import { composeFromIssue, type MessageRun, readAttachments } from './compose-from-issue.ts';
import { saveRecipientEvents } from './failed-recipients.ts';
import {
  type Failed,
  type MessageLog,
  type Refused,
  readDeferred,
  readMessageLog,
  type Sent,
  type SentPart,
} from './message-log.ts';
import { type IntentStep, lease, type MessageState, nextMessageStep } from './next-message-step.ts';

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
      if (taken.has(name)) throw missing(messagePrefix(run.prefix, message.id));
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

/** Milliseconds before the second try, doubled for each later one. */
const firstWait = 1_000;
const maxWait = 8_000;
const maxReasonLength = 300;

const emptyLog: MessageLog = {
  sent: undefined,
  rejected: [],
  failed: undefined,
  parts: [],
  latest: undefined,
};

function openMessage(message: IssueMessage, run: MessageRun, sender: Sender) {
  const { store, mailer, owner, clock } = sender;
  const mail = messagePrefix(run.prefix, message.id);
  const instant = () => clock.now().toString();
  const about = { message: message.id, recipients: [...message.to, ...message.cc] };
  let composed: { readonly marked: boolean; readonly outgoing: OutgoingMessage } | undefined;
  let refusal = run.blockedBy;
  let reason = '';
  let tries = 0;
  /** By address: when the mail server first refused a recipient temporarily; undefined if it has not, or if not read yet. */
  let deferred: Refused['deferred'];
  let parts: SentPart[] = [];
  let unanswered: number | undefined;
  /** The latest intent without an answer, if no record of its send was found. */
  let unrecorded: number | undefined;
  /** What this attempt wrote, so that it need not be read back. */
  let settled: MessageLog | undefined;
  let known = run.is === 'new' ? emptyLog : undefined;

  async function compose(marked: boolean, attachments: readonly Attachment[]): Promise<OutgoingMessage> {
    const outgoing = await composeFromIssue(message, { run: run.name, marked, attachments });
    composed = { marked, outgoing };
    return outgoing;
  }

  function toTheRest(outgoing: OutgoingMessage): OutgoingMessage {
    const taken = new Set(parts.flatMap(({ recipients }) => recipients));
    return { ...outgoing, recipients: outgoing.recipients.filter((address) => !taken.has(address)) };
  }

  async function writePart(intent: number, { recipients, messageId }: Part): Promise<void> {
    const part: SentPart = { at: instant(), recipients: [...recipients], messageId };
    parts = [...parts, part];
    await objects.sentPart.create(store, { mail, intent, part: parts.length }, part);
  }

  async function writeSent(sent: Sent, rejected: readonly RejectedRecipient[] = []): Promise<void> {
    const made = await objects.sent.create(store, { mail }, sent);
    if (made === 'created') settled = { sent, rejected, failed: undefined, parts, latest: undefined };
    else await readSettled(objects.sent.key({ mail }));
    sender.tell?.(
      isOutboxKey(sent.messageId) ? { kind: 'written', ...about } : { kind: 'sent', ...about, rejected },
    );
  }

  /** Checks that another attempt settled the message first. @throws RunStoreError if the archive does not list that */
  async function readSettled(key: string): Promise<void> {
    const { sent, failed } = await readMessageLog(store, mail);
    if (!sent && !failed) throw missing(key);
  }

  /** Whether the message is settled although the listing did not show it. @throws RunStoreError if it still does not */
  async function isSettledUnlisted(): Promise<boolean> {
    for (const key of [objects.sent.key({ mail }), objects.failed.key({ mail })]) {
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
      ({ address, reason, forNow, cause }): objects.RecipientEvent => ({
        ...(forNow ? { event: 'undelivered', cause: cause ?? 'not in time' } : { event: 'bounced' }),
        address,
        at,
        reason,
      }),
    );
    if (run.failedRecipients) await run.failedRecipients(message.id, events);
    await saveRecipientEvents(store, mail, events);
  }

  async function writeRefused(intent: number, why: Refusal): Promise<void> {
    refusal = why;
    reason = why.reason;
    const at = instant();
    const now = why.deferred?.map((address) => [address, at] as const);
    if (now) deferred = { ...Object.fromEntries(now), ...deferred };
    const refused: Refused = { intent, at, cause: why.cause, reason, deferred };
    await objects.refused.create(store, { mail, intent }, refused);
    sender.tell?.({ kind: 'refused', ...about, reason });
  }

  async function writeFailed(
    intent: number,
    cause: Failed['cause'],
    replaced?: Failed['replaced'],
  ): Promise<void> {
    const have = parts.flatMap(({ recipients }) => recipients);
    if (have.length > 0) reason += ` ${have.join(', ')} had been sent it before.`;
    const failed: Failed = { intent, at: instant(), cause, reason, replaced };
    const made = await objects.failed.create(store, { mail }, failed);
    if (made === 'exists') return readSettled(objects.failed.key({ mail }));
    settled = { sent: undefined, rejected: [], failed, parts, latest: undefined };
    sender.tell?.({ kind: 'not sent', ...about, reason });
  }

  return {
    read: async () => {
      const log = settled ?? known ?? (await readMessageLog(store, mail));
      known = undefined;
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
      let outgoing: OutgoingMessage;
      try {
        outgoing = await compose(marked, attachments);
      } catch (error) {
        reason = errorLine(error, maxReasonLength);
        return writeFailed(intent, 'not composed');
      }
      // A refused message has its units of the quota already.
      refusal =
        tries === 0 && run.is !== 'replaced'
          ? await sender.pace?.(toTheRest(outgoing).recipients.length)
          : undefined;
      if (refusal) return;
      if (tries > 0) await clock.wait(backOff(tries, { first: firstWait, max: maxWait }));
      tries += 1;
      deferred ??= await readDeferred(store, mail, intent - 1);
      const leaseUntil = clock.now().add(lease);
      const isReplaced = run.is === 'replaced' || undefined;
      const own = { owner, at: clock.now(), leaseUntil, marked, isReplaced };
      const made = await objects.intent.create(store, { mail, intent }, own);
      // Whoever creates it owns it: nobody else can have sent the message since the log was read.
      if (run.is && made === 'created')
        known = { ...emptyLog, parts, latest: { ...own, intent, refused: false } };
    },

    send: async ({ intent, marked }: IntentStep) => {
      if (run.is === 'replaced') return writeFailed(intent, 'held', marked ? 'perhaps-sent' : 'replaced');
      const outgoing =
        composed?.marked === marked
          ? composed.outgoing
          : await compose(marked, await readAttachments(store, message, run.workbooks));
      sender.tell?.({ kind: 'sending', ...about, marked });
      const answer = await mailer
        .send(toTheRest(outgoing), {
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
      const evidence = await objects.sendEvent.read(store, { mail });
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
