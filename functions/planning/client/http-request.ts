/** One attempt at one request, returned as an outcome and never thrown. */
import { type Allowance, type Body, readBody } from './read-body.ts';

/** The effects and limits that every attempt shares. */
export type Http = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back when a time limit is reached, unless what it returns is called before. */
  readonly timer: (ms: number, whenOver: () => void) => () => void;
  /** What is left of the bytes that all answers together may have. */
  readonly allowance: Allowance;
};

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** What a call may take: the signal that ends it, and the instant (milliseconds since 1970) at which it is over. */
export type CallLimits = { readonly signal: AbortSignal; readonly deadline: number };

export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  /** Of the body, after decompression, as far as it was read. */
  readonly bytes: number;
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
    return { kind: 'answer', status, headers: answered, ...(await bodyOf(response, http)) };
  } catch (cause) {
    if (limits.signal.aborted) return { kind: 'out-of-time' };
    if (!timeLimit.signal.aborted) return { kind: 'disconnected', cause };
    return left <= attemptTimeoutMs ? { kind: 'out-of-time' } : { kind: 'slow', timeoutMs: attemptTimeoutMs };
  } finally {
    cancel();
  }
}

async function bodyOf(
  response: Response,
  { allowance }: Http,
): Promise<{ readonly body: Body; readonly bytes: number }> {
  if (response.ok) return readBody(response, { maxBytes: maxBodyBytes, allowance });
  try {
    return await readBody(response, { maxBytes: maxErrorBodyBytes });
  } catch {
    // The status says it all: nothing relies on the body of an error, so one that breaks off changes nothing.
    return { body: { kind: 'half' }, bytes: 0 };
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
