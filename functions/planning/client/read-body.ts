/** Reading a body: within a limit, and as JSON, telling one that broke off from one that is not JSON at all. */
import { parseJson } from '../../base/parse-json.ts';

/** How many bytes may still come, of all bodies that share it. What is taken from it may be given back. */
export type Allowance = { left: number };

export type BodyLimits = {
  /** Bytes of this body. */
  readonly maxBytes: number;
  /** Without it, this body counts for itself alone. */
  readonly allowance?: Allowance | undefined;
};

export type Body =
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'HTML' | 'text'; readonly text: string }
  | { readonly kind: 'empty' }
  /** It begins as JSON and ends before its brackets close. */
  | { readonly kind: 'half' }
  /** Longer than it may be, alone or together with what came before; the rest of it is not read. */
  | { readonly kind: 'too-large'; readonly of: 'one' | 'all' };

/**
 * The body and its length in bytes, after decompression. What is not JSON is given back to the allowance, because it
 * is asked for again or is an error.
 * @throws what the connection does; the allowance is then as it was
 */
export async function readBody(
  response: Response,
  limits: BodyLimits,
): Promise<{ readonly body: Body; readonly bytes: number }> {
  const { maxBytes, allowance = { left: Number.POSITIVE_INFINITY } } = limits;
  if (response.body === null) return { body: { kind: 'empty' }, bytes: 0 };
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes || announced > allowance.left) {
    await response.body.cancel();
    return { body: { kind: 'too-large', of: announced > maxBytes ? 'one' : 'all' }, bytes: 0 };
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let isKept = false;
  try {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      allowance.left -= chunk.byteLength;
      // Counted after decompression, so that a small body that swells is stopped too. Leaving the loop cancels the stream.
      if (bytes > maxBytes) return { body: { kind: 'too-large', of: 'one' }, bytes };
      if (allowance.left < 0) return { body: { kind: 'too-large', of: 'all' }, bytes };
      text += decoder.decode(chunk, { stream: true });
    }
    const body = bodyIn(text + decoder.decode());
    isKept = body.kind === 'json';
    return { body, bytes };
  } finally {
    if (!isKept) allowance.left += bytes;
  }
}

function bodyIn(text: string): Body {
  const value = parseJson(text);
  if (value !== undefined) return { kind: 'json', value, text };
  if (endsInside(text)) return { kind: 'half' };
  const first = text.trimStart().at(0);
  if (first === undefined) return { kind: 'empty' };
  return { kind: first === '<' ? 'HTML' : 'text', text };
}

/**
 * Whether text that begins as JSON ends before its brackets close. A body that ends with its connection has no
 * announced length that would show that it is half.
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
