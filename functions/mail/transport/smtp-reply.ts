/**
 * Reads what a mail server's reply says from its status, its enhanced code (RFC 3463) or, if both say little, its words.
 * `smtp-rules.ts` decides what that means for a message.
 */

import type { NodemailerError } from 'nodemailer/lib/errors';
import { redacted } from '#base/text/redact.ts';
import type { SmtpServer } from './smtp-settings.ts';

export type SmtpReply = { readonly status: number; readonly text: string };

/**
 * The enhanced code without its class: `5.3` of `452 4.5.3 Too many recipients`, or of `452 too many recipients (#4.5.3)`.
 * The class often contradicts the status.
 */
function enhancedSubject({ text }: SmtpReply): string | undefined {
  return /(?:^\d{3}[ -]|#)[245]\.(\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1];
}

const tooMany = [
  /\btoo many (?:\w+ )?(?:recipients?|rcpts?|receivers|addressees|destinations?)\b/i,
  /\b(?:more than|exceeds?) \d+ (?:recipients|rcpts|receivers)\b/i,
  /\b(?:recipients?|rcpts?) (?:count |number )?(?:limit|maximum|exceed\w*)\b/i,
  /\bmax(?:imum|\.)? (?:number of |no\. of |of )?(?:\d+ )?(?:recipients|rcpts)\b/i,
  /\b(?:recipients?|rcpts?) (?:allowed |permitted )?(?:per|in (?:one|a single)) (?:message|mail|transaction)\b/i,
  // Some take the recipients of one domain in each transaction.
  /\bmultiple (?:destination )?(?:domains|regions)\b/i,
  /\b(?:only )?one recipient at a time\b/i,
];

export function isTooManyRecipients(reply: SmtpReply): boolean {
  return enhancedSubject(reply) === '5.3' || tooMany.some((words) => words.test(reply.text));
}

/**
 * The same of a reply to RCPT. A bare 452 says so there in any language (RFC 5321, 4.5.3.1.10), unless its words are of room;
 * 421 ends the connection, whoever was named last.
 */
export function isOneTooMany(reply: SmtpReply): boolean {
  if (reply.status === 421) return true;
  if (reply.status !== 452 || enhancedSubject(reply) !== undefined) return isTooManyRecipients(reply);
  return !saysFull(reply) && !/\b(?:storage|space|disk|memory|size|full|quota)\b/i.test(reply.text);
}

/** Whether a reply to RCPT says that the mailbox is full: 552 does in this place, unless its words are of a size. */
export function isMailboxFull(reply: SmtpReply): boolean {
  const subject = enhancedSubject(reply);
  if (subject !== undefined) return subject === '2.2';
  return saysFull(reply) || (reply.status === 552 && !/\b(?:size|large|big|length)\b/i.test(reply.text));
}

/** In reply to the message, only words decide: 552 and its usual code 5.2.2 may also mean that it is too large. */
export function saysFull({ text }: SmtpReply): boolean {
  return /\b(?:mailbox|inbox|quota|account|user)\b.*\b(?:full|exceeded|over ?quota)\b|\bover ?quota\b/i.test(
    text,
  );
}

/** 5.2.3: larger than the mailbox takes; 5.3.4: than the server takes. */
export function isTooLarge(reply: SmtpReply): boolean {
  return [523, 552].includes(reply.status) || ['2.3', '3.4'].includes(enhancedSubject(reply) ?? '');
}

/** Whether a reply is about the name in EHLO: many servers, as Postfix by default, refuse it at the first recipient only. */
export function isAboutName({ text }: SmtpReply): boolean {
  return /\b(?:[eh][eh]lo|hello name|in greeting)\b/i.test(text.replaceAll(/\S+@\S+/g, ''));
}

/** Whether a reply is about the address of this machine: a list of blocked ones, or no host name for it (5.7.25). */
export function isAboutMachine(reply: SmtpReply): boolean {
  return (
    enhancedSubject(reply) === '7.25' ||
    /\bclient host\b|\breverse[- ](?:dns|lookup|hostname)|\bPTR\b|\b(?:dns|r)bls?\b|\bspamhaus\b|\b(?:client|sending|your) (?:ip|host)\b/i.test(
      reply.text,
    )
  );
}

/** 530: log in first. Other servers say by a word that they do not relay, or not for this sender. */
export function isAboutSender({ status, text }: SmtpReply): boolean {
  return status === 530 || /\brelay|\bauthenticat|send ?as|\b5\.7\.60\b/i.test(text);
}

/** Undefined if the connection failed, or if the answer is neither 4xx nor 5xx. */
export function replyOf(
  { responseCode = 0, response }: NodemailerError,
  said: Redactor,
): SmtpReply | undefined {
  return responseCode >= 400 && responseCode < 600
    ? { status: responseCode, text: said(response) }
    : undefined;
}

/** Makes a server's text one short line without the password that it was sent, in any form. */
export type Redactor = (text: string | undefined) => string;

export function redactorFor(server: SmtpServer): Redactor {
  const secrets = secretsOf(server);
  return (text = '') => redacted(text, secrets);
}

/** The password as it is, and as AUTH LOGIN and AUTH PLAIN send it. */
export function secretsOf({ login }: SmtpServer): readonly string[] {
  if (login === undefined) return [];
  const { user, password } = login;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  // The longest first: a part that is replaced would hide the whole.
  return [base64(`\0${user}\0${password}`), base64(password), password];
}
