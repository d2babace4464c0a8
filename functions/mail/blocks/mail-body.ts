/**
 * A message's body before it is text or HTML: the same blocks for both, in the same order, so that neither says
 * more than the other. Texts are plain and on one line; whoever draws them escapes them.
 */

/** `tone` picks a tint; the words alone must say what matters. */
export type Tone = 'calm' | 'attention';

export type TableColumn = { readonly title: string; readonly align: 'left' | 'right' };

export type Item = {
  /** A word before the title: `moved`, `Mon 23 Nov`. */
  readonly tag: string;
  readonly tone: Tone;
  readonly title: string;
  readonly details: readonly string[];
};

export type Block =
  | { readonly kind: 'masthead'; readonly title: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'notice';
      readonly tone: Tone;
      readonly lines: readonly string[];
      readonly link: { readonly text: string; readonly address: string } | undefined;
    }
  /** The few figures to see at a glance. */
  | {
      readonly kind: 'figures';
      readonly figures: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly TableColumn[];
      readonly rows: readonly (readonly string[])[];
      /** Sums, under a line. */
      readonly total: readonly string[] | undefined;
    }
  | {
      readonly kind: 'items';
      readonly items: readonly Item[];
      /** `and 12 more, on the Changes sheet`; empty where there are none. */
      readonly more: string;
    }
  | { readonly kind: 'footer'; readonly lines: readonly string[] };

export type MailBody = {
  readonly title: string;
  /** What an inbox shows after the subject. */
  readonly preview: string;
  readonly blocks: readonly Block[];
};

/** Longer names are cut in the mail; the workbook has them whole. */
const longest = 160;

/**
 * A text from the service or the configuration as it may stand in a line: on one line, without control
 * characters, lone surrogates or the marks that turn the direction of what follows, and not endless.
 */
export function plainText(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
