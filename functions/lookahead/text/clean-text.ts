/**
 * Names and notes as people typed them, made safe to stand on one line of a cell, a header or a key. The task
 * as the service gave it stays beside the plan, untouched.
 */
import { oneLine } from '../../base/one-line.ts';

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
const controlsButLineBreaks = /[^\P{Cc}\n\t]+/gu;

/** Lines broken by `\n` alone; other control characters fold into a space. Trimmed. */
export function keepLines(text: string | undefined): string {
  if (text === undefined) return '';
  return text.replace(lineBreaks, '\n').replace(controlsButLineBreaks, ' ').trim();
}

/** The first of the texts that has something to show, on one line; empty where none has. */
export function firstShown(...texts: readonly (string | undefined)[]): string {
  for (const text of texts) {
    const line = oneLine(text ?? '');
    if (line !== '') return line;
  }
  return '';
}

const asideInWords = /[\s\-_\u2010-\u2015]+/g;

/** A word of the service with case, blanks, hyphens and underscores aside: `In Progress` is `inprogress`. */
export function wordKey(text: string | undefined): string {
  return text === undefined ? '' : text.toLowerCase().replace(asideInWords, '');
}
