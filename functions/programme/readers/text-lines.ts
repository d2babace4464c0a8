import { isUtf8 } from 'node:buffer';
import { ProgrammeError, type ProgrammeReadOptions } from '#programme/programme.ts';
import { likelyCodePage } from './code-pages.ts';

/**
 * Maximum length of a line, which is one record. Notes have at most a few thousand characters, so a longer line is not
 * a record.
 */
const maxLineCharacters = 4_000_000;

/**
 * The encoding of a text file: what its first bytes show, else the mapping's, else UTF-8 if the whole file is valid
 * UTF-8, else the likely code page if there is one and `likelyEncoding` is set, else Windows-1252, which Primavera
 * writes in western Europe and America.
 * @throws ProgrammeError for an encoding that is not known
 */
export function encodingOf(bytes: Uint8Array, { encoding: asked, likelyEncoding }: ProgrammeReadOptions) {
  const found = encodingOfFirstBytes(bytes);
  if (found !== undefined) return { label: found };
  if (asked === undefined) {
    // A longer text in Windows-1252 is never valid UTF-8 by chance.
    if (isUtf8(bytes)) return { label: 'utf-8' };
    const likely = likelyCodePage(bytes);
    if (likely && likelyEncoding) return { label: likely.label, likely };
    const warning =
      likely &&
      `Read as windows-1252, but words look like ${likely.label}: ${likely.example}. If names are wrong, write encoding: ${likely.label} in the mapping.`;
    return { label: 'windows-1252', likely, warning, isUnsure: likely === undefined };
  }
  try {
    return { label: new TextDecoder(asked).encoding };
  } catch (cause) {
    throw new ProgrammeError(`the encoding ${JSON.stringify(asked)} of the mapping is not known`, {
      remedy: 'Use a name such as windows-1252, utf-8, windows-1251 or gbk.',
      cause,
    });
  }
}

/**
 * Calls `visit` with each line, numbered from 1, without its line break.
 * @returns the number of the last line
 * @throws ProgrammeError, with the line, for bytes that are not text in this encoding, and for a line that is too long
 */
export function forEachLine(
  bytes: Uint8Array,
  label: string,
  visit: (text: string, line: number) => void,
): number {
  let line = 0;
  let rest = '';
  for (const piece of decodeText(bytes, label)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      visit(withoutReturn(text), line);
    }
    if (rest.length > maxLineCharacters) {
      throw new ProgrammeError(
        `the line has more than ${maxLineCharacters.toLocaleString('en')} characters`,
        { line: line + 1, remedy: 'Export the programme again.' },
      );
    }
  }
  if (rest === '') return line;
  visit(withoutReturn(rest), line + 1);
  return line + 1;
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

const misread =
  /[\u00c2\u00c3][\u0080-\u00bf\u0152-\u0192\u02c6-\u20ac\u2122]|[À-ÖØ-öø-ÿ]{4}|[\u0080-\u009f]/;

/**
 * Whether a text looks as if it was decoded with the wrong encoding. Long notes do not count, because they may contain
 * any character.
 */
export function looksMisread(text: string): boolean {
  return text.length < 2000 && misread.test(text);
}

const chunkBytes = 32 * 1024;

/** The encoding that a byte order mark shows; without one, UTF-16 if one of the first two bytes is zero. */
export function encodingOfFirstBytes(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be';
  return undefined;
}

/**
 * The text of a file in pieces, without a byte order mark.
 * @param encoding a WHATWG label
 * @throws ProgrammeError, with the line, for bytes that are not text in that encoding
 */
export function* decodeText(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const end = at + chunkBytes;
    try {
      yield decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
    } catch (cause) {
      const replaced = new TextDecoder(encoding).decode(bytes.subarray(0, end));
      throw new ProgrammeError(`there are bytes that are not ${encoding} text`, {
        line: 1 + lineBreaks(replaced.slice(0, replaced.indexOf('\uFFFD'))),
        remedy: 'Save the file again as UTF-8.',
        cause,
      });
    }
  }
}

/** The text of a small file, decoded as UTF-8 or as its first bytes show. @throws as `decodeText` */
export function decodeWholeText(bytes: Uint8Array): string {
  return [...decodeText(bytes, encodingOfFirstBytes(bytes) ?? 'utf-8')].join('');
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

const maxSharedTextLength = 19;

/**
 * Returns a function that copies a text out of the larger text that it is part of. Ids, dates and words occur in many
 * records: each text of at most `maxSharedTextLength` characters is kept once.
 */
export function textDeduplicator(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > maxSharedTextLength) return copiedText(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const copy = copiedText(text);
    known.set(copy, copy);
    return copy;
  };
}

const maxEngineCopiedLength = 12;

/** Copies a text, because a slice keeps the larger text in memory: names of tasks would keep the whole file. */
function copiedText(text: string): string {
  return text.length <= maxEngineCopiedLength ? text : Buffer.from(text).toString();
}
