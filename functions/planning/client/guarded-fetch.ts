import { subscribe } from 'node:diagnostics_channel';

/** Node's own limit. */
const maxEncodings = 5;
let isGuarded = false;

/**
 * Node's fetch, made safe against a response with more than five content encodings. Node rejects such a response and
 * forgets its body, whose error, once the connection ends, has no listener and so ends the whole process. Without the
 * header the body is read as it came, and is not JSON.
 */
export function guardedFetch(url: string, init: RequestInit): Promise<Response> {
  if (!isGuarded) subscribe('undici:request:headers', dropEncodings);
  isGuarded = true;
  return fetch(url, init);
}

/** @param message of Node's channel: `response.headers` are the names and values in turn, as fetch will read them */
function dropEncodings(message: unknown): void {
  const headers = property(property(message, 'response'), 'headers');
  if (!Array.isArray(headers)) return;
  const names = headers.flatMap((name, index) =>
    index % 2 === 0 && String(name).toLowerCase() === 'content-encoding' ? [index] : [],
  );
  const encodings = names.flatMap((index) => String(headers[index + 1]).split(','));
  if (encodings.length <= maxEncodings) return;
  for (const index of names.reverse()) headers.splice(index, 2);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
