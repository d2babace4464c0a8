/**
 * The body of a message as blocks, from which both the text and the HTML are made, so that neither says more than the
 * other. Texts are plain and on one line; the HTML escapes them.
 */
import { oneLine } from '#base/text/one-line.ts';
import { countText } from '#lookahead/text/quantity-text.ts';

/** Characters. Longer names are shortened in the mail; the workbook shows them in full. */
const maxNameLength = 160;
/** Characters of a task's name: three lines of a phone. */
const maxTaskNameLength = 80;
/** Characters of a company or a reason of delay: a line of a phone. */
const maxFactLength = 40;

/** Decides the tint. The text must be clear without it. */
export type Tone = 'calm' | 'attention' | 'alarm';

export type Item = {
  readonly tag: string;
  readonly tone: Tone;
  readonly title: string;
  readonly details: readonly Detail[];
};

export type Detail =
  | string
  | {
      readonly text: string;
      /** Written to with a subject that says what the answer is about. */
      readonly ask: { readonly name: string; readonly address: string; readonly subject: string };
    };

export type DayLine = TaskWords & { readonly days: string };

export type TaskWords = {
  readonly title: string;
  readonly ref: string;
  readonly details: Detail;
  /** Lines of their own: notes, plant, materials. */
  readonly below: readonly string[];
};

export type Block =
  | MastheadBlock
  | NoticeBlock
  | FiguresBlock
  | { readonly kind: 'heading' | 'paragraph' | 'note' | 'command'; readonly text: string }
  | { readonly kind: 'button'; readonly text: string; readonly url: string }
  | ItemsBlock
  | DaysBlock
  | { readonly kind: 'footer'; readonly lines: readonly Detail[] };

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

export type Figure = { readonly value: string; readonly label: string };

export type FiguresBlock = {
  readonly kind: 'figures';
  /** Above the figures of a row of days or weeks; below a few large ones. */
  readonly labels: 'above' | 'below';
  readonly figures: readonly Figure[];
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
  return plainUpTo(maxNameLength, text);
}

export function plainTaskName(name: string): string {
  return plainUpTo(maxTaskNameLength, name);
}

export function plainFact(text: string): string {
  return plainUpTo(maxFactLength, text);
}

/**
 * The start of a text whose end says where the rest is.
 * @param cut.max characters
 * @param cut.rest `more on the page`
 */
export function plainStart(text: string, cut: { readonly max: number; readonly rest: string }): string {
  const line = oneLine(withoutDirections(text));
  const characters = [...line];
  if (characters.length <= cut.max) return line;
  const start = characters.slice(0, cut.max).join('');
  return `${start.replace(/\s+\S{0,25}$/u, '')}… ${cut.rest}`;
}

function plainUpTo(maxLength: number, text: string): string {
  const line = oneLine(withoutDirections(text));
  const characters = [...line];
  if (characters.length <= maxLength) return line;
  // Names of neighbours often differ in their last words: `level 3, east`.
  const end = Math.floor(maxLength / 3);
  return `${characters.slice(0, maxLength - 1 - end).join('')}…${characters.slice(-end).join('')}`;
}

/** Without characters that turn the direction of the text that follows. */
export function withoutDirections(text: string): string {
  return text.toWellFormed().replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');
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
 */
export function firstItems<Value>(
  values: readonly Value[],
  list: {
    readonly max: number;
    readonly item: (value: Value) => Item;
    readonly noun: string;
  },
): readonly Block[] {
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
