import { subscribe } from 'node:diagnostics_channel';
import { propertyOf } from '#base/json.ts';

const maxEncodings = 5;
/**
 * The code of our error if a proxy closes the connection. Releases of undici with the fix use the same code
 * (https://github.com/nodejs/undici/pull/5441).
 */
const proxyClosedCode = 'UND_ERR_PRX_CONN';
let isGuarded = false;

const originsOfPendingFetches = new Map<(cause: Error) => void, string>();

/**
 * Node's fetch, made safe against two kinds of answers that would end the whole process:
 * - An answer with more than five content encodings. Node rejects it and forgets its body, whose error, once the
 *   connection ends, has no listener. The header is dropped, so the body is read as it came, and is not JSON.
 * - An answer after which the server closes the connection, before the body is read. Node's parser, paused for the
 *   reader, fails an assertion that nothing can catch (https://github.com/nodejs/undici/issues/5360). So the parser is
 *   never paused.
 *
 * And against a proxy that closes the connection instead of answering CONNECT: Node connects to it again immediately,
 * some hundred times a second, and never rejects (https://github.com/nodejs/undici/issues/3897).
 */
export async function guardedFetch(url: string, init: RequestInit): Promise<Response> {
  if (!isGuarded) {
    subscribe('undici:request:headers', dropEncodings);
    subscribe('undici:request:headers', abortOnProxyRefusal);
    subscribe('undici:client:connectError', abortOnClosedProxy);
  }
  isGuarded = true;
  const dispatcher = unpausedDispatcher();
  const failed = new AbortController();
  const end = (cause: Error) => failed.abort(cause);
  const signal = init.signal ? AbortSignal.any([init.signal, failed.signal]) : failed.signal;
  originsOfPendingFetches.set(end, new URL(url).origin);
  try {
    return await fetch(url, { ...init, signal, ...(dispatcher ? { dispatcher } : {}) });
  } finally {
    originsOfPendingFetches.delete(end);
  }
}

/**
 * Aborts the fetches to a service if a proxy closes the connection instead of answering CONNECT. The code of such an
 * error is `UND_ERR_SOCKET`; a failed connection without a proxy has a code of the system or of TLS.
 * @param message of the channel `undici:client:connectError`
 */
function abortOnClosedProxy(message: unknown): void {
  const cause = propertyOf(message, 'error');
  if (propertyOf(cause, 'code') !== 'UND_ERR_SOCKET') return;
  const to = propertyOf(message, 'connectParams');
  const origin = `${propertyOf(to, 'protocol')}//${propertyOf(to, 'host')}`;
  const error = new Error('The proxy closed the connection', { cause });
  abortFetchesTo(origin, Object.assign(error, { code: proxyClosedCode }));
}

/**
 * The dispatcher that Node's fetch uses, asked not to pause; undefined if Node has renamed it, which this file's test
 * detects. Remove this once Lambda's Node has the fix (https://github.com/nodejs/undici/pull/5389).
 */
function unpausedDispatcher(): RequestInit['dispatcher'] {
  void Response;
  const own = propertyOf(globalThis, Symbol.for('undici.globalDispatcher.1'));
  const dispatch = propertyOf(own, 'dispatch');
  if (typeof own !== 'object' || typeof dispatch !== 'function') return undefined;
  return Object.assign(Object.create(own), {
    dispatch: (options: object, handler: object) => dispatch.call(own, options, unpausedHandler(handler)),
  });
}

/**
 * Ignores backpressure, so that the parser is never paused: what is not read yet waits in memory. That stays small,
 * because the reader counts each chunk as it arrives and stops at the size limit.
 */
function unpausedHandler(handler: object): object {
  const onData = propertyOf(handler, 'onData');
  if (typeof onData !== 'function') return handler;
  return Object.assign(Object.create(handler), {
    onData(this: object, chunk: Uint8Array) {
      onData.call(this, chunk);
      return true;
    },
  });
}

/**
 * Aborts the fetches to a service if a proxy answers 407 in its place: fetch would reject without saying why.
 * @param message of the channel `undici:request:headers`
 */
function abortOnProxyRefusal(message: unknown): void {
  if (propertyOf(propertyOf(message, 'response'), 'statusCode') !== 407) return;
  abortFetchesTo(
    String(propertyOf(propertyOf(message, 'request'), 'origin')),
    new Error('Proxy response (407)'),
  );
}

function abortFetchesTo(origin: string, cause: Error): void {
  for (const [end, waitsFor] of originsOfPendingFetches) if (waitsFor === origin) end(cause);
}

/**
 * Removes the content encodings from an answer that has more than `maxEncodings`.
 * @param message of the channel `undici:request:headers`. Its `response.headers` are alternating names and values, as
 *   fetch will read them.
 */
function dropEncodings(message: unknown): void {
  const headers = propertyOf(propertyOf(message, 'response'), 'headers');
  if (!Array.isArray(headers)) return;
  const names = headers.flatMap((name, index) =>
    index % 2 === 0 && String(name).toLowerCase() === 'content-encoding' ? [index] : [],
  );
  const encodings = names.flatMap((index) => String(headers[index + 1]).split(','));
  if (encodings.length <= maxEncodings) return;
  for (const index of names.reverse()) headers.splice(index, 2);
}
