/** Reading a body: within a limit, and as JSON, telling what is broken off from what is not JSON at all. */

/** Undefined when the body is longer than the limit; the rest of it is then not read. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const { body } = response;
  if (body === null) return '';
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await body.cancel();
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Counted after decompression, so that a small body that swells is stopped too. Leaving the loop cancels the stream.
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
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
