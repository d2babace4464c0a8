/**
 * The body of a message as blocks. Text and HTML are both made from them, so they have the same content. All strings
 * are plain text on one line; the HTML escapes them.
 */

import type { TextWithPersonToAsk } from '#display/task-words.ts';
import { countText } from '#lookahead/text/quantity-text.ts';

/** Selects the colour. The text must be clear without it. */
export type Tone = 'calm' | 'attention' | 'alarm';

export type MailItem = {
  readonly tag: string;
  readonly tone: Tone;
  readonly title: string;
  readonly details: readonly TextWithPersonToAsk[];
};

export type MailTaskWithDays = MailTaskEntry & { readonly days: string };

export type MailTaskEntry = {
  readonly title: string;
  readonly ref: string;
  readonly details: TextWithPersonToAsk;
  /** Further lines: notes, plant, materials. */
  readonly below: readonly string[];
};

export type MailBlock =
  | MastheadBlock
  | NoticeBlock
  | FiguresBlock
  | { readonly kind: 'heading' | 'paragraph' | 'note' | 'command'; readonly text: string }
  | { readonly kind: 'button'; readonly text: string; readonly url: string }
  | ItemsBlock
  | DaysBlock
  | { readonly kind: 'footer'; readonly lines: readonly TextWithPersonToAsk[] };

type MastheadBlock = {
  readonly kind: 'masthead';
  readonly title: string;
  readonly lines: readonly string[];
  readonly strong?: string | undefined;
};

export type NoticeBlock = {
  readonly kind: 'notice';
  readonly tone: Tone;
  readonly lines: readonly string[];
};

export type MailFigure = { readonly value: string; readonly label: string };

export type FiguresBlock = {
  readonly kind: 'figures';
  /** `above` for a row of days or weeks, `below` for a few large figures. */
  readonly labels: 'above' | 'below';
  readonly figures: readonly MailFigure[];
};

export type ItemsBlock = {
  readonly kind: 'items';
  readonly items: readonly MailItem[];
  readonly more: string;
};

export type DaysBlock = { readonly kind: 'days'; readonly lines: readonly MailTaskWithDays[] };

export type MailBody = {
  readonly title: string;
  readonly preview: string;
  readonly blocks: readonly MailBlock[];
};

/**
 * The first items of a list, and `and 7 more tasks in the workbook`; no block for an empty list.
 * @param list.noun singular: `task`
 */
export function shortenedListBlocks<Value>(
  values: readonly Value[],
  list: {
    readonly max: number;
    readonly item: (value: Value) => MailItem;
    readonly noun: string;
  },
): readonly MailBlock[] {
  const { max, item, noun } = list;
  if (values.length === 0) return [];
  const others = values.length - max;
  return [
    {
      kind: 'items',
      items: values.slice(0, max).map((value) => item(value)),
      more: others > 0 ? `and ${countText(others, `more ${noun}`)} in the workbook` : '',
    },
  ];
}
