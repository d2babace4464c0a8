/** One request and what came back, raw: the point of a probe is what the wire really says. */
import { isRecord, kindOf, nameOf, part, recordsOf } from './json-shapes.ts';

export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'HTML' }
  | { readonly kind: 'text' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'too long' };

export type Answer = {
  readonly kind: 'answer';
  readonly asked: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: number;
  readonly body: Body;
};
export type Exchange =
  | Answer
  /** `why`: the system's word, such as `ECONNREFUSED`. */
  | { readonly kind: 'no answer'; readonly asked: string; readonly why: string };

export type WireRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What the table says was asked. */
  readonly asked: string;
};

/** Bodies are read up to here; a project that answers more in one page has told enough. */
const mostBytes = 64 * 1024 * 1024;

/** Makes the request once. Redirects are not followed, so that the key stays where it was sent. Never throws. */
export async function exchange(
  fetch: typeof globalThis.fetch,
  request: WireRequest,
  timeoutMs: number,
): Promise<Exchange> {
  const { method, url, headers, body, asked } = request;
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const read = await readBody(response);
    const { status } = response;
    return { kind: 'answer', asked, status, headers: response.headers, ...read };
  } catch (error) {
    return { kind: 'no answer', asked, why: whyOf(error) };
  }
}

async function readBody(response: Response): Promise<{ bytes: number; body: Body }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body) {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      // Leaving the loop cancels the stream.
      if (bytes > mostBytes) return { bytes, body: { kind: 'too long' } };
      chunks.push(chunk);
    }
  }
  return { bytes, body: bodyOf(Buffer.concat(chunks).toString('utf8')) };
}

function bodyOf(text: string): Body {
  if (text.trim() === '') return { kind: 'nothing' };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch {
    return { kind: /^\s*(<!doctype html|<html|<head|<body)/i.test(text) ? 'HTML' : 'text' };
  }
}

function whyOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timed out';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return 'the connection failed';
}

/** `{message: text, errors: list}`, `HTML`, `nothing`: names and kinds, no values. */
export function shapeOf(body: Body): string {
  if (body.kind !== 'json') return body.kind;
  const { value } = body;
  if (!isRecord(value)) return kindOf(value);
  const entries = Object.entries(value).slice(0, 8);
  return `{${entries.map(([name, each]) => `${nameOf(name)}: ${kindOf(each)}`).join(', ')}}`;
}

/** `200, 14 items`, `422 {message: text}`, `no answer (ECONNREFUSED)`. */
export function outcomeOf(made: Exchange): string {
  if (made.kind === 'no answer') return `no answer (${made.why})`;
  const { status, body } = made;
  const items = body.kind === 'json' && isRecord(body.value) ? part(body.value, 'results') : undefined;
  if (status === 200 && Array.isArray(items)) return `200, ${recordsOf(items).length} items`;
  return `${status} ${shapeOf(body)}`;
}

export function isOk(made: Exchange): made is Answer {
  return made.kind === 'answer' && made.status === 200;
}
