import { oneLine } from '#base/text/one-line.ts';
import { plainText } from '#display/plain-text.ts';
import { htmlBody } from './blocks/html-body.ts';
import type { MailBlock, MailItem } from './blocks/mail-body.ts';
import { textBody } from './blocks/text-body.ts';
import type { ComposedMail } from './write-mail.ts';

export type NoticeLine = {
  /** A `command` is never wrapped, because it is copied as a whole. */
  readonly kind: 'text' | 'heading' | 'item' | 'command' | 'button';
  readonly text: string;
  /** For an item. */
  readonly details?: readonly string[] | undefined;
  /** For a button. */
  readonly url?: string | undefined;
};

export function textLine(text: string): NoticeLine {
  return { kind: 'text', text };
}

export function itemLine(text: string, details: readonly string[] = []): NoticeLine {
  return { kind: 'item', text, details };
}

/** `title` is also the subject, `reason` the footer. */
export function composeNotice(notice: {
  readonly title: string;
  readonly lines: readonly NoticeLine[];
  readonly reason: string;
}): ComposedMail {
  const title = plainText(notice.title);
  // Not a heading: the preview should say what to do.
  const first = notice.lines.find(({ kind }) => kind !== 'heading');
  const body = {
    title,
    preview: first ? plainText(first.text) : title,
    blocks: [
      { kind: 'masthead', title, lines: [] },
      ...noticeBlocks(notice.lines),
      { kind: 'footer', lines: [onOneLine(notice.reason)] },
    ] satisfies readonly MailBlock[],
  };
  return { subject: title, text: textBody(body), html: htmlBody(body) };
}

function noticeBlocks(lines: readonly NoticeLine[]): readonly MailBlock[] {
  const blocks: MailBlock[] = [];
  for (const line of lines) {
    const text = onOneLine(line.text);
    const last = blocks.at(-1);
    if (line.kind === 'button') blocks.push({ kind: line.kind, text, url: line.url ?? '' });
    else if (line.kind === 'text') blocks.push({ kind: 'paragraph', text });
    else if (line.kind !== 'item') blocks.push({ kind: line.kind, text });
    else if (last?.kind === 'items') {
      blocks[blocks.length - 1] = { ...last, items: [...last.items, noticeItem(line)] };
    } else blocks.push({ kind: 'items', items: [noticeItem(line)], more: '' });
  }
  return blocks;
}

function noticeItem({ text, details = [] }: NoticeLine): MailItem {
  return { tag: '', tone: 'calm', title: onOneLine(text), details: details.map(onOneLine) };
}

/** Puts a text on one line. Does not shorten it, because a person has to act on it. */
function onOneLine(text: string): string {
  return oneLine(text.toWellFormed());
}

/**
 * Maximum number of reports or addresses that a mail to a contact describes; it counts the others.
 * @tunable
 */
export const maxDescribedItems = 20;
