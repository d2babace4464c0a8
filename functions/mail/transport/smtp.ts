/**
 * Sends messages through a mail server. One call is one sending over a connection of its own: the message is accepted,
 * refused (for now or permanently), or the answer is lost, which throws.
 */

import { Readable } from 'node:stream';
import type { SMTPConnectionEnvelope } from 'nodemailer/lib/smtp-connection';
import type {
  AcceptedRecipients,
  Mailer,
  OutgoingMessage,
  RejectedRecipient,
  SendOptions,
  SendRefusal,
  SendResult,
} from './mailer.ts';
import {
  isEndOfConnection,
  isNodemailerError,
  openSmtpConnection,
  type SmtpConnection,
  type SmtpTimeouts,
  smtpFailureError,
} from './smtp-connection.ts';
import {
  groupRefusedRecipients,
  hasReplyMeaning,
  redactedServerText,
  smtpNotAcceptedResult,
  smtpReplyText,
} from './smtp-replies.ts';
import type { SmtpServer } from './smtp-settings.ts';

/** Maximum time for which a temporarily refused recipient (4xx) delays the message to the others. */
const greylistingPatienceSeconds = 3_600;

type SmtpLimits = SmtpTimeouts & {
  /**
   * Maximum milliseconds of the whole send: less than the lease of an intent, so that a sender stops before its lease
   * ends.
   */
  readonly wholeMs: number;
};

const usualLimits: SmtpLimits = { connectMs: 30_000, answerMs: 300_000, wholeMs: 900_000 };

/**
 * A mailer for a mail server with a certificate that this machine trusts.
 *
 * If the server refuses a recipient temporarily (4xx, such as greylisting), the whole message is held back, because it
 * cannot be sent to some recipients now and to the rest later. It waits until `greylistingPatienceSeconds` after the
 * recipient's first refusal, or until the last attempt: greylisting ends in minutes, and a full mailbox or a mistyped
 * domain must not keep the report from everyone else. After that, or if a recipient is refused for good (5xx), the
 * others get the message, and the result names the refused recipient.
 *
 * A server may accept fewer recipients in a transaction than the message has (RFC 5321, 4.5.3.1.10). The same bytes are
 * then sent to the rest in further transactions, as long as each accepts a recipient. If a server refuses the message
 * or ends the connection because of the number of recipients, the next transaction names fewer.
 *
 * @returns a mailer; its `send` throws `UnknownSendOutcomeError` if it is unknown whether the server accepted the
 *   message
 */
export function createSmtpMailer(server: SmtpServer, limits = usualLimits): Mailer {
  return {
    repeatable: false,
    send: (message, options) => sendInParts(message, server, { ...limits, ...options }),
  };
}

async function sendInParts(
  message: OutgoingMessage,
  server: SmtpServer,
  {
    waitedSeconds = () => 0,
    findRefusal,
    earlierPart,
    onPartTaken,
    wholeMs,
    ...times
  }: SmtpLimits & SendOptions,
): Promise<SendResult> {
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => over.abort(smtpFailureError('ETIMEDOUT')), wholeMs);
  const mustWait = ({ address }: RejectedRecipient) => waitedSeconds(address) < greylistingPatienceSeconds;
  const rejected: RejectedRecipient[] = [];
  let messageId = earlierPart?.messageId;
  let part: AcceptedRecipients | undefined;
  let rest = message.recipients;
  let max = rest.length;
  let connection: SmtpConnection | undefined;
  /**
   * Whether a transaction has ended on this connection. The server may then close it, and the next transaction opens
   * another.
   */
  let mayServerEnd = false;
  const closeConnection = () => {
    connection?.close();
    connection = undefined;
    mayServerEnd = false;
  };
  try {
    do {
      if (part) await onPartTaken?.(part);
      part = undefined;
      let stopped: SendRefusal | undefined;
      let envelope = envelopeOf(message, rest);
      const content = messageStream(message.raw, async () => {
        if (groupRefusedRecipients(envelope.rejectedErrors, server).forNow.some(mustWait)) return true;
        stopped = await findRefusal?.();
        return stopped !== undefined;
      });
      try {
        connection ??= await openSmtpConnection(server, { ...times, signal });
        max = Math.min(max, connection.maxRecipients);
        envelope = envelopeOf(message, rest.slice(0, max));
        messageId = redactedServerText(server, await connection.send(envelope, content));
        part = { messageId, recipients: envelope.accepted };
        mayServerEnd = true;
        const { forGood, forNow, tooMany } = groupRefusedRecipients(envelope.rejectedErrors, server);
        rejected.push(...forGood, ...forNow);
        rest = [...addressesOf(tooMany), ...rest.slice(max)];
      } catch (error) {
        if (stopped) return stopped;
        if (!isNodemailerError(error)) throw error;
        const isSent = content.readableEnded;
        const { to, accepted, rejectedErrors: refused } = envelope;
        const { forGood, forNow, tooMany } = groupRefusedRecipients(refused, server);
        const hasServerClosed = !isSent && isEndOfConnection(error);
        const isNumber = hasReplyMeaning(smtpReplyText(error, server), 'tooMany');
        const isCut = hasServerClosed && accepted.length < to.length && !forNow.some(mustWait);
        const divisor = isNumber && error.command === 'DATA' ? 2 : 1;
        const fewer = isNumber || isCut ? Math.floor(accepted.length / divisor) : 0;
        const nextMax = hasServerClosed && mayServerEnd ? max : fewer;
        if (nextMax > 0 && !signal.aborted) {
          max = nextMax;
          closeConnection();
          continue;
        }
        const outcome = smtpNotAcceptedResult(error, server, {
          from: message.from,
          isOpen: connection !== undefined,
          isSent,
          refused,
          partlySent: messageId !== undefined,
        });
        const isFailed = outcome.kind === 'failed';
        const isRefused = refused.length === to.length;
        // If the server refuses even the first recipient as too many, its limit covers more than this transaction.
        const isStuck = isRefused && forGood.length + forNow.length === 0;
        const deferred = isStuck ? tooMany : forNow;
        if (isRefused && !deferred.some(mustWait) && (isFailed || outcome.cause === 'retryable')) {
          mayServerEnd = true;
          await connection?.reset().catch(closeConnection);
          rejected.push(...forGood, ...deferred);
          rest = [...addressesOf(isStuck ? [] : tooMany), ...rest.slice(max)];
          if (rest.length > 0 || messageId !== undefined) continue;
        } else if (isFailed && messageId !== undefined) {
          rejected.push(...rest.map((address) => ({ address, reason: outcome.reason })));
          rest = [];
          continue;
        }
        return isFailed || deferred.length === 0 ? outcome : { ...outcome, deferred: addressesOf(deferred) };
      } finally {
        content.destroy();
      }
    } while (rest.length > 0);
    return {
      kind: 'accepted',
      messageId: messageId ?? '',
      rejected: rejected.length > 0 ? rejected : undefined,
    };
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

function envelopeOf(
  { from, raw }: OutgoingMessage,
  recipients: readonly string[],
): SMTPConnectionEnvelope & { readonly to: string[] } {
  return {
    from,
    to: [...recipients],
    size: raw.length,
    rcptQueue: [],
    accepted: [],
    rejected: [],
    rejectedErrors: [],
  };
}

function addressesOf(recipients: readonly RejectedRecipient[]): readonly string[] {
  return recipients.map(({ address }) => address);
}

const chunkBytes = 65_536;

/**
 * The message in chunks. It is read after the server has answered for every recipient and asked for the message.
 * If it must not be sent, reading fails, and the connection is closed before the end of the message.
 */
function messageStream(raw: Uint8Array, mustStop: () => Promise<boolean>): Readable {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (await mustStop()) throw new Error('The message must not be sent now');
    for (let from = 0; from < raw.length; from += chunkBytes) yield raw.subarray(from, from + chunkBytes);
  }
  return Readable.from(chunks(), { objectMode: false });
}
