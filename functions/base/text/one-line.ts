const unsettled = /[\p{Cc}\u2028\u2029]|\p{White_Space}{2}|^\p{White_Space}|\p{White_Space}$/u;
const controlsAndBlanks = /[\p{Cc}\p{White_Space}]+/gu;

/** Folds control characters and runs of blanks, line breaks among them, into one space, and trims the ends; empty for no text. */
export function oneLine(text: string | undefined): string {
  if (text === undefined) return '';
  return unsettled.test(text) ? text.replace(controlsAndBlanks, ' ').trim() : text;
}

/** The message of an error on one line, cut to `maxLength` characters. */
export function errorLine(error: unknown, maxLength: number): string {
  return oneLine(error instanceof Error ? error.message : String(error)).slice(0, maxLength);
}

/** A letter, a digit or a sign: neither blank nor one of the characters that only format others. */
const legible = /[^\p{White_Space}\p{Cc}\p{Cf}]/u;

/** The first of the texts in which something can be seen, on one line; empty where there is none. */
export function firstNonBlank(...texts: readonly (string | undefined)[]): string {
  return oneLine(texts.find((text) => text !== undefined && legible.test(text)));
}

/** Control characters but line feed and tab, other line breaks, and marks that change the direction of writing. */
const acting = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A text for a terminal or a log, in which characters that would act on the screen or reorder the line are written as
 * `\u001b`. In JSON and in YAML's double quotes it means the same as before.
 */
export function printable(text: string): string {
  return text.replace(acting, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
