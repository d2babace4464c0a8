/** Writes a short message to one person: what happened, and what to do. */
import { oneLine } from '../base/one-line.ts';
import { htmlBody } from './blocks/html-body.ts';
import { type Block, plainText } from './blocks/mail-body.ts';

export type NoticeLine =
  | { readonly kind: 'text'; readonly text: string }
  /** To be copied as a whole, so it is never wrapped. */
  | { readonly kind: 'command'; readonly text: string };

export function writeNotice(notice: { readonly title: string; readonly lines: readonly NoticeLine[] }): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const title = plainText(notice.title);
  const [first] = notice.lines;
  const blocks: readonly Block[] = [
    { kind: 'masthead', title, lines: [] },
    ...notice.lines.map((line): Block => ({ kind: 'paragraph', text: shown(line) })),
  ];
  return {
    subject: title,
    text: `${[title, ...notice.lines.map(shown)].join('\n\n')}\n`,
    html: htmlBody({ title, preview: first ? plainText(first.text) : title, blocks }),
  };
}

/** On one line and never shortened, because a person has to act on it. */
function shown({ text }: NoticeLine): string {
  return oneLine(text.toWellFormed());
}
