/**
 * The body of a message as blocks, from which both the text and the HTML are made, so that neither says more than the
 * other. Texts are plain and on one line; the HTML escapes them.
 */
import { oneLine } from '../../base/text/one-line.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { maxNameLength } from '../limits.ts';

/** Decides the tint. The text must be clear without it. */
export type Tone = 'calm' | 'attention' | 'alarm';

export type TableColumn = { readonly title: string; readonly align: 'left' | 'right' };

export type Item = {
  readonly tag: string;
  readonly tone: Tone;
  readonly title: string;
  readonly details: readonly Detail[];
};

export type Detail =
  | string
  | { readonly text: string; readonly ask: { readonly name: string; readonly address: string } };

export type DayLine = TaskWords & { readonly days: string };

export type TaskWords = {
  readonly title: string;
  readonly ref: string;
  readonly details: Detail;
};

export type Block =
  | MastheadBlock
  | NoticeBlock
  | FiguresBlock
  | { readonly kind: 'heading' | 'paragraph' | 'note' | 'command'; readonly text: string }
  | TableBlock
  | ItemsBlock
  | DaysBlock
  | { readonly kind: 'footer'; readonly lines: readonly string[] };

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
  readonly link: { readonly text: string; readonly url: string } | undefined;
};

export type FiguresBlock = {
  readonly kind: 'figures';
  readonly figures: readonly { readonly value: string; readonly label: string }[];
};

export type TableBlock = {
  readonly kind: 'table';
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
};

export type ItemsBlock = { readonly kind: 'items'; readonly items: readonly Item[]; readonly more: string };

export type DaysBlock = { readonly kind: 'days'; readonly lines: readonly DayLine[] };

export type MailBody = {
  readonly title: string;
  readonly preview: string;
  readonly blocks: readonly Block[];
};

/**
 * A text from the service or the configuration, safe for a line of the mail: on one line, without control characters,
 * unpaired surrogates or marks that change the direction of the text that follows, and shortened.
 */
export function plainText(text: string): string {
  const line = oneLine(
    text.toWellFormed().replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ''),
  );
  const characters = [...line];
  return characters.length <= maxNameLength ? line : `${characters.slice(0, maxNameLength - 1).join('')}…`;
}

export function factsLine(facts: readonly string[]): string {
  return facts
    .map(plainText)
    .filter((fact) => fact !== '')
    .join(' · ');
}

/**
 * The first items of a list, and how many more there are; no block for an empty list.
 * @param list.noun singular: `task`
 * @param list.where follows the number of the others: `, on the Changes sheet`
 */
export function firstItems<Value>(
  values: readonly Value[],
  list: {
    readonly max: number;
    readonly item: (value: Value) => Item;
    readonly noun: string;
    readonly where: string;
  },
): readonly Block[] {
  const { max, item, noun, where } = list;
  if (values.length === 0) return [];
  const others = values.length - max;
  return [
    {
      kind: 'items',
      items: values.slice(0, max).map((value) => item(value)),
      more: others > 0 ? `and ${countText(others, `more ${noun}`)}${where}` : '',
    },
  ];
}
