/** Longer names are cut in the mail; the workbook has them whole. */
const longest = 160;

/**
 * A text from the service or the configuration as it may stand in a line: on one line, without control
 * characters, lone surrogates or the marks that turn the direction of what follows, and not endless.
 */
export function plain(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
