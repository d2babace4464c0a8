import { parseJson } from '#base/json.ts';

/**
 * A body that cannot be used. `kind` is a code of the table of remedies ('page': HTML or XML); `what` says it in words.
 */
type UnusableBody = {
  readonly kind: 'page' | 'text' | 'malformed' | 'not-UTF-8' | 'empty' | 'half' | 'too-large' | 'too-many';
  readonly what: string;
  /** The body as text, in which bytes that are not UTF-8 are `�`. */
  readonly text: string;
};

export type HttpAnswerBody =
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | UnusableBody;

export function createUnusableBody(kind: UnusableBody['kind'], what: string, text = ''): UnusableBody {
  return { kind, what, text };
}

export const truncatedBody = createUnusableBody('half', 'half a body');

/**
 * Decodes a body. JSON is UTF-8, whatever charset its header names (RFC 8259, 8.1 and 11). The charset, or UTF-16 if
 * the bytes show it, is only named in the message about a body that is not UTF-8.
 */
export function createBodyDecoder(contentType: string | null) {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder();
  let text = '';
  let isUtf8 = true;
  const add = (chunk?: Uint8Array): void => {
    const options = { stream: chunk !== undefined };
    try {
      if (isUtf8) text += strict.decode(chunk, options);
    } catch {
      isUtf8 = false;
    }
    if (!isUtf8) text += lenient.decode(chunk, options);
  };
  return {
    add,
    read: (): HttpAnswerBody => {
      add();
      const value = isUtf8 ? parseJson(text) : undefined;
      if (value !== undefined) return { kind: 'json', value, text };
      const first = text.trimStart().at(0);
      if (first === undefined) return createUnusableBody('empty', 'an empty body');
      if (/^\s*<\?xml/.test(text)) return createUnusableBody('page', 'XML', text);
      if (first === '<') return createUnusableBody('page', 'an HTML page', text);
      if (isTruncatedJson(text)) return truncatedBody;
      const charset = charsetOf(contentType, text);
      if (charset !== undefined)
        return createUnusableBody('not-UTF-8', `a body in ${charset}, not in UTF-8`, text);
      if (!isUtf8) return createUnusableBody('not-UTF-8', 'bytes that are not UTF-8', text);
      const isBegun = first === '{' || first === '[';
      return isBegun
        ? createUnusableBody('malformed', 'malformed JSON', text)
        : createUnusableBody('text', 'text that is not JSON', text);
    },
  };
}

/** The charset of a body that is not UTF-8; undefined if it is not known. */
function charsetOf(contentType: string | null, text: string): string | undefined {
  const named = /;\s*charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType ?? '')?.[1];
  if (named !== undefined && !/^utf-?8$/i.test(named)) return named;
  // JSON begins with ASCII characters, and in UTF-16 every other byte of them is 0.
  return /^\ufffd*\0?\s*[[{]\0?/.test(text) && text.slice(0, 5).includes('\0') ? 'UTF-16' : undefined;
}

/**
 * Whether text that begins as JSON ends before its brackets close. Only the brackets show this if the response has no
 * length and its body ends with the connection.
 */
function isTruncatedJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return false;
    }
  }
  return true;
}
