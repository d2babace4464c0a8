import { Temporal } from 'temporal-polyfill';
import { backOffDuration } from '#base/back-off.ts';
import { errorLine } from '#base/text/one-line.ts';
import type { Attachment, OutgoingMessage, RejectedRecipient, SendRefusal } from '#mail/transport/mailer.ts';
import { isOutboxKey } from '#mail/transport/outbox.ts';
import type { MessageProgress, MessageSendingWorld } from '#runs/attempt.ts';
import type { IssueMessage } from '#runs/store/issue.ts';
import { messagePrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { missingObjectError } from '#runs/store/stored-object.ts';
import { takeSteps } from '#runs/take-steps.ts';
import { composeIssueMessage, type RunOfMessage, readAttachments } from './compose-from-issue.ts';
import {
  type FailedRecord,
  type MessageHistory,
  type ReachedRecipientsRecord,
  type RefusedRecord,
  readDeferredRecipients,
  readMessageHistory,
  type SentRecord,
} from './message-history.ts';
import {
  type IntentStep,
  intentLease,
  type MessageState,
  type MessageStep,
  nextMessageStep,
} from './next-message-step.ts';
import { saveRecipientEvents } from './recipient-events.ts';

export type MessageOutcome =
  | (Pick<SentRecord, 'messageId' | 'at' | 'marked'> &
      (
        | { readonly kind: 'sent'; readonly rejected?: readonly RejectedRecipient[] }
        | { readonly kind: 'in outbox' }
      ))
  | { readonly kind: 'failed'; readonly cause: FailedRecord['cause']; readonly reason: string }
  | SendRefusal
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
 * @throws what the store and `checkTime` throw, and RunStoreError for an object of the message or a workbook that
 *   cannot be read. An error of the mailer counts as a lost answer; a message that cannot be composed has failed
 */
export function deliverMessage(
  message: IssueMessage,
  run: RunOfMessage,
  sender: MessageSendingWorld,
): Promise<MessageOutcome> {
  const { owner, clock, restoredAt } = sender;
  const { repeatable } = sender.mailer;
  const isLost = restoredAt !== undefined && Temporal.Instant.compare(run.due, restoredAt) <= 0;
  const rules = { repeatable, onAmbiguous: run.onAmbiguous, mayHaveBeenSent: isLost && !repeatable, owner };
  const of: Delivery = { message, run, sender, mail: messagePrefix(run.prefix, message.id) };
  const begin: AttemptKnowledge = {
    history: run.storedState === 'new' ? emptyHistory : undefined,
    parts: [],
    sendings: 0,
    refusal: run.blockedBy,
    reason: '',
  };
  return takeSteps<AttemptKnowledge, HistoryAndState, MessageStep, MessageOutcome>(begin, {
    prefix: of.mail,
    read: async (known) => {
      const history = known.history ?? (await readMessageHistory(sender.store, of.mail));
      return { history, state: messageStateOf(history, known) };
    },
    next: ({ state }) => nextMessageStep(state, { ...rules, now: clock.now() }),
    nameOf: (step) => ('intent' in step ? `${step.kind} ${step.intent}` : undefined),
    take: async (step, before, { history }) => {
      // The known history is good for one step only; the next one reads it again.
      const known: AttemptKnowledge = { ...before, history: undefined, parts: history.parts };
      switch (step.kind) {
        case 'intend':
          sender.checkTime?.({ kind: 'send' });
          return { known: await createIntent(step, known, of) };
        case 'send':
          return { known: await send(step, known, of) };
        case 'withdraw':
          return { known: await saveRefused(step.intent, leaseExpiredRefusal, known, of) };
        case 'resolve':
          return { known: await resolveByEvidence(step, known, of) };
        case 'hold':
          return { known: await holdMessage(step, known, of) };
        case 'wait':
          return { result: waitingOutcome(step.until, history, { reason: known.reason, owner }) };
        case 'later':
          return {
            result: known.refusal ?? { kind: 'refused', cause: 'retryable', reason: known.reason },
          };
        case 'settled':
          return { result: settledOutcome(history) };
      }
    },
  });
}

type HistoryAndState = { readonly history: MessageHistory; readonly state: MessageState };

function waitingOutcome(
  until: Temporal.Instant,
  { latest }: MessageHistory,
  { reason, owner }: { readonly reason: string; readonly owner: string },
): MessageOutcome {
  return {
    kind: 'waiting',
    until: until.toString(),
    reason: reason || 'Another attempt may be sending it.',
    ...(latest && latest.owner !== owner ? { begunBy: latest.owner } : {}),
  };
}

/** A message that was accepted counts as sent, whatever else was recorded. */
export function settledOutcome({ sent, rejected, failed }: MessageHistory): MessageOutcome {
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

/** Milliseconds before the second sending, doubled for each later one. */
const firstWaitMs = 1_000;
const maxWaitMs = 8_000;
const maxReasonLength = 300;

const emptyHistory: MessageHistory = {
  sent: undefined,
  rejected: [],
  failed: undefined,
  parts: [],
  latest: undefined,
};

type Delivery = {
  readonly message: IssueMessage;
  readonly run: RunOfMessage;
  readonly sender: MessageSendingWorld;
  /** Key prefix of the message. */
  readonly mail: string;
};

function emitMessageEvent({ message, sender }: Delivery, news: MessageProgress): void {
  const { id, to, cc } = message;
  sender.onEvent?.({ message: id, recipients: [...to, ...cc], ...news });
}

/** The facts about a message that an attempt knows besides what is stored. Each step returns an updated copy. */
type AttemptKnowledge = {
  /** The history that this attempt has just written; undefined if it has to be read. */
  readonly history: MessageHistory | undefined;
  readonly parts: readonly ReachedRecipientsRecord[];
  /** Number of sendings begun. */
  readonly sendings: number;
  readonly composed?: { readonly marked: boolean; readonly outgoing: OutgoingMessage };
  readonly refusal: SendRefusal | undefined;
  readonly reason: string;
  /**
   * For each address, the time at which the mail server first refused the recipient temporarily; undefined if it has
   * not, or if that has not been read yet.
   */
  readonly deferred?: RefusedRecord['deferred'];
  /** The intent whose answer was lost. */
  readonly unanswered?: number;
  /** The latest intent without an answer, if no record of its send was found. */
  readonly unrecorded?: number;
};

function messageStateOf(
  history: MessageHistory,
  { sendings, refusal, unanswered, unrecorded }: AttemptKnowledge,
): MessageState {
  const { latest } = history;
  return {
    settled: history.sent !== undefined || history.failed !== undefined,
    latest,
    sendings,
    stopped: refusal?.cause === 'curable' || refusal?.waitSeconds !== undefined,
    unanswered: latest !== undefined && latest.intent === unanswered,
    unrecorded: latest !== undefined && latest.intent === unrecorded,
  };
}

/**
 * Composes the message and waits for the sending quota before it writes the intent, so that a message that cannot be
 * composed, or a process that dies while it waits, leaves nothing ambiguous.
 */
async function createIntent(
  { intent, marked }: IntentStep,
  known: AttemptKnowledge,
  of: Delivery,
): Promise<AttemptKnowledge> {
  const { run, sender, mail } = of;
  const { store, clock, owner } = sender;
  const attachments = await readAttachments(store, of.message, run.workbooks);
  const outgoing = await compose(marked, attachments, of).catch((error: unknown) =>
    errorLine(error, maxReasonLength),
  );
  if (typeof outgoing === 'string') {
    return saveFailed(intent, { cause: 'not composed', reason: outgoing }, known, of);
  }
  const composed = { marked, outgoing };
  const isFirst = known.sendings === 0;
  // A message that is sent again after a refusal has waited for the quota already.
  const refusal =
    isFirst && run.storedState !== 'replaced'
      ? await sender.pace?.(toRemainingRecipients(outgoing, known).recipients.length)
      : undefined;
  if (refusal) return { ...known, composed, refusal };
  if (!isFirst) await clock.wait(backOffDuration(known.sendings, { first: firstWaitMs, max: maxWaitMs }));
  const deferred = known.deferred ?? (await readDeferredRecipients(store, mail, intent - 1));
  const leaseUntil = clock.now().add(intentLease);
  const isReplaced = run.storedState === 'replaced' || undefined;
  const own = { owner, at: clock.now(), leaseUntil, marked, isReplaced };
  const made = await objects.sendIntent.create(store, { mail, intent }, own);
  // Whoever creates the intent owns it: nobody else can have sent the message since the history was read.
  const isKnown = run.storedState && made === 'created';
  return {
    ...known,
    composed,
    refusal,
    deferred,
    sendings: known.sendings + 1,
    history: isKnown
      ? { ...emptyHistory, parts: [...known.parts], latest: { ...own, intent, refused: false } }
      : undefined,
  };
}

function compose(
  marked: boolean,
  attachments: readonly Attachment[],
  { message, run }: Delivery,
): Promise<OutgoingMessage> {
  return composeIssueMessage(message, { run: run.name, marked, attachments });
}

function toRemainingRecipients(outgoing: OutgoingMessage, { parts }: AttemptKnowledge): OutgoingMessage {
  const taken = new Set(parts.flatMap(({ recipients }) => recipients));
  return { ...outgoing, recipients: outgoing.recipients.filter((address) => !taken.has(address)) };
}

async function send(
  { intent, marked }: IntentStep,
  known: AttemptKnowledge,
  of: Delivery,
): Promise<AttemptKnowledge> {
  const { run, sender, mail } = of;
  const { store, mailer, clock } = sender;
  if (run.storedState === 'replaced') {
    const replaced = marked ? 'perhaps-sent' : 'replaced';
    return saveFailed(intent, { cause: 'held', reason: known.reason, replaced }, known, of);
  }
  const outgoing =
    known.composed?.marked === marked
      ? known.composed.outgoing
      : await compose(marked, await readAttachments(store, of.message, run.workbooks), of);
  emitMessageEvent(of, { kind: 'sending', marked });
  const parts = [...known.parts];
  const answer = await mailer
    .send(toRemainingRecipients(outgoing, known), {
      earlierPart: parts.at(-1),
      onPartTaken: async ({ recipients, messageId }) => {
        const part = { at: clock.now().toString(), recipients: [...recipients], messageId };
        parts.push(part);
        await objects.reachedRecipients.create(store, { mail, intent, part: parts.length }, part);
      },
      waitedSeconds: (address) => {
        const now = clock.now();
        return now.since(known.deferred?.[address] ?? now).total('seconds');
      },
    })
    .catch((error: unknown) => ({ kind: 'lost' as const, error }));
  const after: AttemptKnowledge = { ...known, parts, composed: { marked, outgoing } };
  switch (answer.kind) {
    case 'accepted': {
      const { messageId, rejected = [] } = answer;
      // Refused recipients are saved before `messageSent`, because a settled message is not touched again.
      await saveRejected(rejected, of);
      const at = clock.now().toString();
      return saveSent({ intent, at, messageId, known: 'answer', marked }, rejected, after, of);
    }
    case 'refused':
      return saveRefused(intent, answer, after, of);
    case 'failed':
      return saveFailed(intent, { cause: 'rejected', reason: answer.reason }, after, of);
    case 'lost': {
      const reason = `The answer to the send was lost: ${errorLine(answer.error, maxReasonLength)}`;
      emitMessageEvent(of, { kind: 'unanswered', reason });
      return { ...after, reason, refusal: undefined, unanswered: intent };
    }
  }
}

const leaseExpiredRefusal: SendRefusal = {
  kind: 'refused',
  cause: 'retryable',
  reason: 'The time reserved for sending it ran out before it was sent.',
};

async function resolveByEvidence(
  { intent, marked }: IntentStep,
  known: AttemptKnowledge,
  of: Delivery,
): Promise<AttemptKnowledge> {
  const { store } = of.sender;
  const { mail } = of;
  // The message may be settled although the listing did not show it.
  for (const key of [objects.messageSent.key({ mail }), objects.messageFailed.key({ mail })]) {
    if ((await store.get(key)) === undefined) continue;
    await checkSettled(key, of);
    return known;
  }
  const evidence = await objects.mailServiceSendEvent.read(store, { mail });
  if (evidence) return saveSent({ intent, ...evidence, known: 'evidence', marked }, [], known, of);
  return { ...known, unrecorded: intent };
}

function holdMessage(
  { intent }: { readonly intent: number },
  known: AttemptKnowledge,
  of: Delivery,
): Promise<AttemptKnowledge> {
  const why =
    known.unrecorded === intent
      ? 'The answer to the send was lost and no record of it was found'
      : 'The archive was restored from a backup, which does not know whether it was sent';
  const reason = `${why}, so it may have arrived. It was not sent again, as configured (onAmbiguous: hold).`;
  return saveFailed(intent, { cause: 'held', reason }, known, of);
}

async function saveSent(
  sent: SentRecord,
  rejected: readonly RejectedRecipient[],
  known: AttemptKnowledge,
  of: Delivery,
): Promise<AttemptKnowledge> {
  const { mail, sender } = of;
  const made = await objects.messageSent.create(sender.store, { mail }, sent);
  if (made === 'exists') await checkSettled(objects.messageSent.key({ mail }), of);
  emitMessageEvent(of, isOutboxKey(sent.messageId) ? { kind: 'written' } : { kind: 'sent', rejected });
  const history = { ...emptyHistory, sent, rejected, parts: [...known.parts] };
  return made === 'exists' ? known : { ...known, history };
}

/**
 * Checks that another attempt settled the message first. @throws RunStoreError if the archive does not list its record
 */
async function checkSettled(key: string, { sender, mail }: Delivery): Promise<void> {
  const { sent, failed } = await readMessageHistory(sender.store, mail);
  if (!sent && !failed) throw missingObjectError(key);
}

/**
 * Saves recipients whom the mail server refused while it accepted the message for others. The failures for the contact
 * are stored first, because they take their date from recipient events stored earlier.
 */
async function saveRejected(
  rejected: readonly RejectedRecipient[],
  { run, message, sender, mail }: Delivery,
): Promise<void> {
  const at = sender.clock.now().toString();
  const events = rejected.map(
    ({ address, reason, forNow, cause }): objects.RecipientEvent => ({
      ...(forNow ? { event: 'undelivered', cause: cause ?? 'not in time' } : { event: 'bounced' }),
      address,
      at,
      reason,
    }),
  );
  if (run.failedRecipients) await run.failedRecipients(message.id, events);
  await saveRecipientEvents(sender.store, mail, events);
}

async function saveRefused(
  intent: number,
  refusal: SendRefusal,
  known: AttemptKnowledge,
  of: Delivery,
): Promise<AttemptKnowledge> {
  const { sender, mail } = of;
  const { reason, cause } = refusal;
  const at = sender.clock.now().toString();
  const now = refusal.deferred?.map((address) => [address, at] as const);
  const deferred = now ? { ...Object.fromEntries(now), ...known.deferred } : known.deferred;
  await objects.sendRefused.create(sender.store, { mail, intent }, { intent, at, cause, reason, deferred });
  emitMessageEvent(of, { kind: 'refused', reason });
  return { ...known, refusal, reason, deferred };
}

async function saveFailed(
  intent: number,
  why: Pick<FailedRecord, 'cause' | 'reason' | 'replaced'>,
  known: AttemptKnowledge,
  of: Delivery,
): Promise<AttemptKnowledge> {
  const { sender, mail } = of;
  const have = known.parts.flatMap(({ recipients }) => recipients);
  const reason =
    have.length > 0 ? `${why.reason} It had already been sent to ${have.join(', ')}.` : why.reason;
  const failed: FailedRecord = { intent, at: sender.clock.now().toString(), ...why, reason };
  const made = await objects.messageFailed.create(sender.store, { mail }, failed);
  if (made === 'exists') {
    await checkSettled(objects.messageFailed.key({ mail }), of);
    return known;
  }
  emitMessageEvent(of, { kind: 'not sent', reason });
  return { ...known, history: { ...emptyHistory, failed, parts: [...known.parts] } };
}
