/** Makes the MIME bytes of a message; the same content gives the same bytes. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { oneLine } from '../../base/one-line.ts';
import { isAddress } from '../address.ts';
import { type Attachment, messageLimit } from './attachment-limit.ts';
import type { OutgoingMessage } from './mailer.ts';

/** All that a message says, and who says it to whom. */
export type MessageContent = {
  /** The occurrence and the message's name in the register; together they name the message for good. */
  readonly run: string;
  readonly message: string;
  readonly from: string;
  readonly fromName?: string | undefined;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly replyTo: readonly string[];
  /** A second copy has the same content with `markResent(subject)`. */
  readonly subject: string;
  /** ISO 8601 instant: when the issue was made, not when it is sent. */
  readonly date: string;
  readonly text: string;
  readonly html: string;
};

const instant = z.iso.datetime({ offset: true });

/** A message that cannot be composed; sending it again will not help. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
  readonly run: string;
  readonly messageName: string;
  /** The property that is wrong: `to[0]`, `date`, `attachments`. */
  readonly property: string;

  constructor(content: MessageContent, property: string, problem: string) {
    super(`Message ${lineOf(content.message)} of run ${lineOf(content.run)}: ${property} ${problem}`);
    this.run = content.run;
    this.messageName = content.message;
    this.property = property;
  }
}

/** The composer of MIME, which is much code: loaded when a message is composed, or before, when there is time. */
export function loadComposer(): Promise<typeof import('nodemailer/lib/mail-composer')> {
  return import('nodemailer/lib/mail-composer');
}

/**
 * Composes a message with a text body, an HTML body and files. Message-ID and MIME boundaries are derived from
 * run and message, so that a marked second copy differs from the first in its subject alone. There is never a
 * Bcc: everybody sees who has the report.
 * @throws MessageError for an address or a date that is none, no recipient, or more bytes than SES takes
 */
export async function composeMessage(
  content: MessageContent,
  attachments: readonly Attachment[],
): Promise<OutgoingMessage> {
  check(content);
  const seed = createHash('sha256')
    .update(JSON.stringify([content.run, content.message]))
    .digest('hex');
  const to = unique(content.to);
  const seen = new Set(to.map((address) => address.toLowerCase()));
  const cc = unique(content.cc).filter((address) => !seen.has(address.toLowerCase()));
  const { default: MailComposer } = await loadComposer();
  const raw = await new MailComposer({
    messageId: `<${seed.slice(0, 32)}@${content.from.slice(content.from.lastIndexOf('@') + 1)}>`,
    date: new Date(content.date),
    from: { name: lineOf(content.fromName ?? ''), address: content.from },
    to,
    cc,
    replyTo: unique(content.replyTo),
    subject: lineOf(content.subject),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    text: content.text,
    html: content.html,
    attachments: attachments.map(({ fileName, bytes }) => ({
      filename: safeFileName(fileName),
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    baseBoundary: seed.slice(32),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  if (raw.length > messageLimit) {
    const remedy = 'Hold the files back and link them.';
    throw new MessageError(
      content,
      'attachments',
      `make it ${raw.length} bytes, over ${messageLimit}. ${remedy}`,
    );
  }
  return { run: content.run, message: content.message, from: content.from, recipients: [...to, ...cc], raw };
}

function check(content: MessageContent): void {
  const addresses = [
    ['from', content.from] as const,
    ...content.to.map((address, index) => [`to[${index}]`, address] as const),
    ...content.cc.map((address, index) => [`cc[${index}]`, address] as const),
    ...content.replyTo.map((address, index) => [`replyTo[${index}]`, address] as const),
  ];
  for (const [property, address] of addresses) {
    if (isAddress(address)) continue;
    const remedy = 'Correct it in the configuration or in the planning service.';
    throw new MessageError(content, property, `is no e-mail address: ${quoted(address)}. ${remedy}`);
  }
  if (content.to.length === 0) {
    throw new MessageError(content, 'to', 'has no address. Give the report a recipient.');
  }
  if (!instant.safeParse(content.date).success) {
    throw new MessageError(
      content,
      'date',
      `is no ISO 8601 instant: ${quoted(content.date)}. Give the data date.`,
    );
  }
}

/** Addresses once each, whatever their case, in the order given. */
function unique(addresses: readonly string[]): string[] {
  return [
    ...new Map(addresses.toReversed().map((address) => [address.toLowerCase(), address])).values(),
  ].toReversed();
}

/** A header's text: one line, without half a surrogate pair. */
function lineOf(text: string): string {
  return oneLine(text.toWellFormed());
}

/** A name that no mail program takes for a path; it keeps its letters, whatever their script. */
function safeFileName(name: string): string {
  const safe = lineOf(name)
    .replaceAll(/[/\\:*?"<>|]+/g, '-')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/^\.+/, '');
  return safe === '' ? 'attachment' : safe;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
