import { ProgrammeError } from '../programme-error.ts';

const chunkBytes = 32 * 1024;

/** The encoding that the file's first bytes show: a byte order mark, or every second byte zero as UTF-16 has it. */
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
 * The file's text in pieces, without a byte order mark.
 * @param encoding a name that the WHATWG Encoding Standard knows
 * @param extent `sample` where the bytes may end within a character
 * @throws ProgrammeError with the line where bytes are not of that encoding
 */
export function* decodeText(
  bytes: Uint8Array,
  encoding: string,
  extent: 'whole file' | 'sample' = 'whole file',
): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes);
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: extent === 'sample' || at + chunkBytes < bytes.length });
    } catch (cause) {
      // The decoder does not say where. A second one, which replaces what is wrong, shows the place.
      const replaced = new TextDecoder(encoding).decode(chunk);
      const place = replaced.indexOf('\uFFFD', at === 0 ? 0 : 1);
      throw new ProgrammeError(`there are bytes that are not ${encoding} text`, {
        line: line + lineBreaks(replaced.slice(0, Math.max(0, place))),
        remedy: 'Save the file again as UTF-8.',
        cause,
      });
    }
    line += lineBreaks(text);
    yield text;
  }
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
