/** One attempt at one request, returned as an outcome and never thrown, and its body, read within a limit. */
import { bodyReader, type ReadText } from './body-text.ts';

/** The effects and limits that every attempt shares. */
export type Http = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back when a time limit is reached, unless what it returns is called before. */
  readonly timer: (ms: number, whenOver: () => void) => () => void;
  /** The bytes that may still come, of all answers together. */
  readonly allowance: Allowance;
};

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The limits of a call: the signal that ends it, and the instant (milliseconds since 1970) at which it is over. */
export type CallLimits = { readonly signal: AbortSignal; readonly deadline: number };

export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
};
export type Outcome =
  | Answer
  /** No connection, or one that ended before the answer did. */
  | { readonly kind: 'disconnected'; readonly cause: unknown }
  | { readonly kind: 'slow'; readonly timeoutMs: number }
  /** The call's own limits ended it. */
  | { readonly kind: 'out-of-time' };

/** For one attempt, from connecting to the last byte of the body. */
const attemptTimeoutMs = 30_000;
export const maxBodyMebibytes = 64;
const maxBodyBytes = maxBodyMebibytes * 1024 * 1024;
const maxErrorBodyBytes = 64 * 1024;

/** Makes the request once. Redirects are not followed: the key is sent to no other address than the requested one. */
export async function sendRequest(http: Http, request: HttpRequest, limits: CallLimits): Promise<Outcome> {
  const { method, url, headers, body } = request;
  const left = limits.deadline - http.now();
  if (limits.signal.aborted || left <= 0) return { kind: 'out-of-time' };
  const timeLimit = new AbortController();
  const cancel = http.timer(Math.min(left, attemptTimeoutMs), () => timeLimit.abort());
  try {
    const response = await http.fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.any([limits.signal, timeLimit.signal]),
    });
    const { status, headers: answered } = response;
    return { kind: 'answer', status, headers: answered, body: await bodyOf(response, http) };
  } catch (cause) {
    if (limits.signal.aborted) return { kind: 'out-of-time' };
    if (!timeLimit.signal.aborted) return { kind: 'disconnected', cause };
    return left <= attemptTimeoutMs ? { kind: 'out-of-time' } : { kind: 'slow', timeoutMs: attemptTimeoutMs };
  } finally {
    cancel();
  }
}

async function bodyOf(response: Response, { allowance }: Http): Promise<Body> {
  if (response.ok) return readBody(response, { maxBytes: maxBodyBytes, allowance });
  try {
    return await readBody(response, { maxBytes: maxErrorBodyBytes });
  } catch {
    // The status says it all: nothing relies on the body of an error, so one that breaks off changes nothing.
    return { kind: 'half' };
  }
}

/** The default of `Http.timer`. */
export function startTimer(ms: number, whenOver: () => void): () => void {
  const handle = setTimeout(whenOver, ms);
  return () => clearTimeout(handle);
}

/** Status 200 to 299. */
export function isOk({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

// The three spellings of an HTTP date (RFC 9110, 5.6.7). Date.parse alone would read nonsense as dates, and the
// last form, which names no zone, in the machine's own.
const standardDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const oldDate = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const plainDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Milliseconds to wait as a `Retry-After` header says, in seconds or as an HTTP date; 0 for a date that is past.
 * Undefined for no header and for nonsense, which counts as none.
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,12}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const instant = instantOf(text);
  return instant === undefined || Number.isNaN(instant) ? undefined : Math.max(0, instant - now);
}

function instantOf(text: string): number | undefined {
  if (standardDate.test(text) || oldDate.test(text)) return Date.parse(text);
  return plainDate.test(text) ? Date.parse(`${text} GMT`) : undefined;
}

/** How many bytes may still come, of all bodies that share it. What is taken from it may be given back. */
type Allowance = { left: number };

export type BodyLimits = {
  /** Bytes of this body. */
  readonly maxBytes: number;
  /** Without it, this body counts for itself alone. */
  readonly allowance?: Allowance | undefined;
};

export type Body =
  | ReadText
  /** Longer than it may be, alone or together with what came before; the rest of it is not read. */
  | { readonly kind: 'too-large'; readonly of: 'one' | 'all' };

/**
 * The body, its bytes counted after decompression. What is not JSON is given back to the allowance, because it is asked
 * for again or is an error.
 * @throws what the connection does; the allowance is then as it was
 */
export async function readBody(response: Response, limits: BodyLimits): Promise<Body> {
  const { maxBytes, allowance = { left: Number.POSITIVE_INFINITY } } = limits;
  if (response.body === null) return { kind: 'empty' };
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes || announced > allowance.left) {
    await response.body.cancel();
    return { kind: 'too-large', of: announced > maxBytes ? 'one' : 'all' };
  }
  const reader = bodyReader(response.headers.get('content-type'));
  let bytes = 0;
  let isKept = false;
  try {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      allowance.left -= chunk.byteLength;
      // Counted after decompression, so that a small body that swells is stopped too. Leaving the loop cancels the stream.
      if (bytes > maxBytes) return { kind: 'too-large', of: 'one' };
      if (allowance.left < 0) return { kind: 'too-large', of: 'all' };
      reader.add(chunk);
    }
    const body = reader.read();
    isKept = body.kind === 'json';
    return body;
  } finally {
    if (!isKept) allowance.left += bytes;
  }
}

/** Answers to which the same request may succeed later without anyone doing anything; 511 waits for a person to log in. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 511);
}
