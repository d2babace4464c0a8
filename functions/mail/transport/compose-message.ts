/** Composes the MIME bytes of a message. The same content gives the same bytes. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { LookaheadError } from '#base/lookahead-error.ts';
import { parseMailAddress } from '#base/text/mail-address.ts';
import { oneLine } from '#base/text/one-line.ts';
import { type MailingList, mailingListHeaders } from '#mail/report-list.ts';
import type { Attachment, MessageIdentity, OutgoingMessage } from './mailer.ts';

/**
 * Bytes of a whole message: the limit of SES. A larger message fails, and the contact is notified.
 * @limit mail
 */
export const maxMessageBytes = 10_000_000;

export type MessageContent = MessageIdentity & {
  readonly from: string;
  readonly fromName?: string | undefined;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly replyTo: readonly string[];
  readonly list?: MailingList | undefined;
  readonly subject: string;
  /** ISO 8601 instant at which the issue was made, not at which it is sent. */
  readonly date: string;
  readonly text: string;
  readonly html: string;
};

const instant = z.iso.datetime({ offset: true });

/** A message that cannot be composed. Composing the same content again fails again. */
export class MessageError extends LookaheadError {
  override readonly name = 'MessageError';

  constructor(
    content: MessageContent,
    {
      property,
      problem,
      remedy,
    }: { readonly property: string; readonly problem: string; readonly remedy: string },
  ) {
    const name = `Message ${headerLine(content.message)} of run ${headerLine(content.run)}`;
    super(`${name}: ${property} ${problem}`, { kind: 'curable', remedy });
  }
}

/** Loads the MIME composer, which is large: for the first message, or in advance while there is time. */
export function loadComposer(): Promise<typeof import('nodemailer/lib/mail-composer')> {
  return import('nodemailer/lib/mail-composer');
}

/**
 * Composes a message with a text body, an HTML body and files. The Message-ID and the MIME boundaries are derived from
 * the run and the name of the message, so that a resent copy differs from the first only in its subject. There is
 * never a Bcc: every reader sees who gets the report.
 * @throws MessageError for an invalid address or date, no recipient, or more bytes than SES accepts
 */
export async function composeMessage(
  content: MessageContent,
  attachments: readonly Attachment[],
): Promise<OutgoingMessage> {
  checkMessageContent(content);
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
    from: { name: headerText(content.fromName ?? ''), address: content.from },
    to,
    cc,
    replyTo: unique(content.replyTo),
    subject: headerText(content.subject),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      ...(content.list ? mailingListHeaders(content.list) : {}),
    },
    text: content.text,
    html: content.html,
    attachments: attachments.map(({ fileName, contentType, bytes }) => ({
      filename: safeFileName(fileName),
      contentType,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    baseBoundary: seed.slice(32),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  if (raw.length > maxMessageBytes) {
    throw new MessageError(content, {
      property: 'attachments',
      problem: `make it ${raw.length} bytes, over the limit of ${maxMessageBytes}`,
      remedy: 'Link to the files instead of attaching them.',
    });
  }
  return { run: content.run, message: content.message, from: content.from, recipients: [...to, ...cc], raw };
}

/**
 * Puts a text on one line, and breaks up encoded words such as `=?utf-8?q?Invoice?=`: nodemailer would leave them as
 * they are, and mail programs would show the decoded text.
 */
function headerText(text: string): string {
  return headerLine(text).replaceAll('=?', '= ?');
}

function checkMessageContent(content: MessageContent): void {
  const addresses = [
    ['from', content.from] as const,
    ...content.to.map((address, index) => [`to[${index}]`, address] as const),
    ...content.cc.map((address, index) => [`cc[${index}]`, address] as const),
    ...content.replyTo.map((address, index) => [`replyTo[${index}]`, address] as const),
  ];
  for (const [property, address] of addresses) {
    if (parseMailAddress(address) !== undefined) continue;
    throw new MessageError(content, {
      property,
      problem: `is not an e-mail address: ${quoted(address)}`,
      remedy: 'Correct it in the configuration or in the planning service.',
    });
  }
  if (content.to.length === 0) {
    throw new MessageError(content, {
      property: 'to',
      problem: 'has no address',
      remedy: 'Give the report a recipient.',
    });
  }
  if (!instant.safeParse(content.date).success) {
    throw new MessageError(content, {
      property: 'date',
      problem: `is not an ISO 8601 instant: ${quoted(content.date)}`,
      remedy: 'Use the time at which the tasks were read.',
    });
  }
}

function unique(addresses: readonly string[]): string[] {
  return [
    ...new Map(addresses.toReversed().map((address) => [address.toLowerCase(), address])).values(),
  ].toReversed();
}

function headerLine(text: string): string {
  return oneLine(text.toWellFormed());
}

function safeFileName(name: string): string {
  const safe = headerLine(name)
    .replaceAll(/[/\\:*?"<>|]+/g, '-')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/^\.+/, '');
  return safe === '' ? 'attachment' : safe;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
