import { parseJson } from '#base/json.ts';

export type ReadText =
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  /** `malformed`: begins as JSON but is not. `garbled`: not in any charset that the body may have; its text has `�`. */
  | { readonly kind: 'HTML' | 'text' | 'malformed' | 'garbled'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'half' };

type TextReader = { readonly add: (chunk?: Uint8Array) => void; readonly read: () => Text };
type Text = { readonly text: string; readonly isDamaged: boolean };

/**
 * JSON is UTF-8, whatever charset is named beside it (RFC 8259, 8.1 and 11). The named charset, or UTF-16 if the first
 * bytes show it, counts only for a body that is not JSON in UTF-8. Characters of JSON are never replaced.
 */
export function bodyReader(contentType: string | null) {
  let readers: readonly TextReader[] = [];
  return {
    add: (chunk: Uint8Array): void => {
      if (readers.length === 0) readers = possibleCharsets(contentType, chunk).map(textReader);
      for (const reader of readers) reader.add(chunk);
    },
    read: (): ReadText => {
      const texts = readers.map((reader) => reader.read());
      const whole = texts.filter(({ isDamaged }) => !isDamaged);
      for (const { text } of whole) {
        const value = parseJson(text);
        if (value !== undefined) return { kind: 'json', value, text };
      }
      return otherThanJson(whole[0] ?? texts[0] ?? { text: '', isDamaged: false });
    },
  };
}

function otherThanJson({ text, isDamaged }: Text): ReadText {
  if (endsInside(text)) return { kind: 'half' };
  const first = text.trimStart().at(0);
  if (first === undefined) return { kind: 'empty' };
  if (first === '<') return { kind: 'HTML', text };
  if (isDamaged) return { kind: 'garbled', text };
  return { kind: first === '{' || first === '[' ? 'malformed' : 'text', text };
}

function possibleCharsets(contentType: string | null, [first, second]: Uint8Array): readonly string[] {
  const named = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  // A byte order mark, or the first character of JSON, which is ASCII.
  if (first === 0 || (first === 0xfe && second === 0xff)) return ['utf-8', 'utf-16be'];
  if (second === 0 || (first === 0xff && second === 0xfe)) return ['utf-8', 'utf-16le'];
  return named === undefined || !isKnown(named) ? ['utf-8'] : ['utf-8', named];
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== 'utf-8';
  } catch {
    return false;
  }
}

function textReader(charset: string): TextReader {
  const strict = new TextDecoder(charset, { fatal: true });
  const lenient = new TextDecoder(charset);
  let text = '';
  let isDamaged = false;
  const add = (chunk?: Uint8Array) => {
    const stream = chunk !== undefined;
    try {
      if (!isDamaged) text += strict.decode(chunk, { stream });
    } catch {
      isDamaged = true;
    }
    if (isDamaged) text += lenient.decode(chunk, { stream });
  };
  return {
    add,
    read: () => {
      add();
      return { text, isDamaged };
    },
  };
}

/**
 * Whether text that begins as JSON ends before its brackets close. A body that ends with its connection has no
 * announced length that would show this.
 */
function endsInside(text: string): boolean {
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
