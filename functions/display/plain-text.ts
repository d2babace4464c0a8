/** Texts of a programme or the configuration, made safe for one line of a mail or a page. */
import { oneLine } from '#base/text/one-line.ts';

/** Maximum length of a name in characters. Longer names are shortened in the mail; the workbook shows them in full. */
const maxNameLength = 160;

/** Maximum length of a task's name in characters: three lines on a phone. */
const maxTaskNameLength = 80;

/** Maximum length of a company or a reason of delay in characters: one line on a phone. */
const maxFactLength = 40;

/**
 * Makes a text from the service or the configuration safe for a line of the mail: on one line, without control
 * characters, unpaired surrogates or marks that change the direction of the text that follows, and shortened. For
 * example, `Pour\nslab` becomes `Pour slab`.
 */
export function plainText(text: string): string {
  return plainUpTo(maxNameLength, text);
}

export function plainTaskName(name: string): string {
  return plainUpTo(maxTaskNameLength, name);
}

export function shortPlainText(text: string): string {
  return plainUpTo(maxFactLength, text);
}

/**
 * Shortens a text between words and says where the rest is: `Bring the… more on the page`.
 * @param limit.max characters
 * @param limit.rest `more on the page`
 */
export function plainTextStart(text: string, limit: { readonly max: number; readonly rest: string }): string {
  const line = oneLine(withoutDirectionMarks(text));
  const characters = [...line];
  if (characters.length <= limit.max) return line;
  const start = characters.slice(0, limit.max).join('');
  return `${start.replace(/\s+\S{0,25}$/u, '')}… ${limit.rest}`;
}

function plainUpTo(maxLength: number, text: string): string {
  const line = oneLine(withoutDirectionMarks(text));
  const characters = [...line];
  if (characters.length <= maxLength) return line;
  // Similar names often differ only in their last words, such as `level 3, east`, so the end is kept.
  const end = Math.floor(maxLength / 3);
  return `${characters.slice(0, maxLength - 1 - end).join('')}…${characters.slice(-end).join('')}`;
}

/** Removes the characters that change the direction of the text that follows. */
export function withoutDirectionMarks(text: string): string {
  return text.toWellFormed().replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');
}

export function detailsLine(facts: readonly string[]): string {
  return facts
    .map(plainText)
    .filter((fact) => fact !== '')
    .join(' · ');
}
