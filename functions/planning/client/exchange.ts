/** One try of one request, told as an outcome and never as an exception. */
import { type BodyReading, type JsonReading, readJson, readText } from './body.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Transport } from './transport.ts';

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** What a call may take: the signal that ends it and the instant, in milliseconds since 1970, at which it is over. */
export type CallLimits = { readonly signal: AbortSignal; readonly deadline: number };

export type Outcome =
  | (JsonReading & { readonly status: number })
  | Extract<BodyReading, { kind: 'too-large' }>
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string | undefined }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterMs: number | undefined;
      /** The body, where it is short enough to say something. */
      readonly text: string | undefined;
    }
  /** No connection, or one that ended before its time. */
  | { readonly kind: 'disconnected'; readonly cause: unknown }
  | { readonly kind: 'slow'; readonly timeoutMs: number }
  | { readonly kind: 'out-of-time' }
  | { readonly kind: 'aborted' };

const longestErrorBody = 64 * 1024;

/** Makes the request once. Redirects are not followed: the key goes nowhere but to the address asked for. */
export async function exchange(
  transport: Transport,
  request: HttpRequest,
  limits: CallLimits,
): Promise<Outcome> {
  const { method, url, headers, body } = request;
  const { signal, deadline } = limits;
  if (signal.aborted) return { kind: 'aborted' };
  const left = deadline - transport.now();
  if (left <= 0) return { kind: 'out-of-time' };
  const timeLimit = new AbortController();
  const cancel = transport.timer(Math.min(left, transport.attemptTimeoutMs), () => timeLimit.abort());
  try {
    const response = await transport.fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeLimit.signal]),
    });
    return await outcomeOf(response, transport);
  } catch (cause) {
    if (signal.aborted) return { kind: 'aborted' };
    if (!timeLimit.signal.aborted) return { kind: 'disconnected', cause };
    return left <= transport.attemptTimeoutMs
      ? { kind: 'out-of-time' }
      : { kind: 'slow', timeoutMs: transport.attemptTimeoutMs };
  } finally {
    cancel();
  }
}

async function outcomeOf(response: Response, transport: Transport): Promise<Outcome> {
  const { status } = response;
  // A browser's fetch hides the answer behind the type; Node's shows it as it is.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    return { kind: 'redirected', status, location: response.headers.get('location') ?? undefined };
  }
  if (!response.ok) {
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), transport.now());
    return { kind: 'status', status, retryAfterMs, text: await errorText(response) };
  }
  const { maxBodyBytes, allowance } = transport;
  const body = await readText(response, { maxBytes: maxBodyBytes, allowance });
  if (body.kind === 'too-large') return body;
  const reading = readJson(body.text);
  // Half a body is asked for again.
  if (reading.kind !== 'json') allowance.left += body.bytes;
  return { status, ...reading };
}

/** What an error's body says is never relied on, so a body that breaks off changes nothing. */
async function errorText(response: Response): Promise<string | undefined> {
  try {
    const body = await readText(response, { maxBytes: longestErrorBody });
    return body.kind === 'text' ? body.text : undefined;
  } catch {
    return undefined;
  }
}
