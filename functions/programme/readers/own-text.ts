/** Shorter parts of a text are copies already. */
const maxCopied = 12;

/**
 * The same text as a copy. A part of a larger text keeps all of that in memory: names of tasks would keep the whole
 * file.
 */
export function ownText(text: string): string {
  return text.length <= maxCopied ? text : Buffer.from(text).toString();
}
