/** Classifies replies of mail servers by what they mean for a message. A reply is its text, status first. */

import type { NodemailerError } from 'nodemailer/lib/errors';
import { remedyFor, smtpRemedies } from '#base/remedies.ts';
import { redactedCause, redactedLine } from '#base/text/redact.ts';
import {
  type NotAcceptedResult,
  notAcceptedResult,
  type RejectedRecipient,
  UnknownSendOutcomeError,
} from './mailer.ts';
import type { SmtpServer } from './smtp-settings.ts';

/**
 * Words for a full mailbox. In a reply to the message itself, only they count: 552 and 5.2.2 may also mean that the
 * message is too large.
 */
const fullMailboxPattern =
  /\b(mailbox|inbox|quota|account|user)\b.*\b(full|exceeded|over ?quota)\b|\bover ?quota\b/i;

/**
 * Patterns by meaning. For `452 too many recipients (#4.5.3)` a pattern is tested on
 * `452.5.3 452 too many recipients (#4.5.3)`: the status, the enhanced code (RFC 3463) without its class, which often
 * contradicts the status, and the words without addresses.
 */
const replyPatterns = {
  /** The name in EHLO is refused. Many servers, such as Postfix by default, do so only at the first recipient. */
  name: /\b([eh][eh]lo|hello name|in greeting)\b/i,
  /** The IP address of this machine is refused: it is on a blocklist or has no host name. */
  machine:
    /^\d+\.7\.25 |reverse[- ](dns|lookup|hostname)|\bPTR\b|[rs]bls?\b|spamhaus|\b(client|sending|your) (ip|host)\b/i,
  /** The login has used up its daily or hourly limit. Some servers word this like a full mailbox. */
  limit: /^\d+\.4\.5 |\b(sending|daily|hourly)\b.*\b(limit|quota)/i,
  startTls: /\bstarttls\b/i,
  /** The sender is refused. 530: log in first. Other servers say in words that they do not relay for this sender. */
  sender: /^530|\brelay|\bauthenticat|send ?as|\b5\.7\.60\b/i,
  full: fullMailboxPattern,
  /** A full mailbox in a reply to RCPT: also 552 without an enhanced code, unless its words are about a size. */
  mailbox: new RegExp(
    `^\\d+\\.2\\.2 |^\\d+ .*(${fullMailboxPattern.source})|^552 (?!.*\\b(size|large|big|length))`,
    'i',
  ),
  room: /\b(storage|space|disk|memory|size|full|quota)\b/i,
  /** The message is too large, for the mailbox (5.2.3) or for the server (5.3.4). */
  size: /^(523|552)|^\d+\.(2\.3|3\.4) /,
  /** Too many recipients. Some servers accept only one domain or region per transaction. */
  tooMany:
    /^\d+\.5\.3 |too many (\w+ )?(recipient|destination)|(more than|exceeds?) \d+ recipients|recipients? (count |number )?(limit|maximum|exceed)|max(imum|\.)? ((number |no\. )?of )?(\d+ )?recipients|recipients? (allowed |permitted )?(per|in one|in a single) (message|mail|transaction)\b|multiple (destination )?(domains|regions)|one recipient at a time/i,
  encryption: /^53[08]|\b5\.7\.11\b/,
  appPassword: /\bapp(lication)?[- ](specific|password)/i,
  noPassword:
    /^5[03]4|\bx?o-?auth|(basic|modern) auth|less secure app|(passwords?|auth\w*)( login| auth\w*| method| mechanism)?( is| are)? (disabled|not (allowed|enabled|supported))/i,
  /** Basic authentication is off. Microsoft 365 may say so even after the login. */
  basicAuth: /basic auth/i,
};

type ReplyMeaning = keyof typeof replyPatterns;

export function hasReplyMeaning(reply: string, finding: ReplyMeaning): boolean {
  return replyPatterns[finding].test(searchableReply(reply));
}

function searchableReply(reply: string): string {
  const code = /(?:^.{4}|#)[245](\.\d+\.\d+)(?![\d.])/.exec(reply)?.[1] ?? '';
  const words = reply.replaceAll(/\S+@\S+/g, '').replaceAll(/rcpt|receiver|addressee/gi, 'recipient');
  return `${reply.slice(0, 3)}${code} ${words}`;
}

/** Whether a refusal is temporary: 4xx, or any status about the number of recipients (RFC 5321, 4.5.3.1.10). */
function isForNow(reply: string): boolean {
  return reply.startsWith('4') || hasReplyMeaning(reply, 'tooMany');
}

/**
 * Whether a reply to RCPT means too many recipients. A bare 452 means so in any language (RFC 5321, 4.5.3.1.10), unless
 * its words are about space. 421 counts too: it ends the connection.
 */
function isOneTooMany(reply: string): boolean {
  if (searchableReply(reply).startsWith('452 '))
    return !hasReplyMeaning(reply, 'full') && !hasReplyMeaning(reply, 'room');
  return reply.startsWith('421') || hasReplyMeaning(reply, 'tooMany');
}

/** Groups refused recipients by the kind of their refusal, in the form in which they are reported. */
export function groupRefusedRecipients(refused: readonly NodemailerError[], server: SmtpServer) {
  const tooMany: RejectedRecipient[] = [];
  const forNow: RejectedRecipient[] = [];
  const forGood: RejectedRecipient[] = [];
  for (const error of refused) {
    const reply = smtpReplyText(error, server);
    const sort = isOneTooMany(reply) ? tooMany : isForNow(reply) ? forNow : forGood;
    const isFull = hasReplyMeaning(reply, 'mailbox');
    sort.push({
      address: error.recipient ?? '',
      reason: redactedServerText(server, error.response),
      forNow: isFull || sort !== forGood || undefined,
      cause: isFull ? 'mailbox full' : undefined,
    });
  }
  return { tooMany, forNow, forGood };
}

/** A server's text as one short line, without the password in any form in which it was sent. */
export function redactedServerText(server: SmtpServer, text = ''): string {
  return redactedLine(text, secretsOf(server));
}

/**
 * The password in plain text, and as AUTH LOGIN and AUTH PLAIN send it. The longest form is first: if a part of it were
 * replaced before, the whole would no longer be found.
 */
function secretsOf({ login }: SmtpServer): readonly string[] {
  if (!login) return [];
  const { user, password } = login;
  const sent = [`\0${user}\0${password}`, password].map((text) => Buffer.from(text).toString('base64'));
  return [...sent, password];
}

/**
 * The server's reply; empty if the connection failed, if the reply is neither 4xx nor 5xx, or if its lines have several
 * codes.
 */
export function smtpReplyText({ responseCode = 0, response }: NodemailerError, server: SmtpServer): string {
  const isOne = new Set(response?.match(/^\d{3}/gm)).size < 2;
  return isOne && responseCode >= 400 && responseCode < 600 ? redactedServerText(server, response) : '';
}

/**
 * @param send.isSent whether the server received the whole message
 * @throws UnknownSendOutcomeError if it may have accepted the message
 */
export function smtpNotAcceptedResult(
  error: NodemailerError,
  server: SmtpServer,
  send: {
    readonly from: string;
    readonly isOpen: boolean;
    readonly isSent: boolean;
    readonly partlySent: boolean;
    readonly refused: readonly NodemailerError[];
  },
): NotAcceptedResult {
  const { command = '', response = '' } = error;
  const { from, isOpen } = send;
  const service = `The mail server ${server.host}:${server.port}`;
  const code = redactedServerText(server, error.originalCode ?? error.code);
  const reply = smtpReplyText(error, server);
  if (send.isSent && !reply) {
    const remedy = 'Look for it in the log of the mail server before sending it again.';
    throw new UnknownSendOutcomeError(service, {
      code,
      remedy,
      cause: redactedCause(error, secretsOf(server)),
    });
  }
  // If the failure came later, refused recipients are not its reason: the server accepted others.
  const refused = /RCPT|API/.test(command) ? send.refused : [];
  const isLogin = command === 'AUTH';
  const isEnd = isOpen && /^[45]/.test(response);

  function cause(): string {
    const recipients = refused.map((one) => smtpReplyText(one, server)).filter(Boolean);
    const replies = recipients[0] ? recipients : [reply];
    const allSay = (finding: ReplyMeaning) => replies.every((one) => hasReplyMeaning(one, finding));
    // Even with a temporary status: Google's relay answers 421 to a name that it never accepts.
    if ((/[EH]LO$/.test(command) && !reply.startsWith('4')) || (reply && allSay('name'))) return 'name';
    if (recipients.some(isForNow)) return send.partlySent ? 'laterForOthers' : 'later';
    if (!reply) return isEnd ? 'ended' : isOpen || isLogin || code !== 'EPROTOCOL' ? code : 'greeting';
    if (reply.startsWith('4')) return 'busy';
    if (!isOpen && !isLogin) return command === 'STARTTLS' ? command : 'machine';
    const order: readonly ReplyMeaning[] = isLogin
      ? ['encryption', 'appPassword', 'noPassword']
      : recipients[0]
        ? ['startTls', 'basicAuth', 'machine', 'limit', 'sender', 'mailbox', 'size']
        : ['startTls', 'basicAuth', 'machine', 'limit', 'full', 'size', 'sender'];
    return order.find(allSay) ?? command.slice(0, 4);
  }

  /** The words of the server or the network. For a login, only the codes, because the words may repeat the password. */
  function detail(): string {
    if (refused.length > 0) {
      return refused.map((one) => `${one.recipient}: ${redactedServerText(server, one.response)}`).join('; ');
    }
    if (!reply)
      return redactedServerText(server, code === 'EMESSAGE' ? error.message : isEnd ? response : code);
    return isLogin ? (/^\d+([ -]\d\.\d+\.\d+)?/.exec(reply)?.[0] ?? code) : reply;
  }

  const remedy = remedyFor(smtpRemedies, cause(), { setting: 'mail.smtp', name: server.name, from });
  // Other messages would fail too if the connection failed, or if a person has to act.
  const affects = !isOpen || remedy.kind === 'curable' ? 'every message' : undefined;
  return notAcceptedResult({ affects, ...remedy }, { service, detail: detail() });
}
