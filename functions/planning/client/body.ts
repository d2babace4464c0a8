/** Reading a body: within a limit, and as JSON, telling what is broken off from what is not JSON at all. */

/** How many bytes may still come, of all bodies that share it. What is taken from it may be given back. */
export type Allowance = { left: number };

export type BodyLimits = {
  /** Bytes of this body. */
  readonly maxBytes: number;
  /** Without it, this body counts for itself alone. */
  readonly allowance?: Allowance | undefined;
};

export type BodyReading =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  /** Longer than it may be, alone or together with what came before; the rest of it is then not read. */
  | { readonly kind: 'too-large'; readonly of: 'one' | 'all' };

/** @throws what the connection does; the allowance is then as it was */
export async function readText(response: Response, limits: BodyLimits): Promise<BodyReading> {
  const { body } = response;
  const { maxBytes, allowance = { left: Number.POSITIVE_INFINITY } } = limits;
  if (body === null) return { kind: 'text', text: '', bytes: 0 };
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes || announced > allowance.left) {
    await body.cancel();
    return { kind: 'too-large', of: announced > maxBytes ? 'one' : 'all' };
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let isWhole = false;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      allowance.left -= chunk.byteLength;
      // Counted after decompression, so that a small body that swells is stopped too. Leaving the loop cancels the stream.
      if (bytes > maxBytes) return { kind: 'too-large', of: 'one' };
      if (allowance.left < 0) return { kind: 'too-large', of: 'all' };
      text += decoder.decode(chunk, { stream: true });
    }
    isWhole = true;
    return { kind: 'text', text: text + decoder.decode(), bytes };
  } finally {
    if (!isWhole) allowance.left += bytes;
  }
}

export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json'; readonly looksLike: 'empty' | 'HTML' | 'text' }
  | { readonly kind: 'broken-off' };

export function readJson(text: string): JsonReading {
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch {
    if (endsInside(text)) return { kind: 'broken-off' };
    const first = text.trimStart().at(0);
    return { kind: 'not-json', looksLike: first === undefined ? 'empty' : first === '<' ? 'HTML' : 'text' };
  }
}

/**
 * Whether text that begins as JSON ends before its brackets close. A body that ends with its connection carries
 * no length that would show it to be half.
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
