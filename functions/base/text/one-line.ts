const needsFoldingPattern = /[\p{Cc}\u2028\u2029]|\p{White_Space}{2}|^\p{White_Space}|\p{White_Space}$/u;
const controlsAndBlanks = /[\p{Cc}\p{White_Space}]+/gu;

/** Folds control characters and sequences of blanks, including line breaks, into one space, and trims the ends. */
export function oneLine(text: string | undefined): string {
  if (text === undefined) return '';
  return needsFoldingPattern.test(text) ? text.replace(controlsAndBlanks, ' ').trim() : text;
}

export function errorLine(error: unknown, maxLength: number): string {
  return oneLine(error instanceof Error ? error.message : String(error)).slice(0, maxLength);
}

/**
 * Matches a character that a reader can see: not a blank (including the braille blank), not a format character, not one
 * without width.
 */
const legible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function firstNonBlank(...texts: readonly (string | undefined)[]): string {
  return oneLine(texts.find((text) => text !== undefined && legible.test(text)));
}

/**
 * Matches control characters except line feed and tab, other line breaks, and marks that change the writing direction.
 */
const actingCharacters = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Writes each character that would act on a terminal or reorder a line as an escape such as `\u001b`. In JSON and in
 * YAML's double quotes the text means the same as before.
 */
export function escapeUnprintable(text: string): string {
  return text.replace(actingCharacters, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function shortListText(texts: readonly string[], max: number, separator = ', '): string {
  const more = texts.length - max;
  return `${texts.slice(0, max).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}
