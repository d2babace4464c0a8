/**
 * Sends messages through a mail server. One call is one sending over a connection of its own: the message is accepted,
 * refused (for now or permanently), or the answer is lost, which throws.
 */

import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import type { SMTPConnectionEnvelope } from 'nodemailer/lib/smtp-connection';
import type {
  Mailer,
  NotAccepted,
  OutgoingMessage,
  Part,
  Refusal,
  RejectedRecipient,
  SendOptions,
  SendResult,
} from './mailer.ts';
import {
  isMailboxFull,
  isOneTooMany,
  isTooManyRecipients,
  type Redactor,
  redactorFor,
  replyOf,
} from './smtp-reply.ts';
import { isForNow, smtpOutcome } from './smtp-rules.ts';
import { isEndOfConnection, type Line, lineTo, type SmtpTimes } from './smtp-session.ts';
import type { SmtpServer } from './smtp-settings.ts';

/** How long a recipient refused for now (4xx) holds the message back from the others. */
const greylistingPatienceSeconds = 3_600;

type SmtpLimits = SmtpTimes & {
  /**
   * Milliseconds for the whole send. Less than the lease of an intent, so that a sender stops before its lease ends.
   */
  readonly whole: number;
};

const usualLimits: SmtpLimits = { connect: 30_000, answer: 300_000, whole: 900_000 };

/**
 * A mailer for a mail server with a certificate that this machine trusts.
 *
 * A recipient that the server refuses for now (4xx, such as greylisting) stops the message before any of it is sent,
 * because a message cannot be sent to some recipients now and to the rest later. That lasts `greylistingPatienceSeconds` seconds from
 * the recipient's first refusal, or until the last attempt: greylisting ends in minutes, and a full mailbox or a
 * mistyped domain must not keep the report from everyone else. A recipient refused after that, or for good (5xx), is
 * named in the answer, and the others get the message.
 *
 * A server may take fewer recipients in a transaction than there are (RFC 5321, 4.5.3.1.10). The same bytes then go
 * to the rest in further transactions, as long as each one takes somebody. If a server refuses the message or ends
 * the connection because of their number, the next transaction names fewer.
 *
 * @returns a mailer; its `send` throws `LostAnswerError` if it is unknown whether the server accepted the message
 */
export function createSmtpMailer(server: SmtpServer, limits = usualLimits): Mailer {
  return {
    repeatable: false,
    send: (message, options = {}) => sendInParts(message, server, { ...limits, ...options }),
  };
}

type Ended = {
  readonly rejected: readonly RejectedRecipient[];
  readonly others: readonly string[];
} & (
  | { readonly kind: 'taken'; readonly part: Part }
  /** `outcome`: what it means for the message if no other transaction takes anybody. */
  | { readonly kind: 'nobody'; readonly outcome: NotAccepted }
);

type Sending = SmtpLimits &
  SendOptions & {
    readonly server: SmtpServer;
    readonly line: Line;
    readonly partlySent: boolean;
  };

async function sendInParts(
  message: OutgoingMessage,
  server: SmtpServer,
  { taken, before, ...options }: SmtpLimits & SendOptions,
): Promise<SendResult> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), options.whole);
  const line = lineTo(server, { times: options, signal: over.signal });
  const rejected: RejectedRecipient[] = [];
  let { messageId } = before ?? {};
  let rest = message.recipients;
  try {
    for (;;) {
      const sending = { ...options, server, line, partlySent: messageId !== undefined };
      const ended = await sendPart({ ...message, recipients: rest }, sending);
      if (ended.kind === 'refused' || (ended.kind === 'failed' && messageId === undefined)) return ended;
      if (ended.kind === 'failed') {
        rejected.push(...rest.map((address) => ({ address, reason: ended.reason })));
        rest = [];
      } else {
        rejected.push(...ended.rejected);
        rest = ended.others;
      }
      if (ended.kind === 'taken') {
        messageId = ended.part.messageId;
        if (rest.length > 0) await taken?.(ended.part);
      }
      if (rest.length > 0) continue;
      if (messageId === undefined && ended.kind === 'nobody') return ended.outcome;
      return {
        kind: 'accepted',
        messageId: messageId ?? '',
        ...(rejected.length === 0 ? {} : { rejected }),
      };
    }
  } finally {
    clearTimeout(timer);
    line.end();
  }
}

async function sendPart(message: OutgoingMessage, sending: Sending): Promise<Ended | NotAccepted> {
  const { server, line, waited = () => 0, refusal, partlySent } = sending;
  const said = redactorFor(server);
  for (;;) {
    let stopped: Refusal | undefined;
    let envelope = envelopeOf(message);
    const content = contentOf(message.raw, async () => {
      if (sortRefused(envelope, said).forNow.some((address) => waited(address) < greylistingPatienceSeconds))
        return true;
      stopped = await refusal?.();
      return stopped !== undefined;
    });
    let beyond: readonly string[] = [];
    try {
      const session = await line.session();
      const max = Math.min(session.maxRecipients, line.maxRecipients());
      beyond = message.recipients.slice(max);
      envelope = envelopeOf({ ...message, recipients: message.recipients.slice(0, max) });
      const part = { messageId: said(await session.send(envelope, content)), recipients: envelope.accepted };
      const { rejected, forNow, tooMany } = sortRefused(envelope, said);
      line.mayEnd();
      return {
        kind: 'taken',
        part,
        rejected: [...rejected, ...forNow.map((address) => notInTime(address, envelope, said))],
        others: [...tooMany, ...beyond],
      };
    } catch (error) {
      if (stopped) return stopped;
      if (!content.readableEnded && line.hasEnded(error)) continue;
      const { rejected, forNow, tooMany } = sortRefused(envelope, said);
      const mustWait = forNow.some((address) => waited(address) < greylistingPatienceSeconds);
      const fewer = fewerThan(envelope, error, { said, canHaveEnded: !content.readableEnded && !mustWait });
      if (fewer > 0 && line.restart(fewer)) continue;
      const outcome = smtpOutcome(error, {
        message,
        server,
        stage: content.readableEnded ? 'awaiting the answer' : line.stage(),
        refusedRecipients: envelope.rejectedErrors,
        partlySent,
      });
      const isRefused = envelope.rejectedErrors.length === envelope.to?.length;
      // A server that refuses even the first recipient as one too many counts more than this transaction.
      const isStuck = isRefused && rejected.length + forNow.length === 0;
      const deferred = isStuck ? tooMany : forNow;
      const isLong = deferred.every((address) => waited(address) >= greylistingPatienceSeconds);
      if (isRefused && isLong && (outcome.kind === 'failed' || outcome.cause === 'retryable')) {
        line.mayEnd();
        await line.reset();
        return {
          kind: 'nobody',
          outcome: withDeferred(outcome, deferred),
          rejected: [...rejected, ...deferred.map((address) => notInTime(address, envelope, said))],
          others: isStuck ? beyond : [...tooMany, ...beyond],
        };
      }
      return withDeferred(outcome, deferred);
    } finally {
      content.destroy();
    }
  }
}

function withDeferred(outcome: NotAccepted, deferred: readonly string[]): NotAccepted {
  return outcome.kind === 'refused' && deferred.length > 0 ? { ...outcome, deferred } : outcome;
}

function envelopeOf({ from, recipients, raw }: OutgoingMessage): SMTPConnectionEnvelope {
  const known = { rcptQueue: [], accepted: [], rejected: [], rejectedErrors: [] };
  return { from, to: [...recipients], size: raw.length, ...known };
}

function sortRefused({ rejectedErrors }: SMTPConnectionEnvelope, said: Redactor) {
  const rejected: RejectedRecipient[] = [];
  const forNow: string[] = [];
  const tooMany: string[] = [];
  for (const refused of rejectedErrors) {
    const { recipient: address = '' } = refused;
    const reply = replyOf(refused, said);
    if (reply && isOneTooMany(reply)) tooMany.push(address);
    else if (reply && isForNow(reply)) forNow.push(address);
    else if (reply && isMailboxFull(reply)) {
      rejected.push({ address, reason: reply.text, forNow: true, cause: 'mailbox full' });
    } else rejected.push({ address, reason: said(refused.response) });
  }
  return { rejected, forNow, tooMany };
}

function notInTime(
  address: string,
  { rejectedErrors }: SMTPConnectionEnvelope,
  said: Redactor,
): RejectedRecipient {
  const refused = rejectedErrors.find(({ recipient }) => recipient === address);
  const reply = refused && replyOf(refused, said);
  const isFull = reply !== undefined && isMailboxFull(reply);
  return {
    address,
    reason: reply?.text ?? '',
    forNow: true,
    cause: isFull ? 'mailbox full' : undefined,
  };
}

/**
 * Number of recipients for the next transaction after the server refused one, or ended the connection, because of
 * their number; 0 if that is not the reason, or if fewer are not possible.
 */
function fewerThan(
  { accepted, to = [] }: SMTPConnectionEnvelope,
  error: unknown,
  { said, canHaveEnded }: { readonly said: Redactor; readonly canHaveEnded: boolean },
): number {
  if (!(error instanceof Error)) return 0;
  const { command }: NodemailerError = error;
  const reply = replyOf(error, said);
  const isSaid = reply !== undefined && isTooManyRecipients(reply);
  if (isSaid && command === 'DATA') return Math.floor(accepted.length / 2);
  const hasEnded = canHaveEnded && isEndOfConnection(error) && accepted.length < to.length;
  return isSaid || hasEnded ? accepted.length : 0;
}

const chunkBytes = 65_536;

/**
 * The message in chunks. It is read only once the server has answered for every recipient and asked for it. If it
 * must not be sent, reading fails, and the connection is closed before the end of the message.
 */
function contentOf(raw: Uint8Array, mustStop: () => Promise<boolean>): Readable {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (await mustStop()) throw new Error('The message must not be sent now');
    for (let from = 0; from < raw.length; from += chunkBytes) yield raw.subarray(from, from + chunkBytes);
  }
  return Readable.from(chunks(), { objectMode: false });
}
