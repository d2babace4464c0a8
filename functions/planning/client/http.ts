import { hasRemedyRow, planningRemedies } from '#base/remedies.ts';
import { errorChain, errorCodeOf } from '#base/text/redact.ts';
import { createBodyDecoder, createUnusableBody, type HttpAnswerBody, truncatedBody } from './body-text.ts';

/**
 * Milliseconds for one try of a request, from connecting to the last byte of the body.
 * @limit the planning service that reports read
 * @tunable
 */
const tryTimeoutMs = 30_000;
/**
 * MiB of one response; a larger one fails the attempt.
 * @limit the planning service that reports read
 * @tunable
 */
const maxBodyMebibytes = 64;
const maxErrorBodyBytes = 64 * 1024;

export type HttpDependencies = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  /** Calls `whenOver` after `ms`, unless the returned function is called before. */
  readonly timer: (ms: number, whenOver: () => void) => () => void;
};

export type HttpWithByteAllowance = HttpDependencies & { readonly allowance: ByteAllowance };

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type CallLimits = { readonly signal: AbortSignal; readonly deadline: number };

export type HttpAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  readonly body: HttpAnswerBody;
};
export type RequestOutcome =
  | HttpAnswer
  /** `code`: the one in the table of remedies. `what`: what the service did. */
  | { readonly kind: 'failed'; readonly code: string; readonly what: string; readonly cause?: unknown };

const outOfTime: RequestOutcome = {
  kind: 'failed',
  code: 'out-of-time',
  what: 'did not answer in the time left',
};

const maxBodyBytes = maxBodyMebibytes * 1024 * 1024;

export async function sendRequest(
  http: HttpWithByteAllowance,
  request: HttpRequest,
  limits: CallLimits,
): Promise<RequestOutcome> {
  const { method, url, headers, body } = request;
  const left = limits.deadline - http.now();
  if (limits.signal.aborted || left <= 0) return outOfTime;
  const timeLimit = new AbortController();
  const cancel = http.timer(Math.min(left, tryTimeoutMs), () => timeLimit.abort());
  try {
    const response = await http.fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.any([limits.signal, timeLimit.signal]),
    });
    const { status, headers: answered } = response;
    return { kind: 'answer', status, headers: answered, body: await readAnswerBody(response, http) };
  } catch (cause) {
    if (limits.signal.aborted) return outOfTime;
    if (!timeLimit.signal.aborted) return { kind: 'failed', ...connectionFailure(cause), cause };
    if (left <= tryTimeoutMs) return outOfTime;
    return { kind: 'failed', code: 'slow', what: `did not answer within ${tryTimeoutMs / 1000} s` };
  } finally {
    cancel();
  }
}

/**
 * Finds, in the chain of causes, the first code or message that the table of remedies has. Behind a proxy, the first
 * error of the chain is Node's own, not the cause.
 */
function connectionFailure(cause: unknown): { readonly code: string; readonly what: string } {
  const names = errorChain(cause).flatMap((error) => [errorCodeOf(error) ?? '', error.message]);
  const known = names.find((name) => hasRemedyRow(planningRemedies, name));
  return {
    code: known ?? '*',
    what: `gave no usable answer (${known ?? errorCodeOf(cause) ?? 'no reason'})`,
  };
}

async function readAnswerBody(
  response: Response,
  { allowance }: HttpWithByteAllowance,
): Promise<HttpAnswerBody> {
  if (response.ok) return readBody(response, { maxBytes: maxBodyBytes, allowance });
  try {
    return await readBody(response, { maxBytes: maxErrorBodyBytes });
  } catch {
    // The body of an error may be incomplete: only its status matters.
    return truncatedBody;
  }
}

export function startTimer(ms: number, whenOver: () => void): () => void {
  const handle = setTimeout(whenOver, ms);
  return () => clearTimeout(handle);
}

/** Whether the answer is a success (2xx) with the whole content: 206 means a part of it. */
export function isCompleteSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300 && status !== 206;
}

// The three spellings of an HTTP date (RFC 9110, 5.6.7). Date.parse alone would read nonsense as dates, and the last
// form, which names no zone, in the machine's own.
const rfc1123DatePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850DatePattern = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDatePattern = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The wait that `Retry-After` asks for, in milliseconds; 0 for a date in the past. Undefined if the header is missing,
 * or is neither a number of seconds nor an HTTP date.
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,12}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const instant = parseHttpDate(text);
  return instant === undefined || Number.isNaN(instant) ? undefined : Math.max(0, instant - now);
}

function parseHttpDate(text: string): number | undefined {
  if (rfc1123DatePattern.test(text) || rfc850DatePattern.test(text)) return Date.parse(text);
  return asctimeDatePattern.test(text) ? Date.parse(`${text} GMT`) : undefined;
}

/** The number of bytes that may still be read, shared by several bodies. Bytes of a discarded body are given back. */
type ByteAllowance = { left: number };

export type BodyLimits = {
  readonly maxBytes: number;
  readonly allowance?: ByteAllowance | undefined;
};

const tooLarge = createUnusableBody('too-large', `a body larger than ${maxBodyMebibytes} MiB`);
const allowanceExceededBody = createUnusableBody(
  'too-many',
  'a page, and all answers together are larger than there is memory for',
);

/**
 * Reads a body. Bytes are counted after decompression. Those of a body that is not JSON are given back to the
 * allowance, because it is requested again or is an error.
 * @returns 'too-large' if the body is longer than `maxBytes`, 'too-many' if it exceeds what earlier bodies have left of
 *   the allowance; in both cases the rest of the body is not read
 * @throws what the connection throws, without changing the allowance
 */
export async function readBody(response: Response, limits: BodyLimits): Promise<HttpAnswerBody> {
  const { maxBytes, allowance = { left: Number.POSITIVE_INFINITY } } = limits;
  if (response.body === null) return createBodyDecoder(null).read();
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes || announced > allowance.left) {
    await response.body.cancel();
    return announced > maxBytes ? tooLarge : allowanceExceededBody;
  }
  const reader = createBodyDecoder(response.headers.get('content-type'));
  let bytes = 0;
  let isKept = false;
  try {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      allowance.left -= chunk.byteLength;
      // Bytes are counted after decompression, which also stops a small body that decompresses to a huge one. Leaving
      // the loop cancels the stream.
      if (bytes > maxBytes) return tooLarge;
      if (allowance.left < 0) return allowanceExceededBody;
      reader.add(chunk);
    }
    const body = reader.read();
    isKept = body.kind === 'json';
    return body;
  } finally {
    if (!isKept) allowance.left += bytes;
  }
}
