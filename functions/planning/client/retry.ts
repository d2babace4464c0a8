/** Decides which failures are retried, how long to wait, and when to stop. */

import { addAbortListener } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { backOffDuration } from '#base/back-off.ts';
import { guardedFetch } from './guarded-fetch.ts';
import {
  type CallLimits,
  type HttpDependencies,
  type HttpWithByteAllowance,
  isCompleteSuccess,
  parseRetryAfter,
  type RequestOutcome,
  startTimer,
} from './http.ts';
import {
  type ErrorContext,
  errorDetailsOfOutcome,
  isRetriedWithinRun,
  outcomeError,
  outOfTimeError,
} from './outcome-error.ts';
import type { PlanningOperation } from './planning-error.ts';

/**
 * Maximum number of tries of one request, the first included. After status 429, only the time that is left limits them.
 * @tunable
 */
const maxTries = 5;
/** Upper bound of the first wait, doubled with each retry up to `maxWaitMs`. */
const firstWaitMs = 500;
const maxWaitMs = 20_000;
/** Maximum number of tries after 429, in case the clock does not advance. */
const maxThrottles = 100;
/**
 * Milliseconds for one listing or token, with all its pages, retries and waits.
 * @tunable
 */
const defaultOverallTimeoutMs = 300_000;

export type RetryEvent = {
  readonly operation: PlanningOperation;
  readonly waitMs: number;
  readonly reason: string;
};

export type RetryOptions = Partial<HttpDependencies> & {
  /** Milliseconds for a whole listing or a token, waits included. @default 300,000 */
  readonly overallTimeoutMs?: number;
  /**
   * Maximum number of bytes of all answers of the client together, because all items are kept in memory. @default no
   * limit
   */
  readonly maxTotalBytes?: number;
  /** How a user can get more memory than `maxTotalBytes` assumes, such as `give the function more memory`. */
  readonly moreMemory?: string;
  /** Advice, as a sentence, if the environment names a proxy that Node ignores; used if no connection is made. */
  readonly unusedProxy?: string | undefined;
  /** May reject when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  readonly onRetry?: (event: RetryEvent) => void;
};
export type HttpWithRetrySettings = HttpWithByteAllowance &
  Required<Omit<RetryOptions, 'maxTotalBytes' | 'moreMemory' | 'unusedProxy'>>;

export type PlanningCallContext = ErrorContext & CallLimits & { readonly http: HttpWithRetrySettings };

export function createHttpWithRetrySettings(options: RetryOptions): HttpWithRetrySettings {
  const { overallTimeoutMs = defaultOverallTimeoutMs, maxTotalBytes = Number.POSITIVE_INFINITY } = options;
  return {
    fetch: options.fetch ?? guardedFetch,
    now: options.now ?? Date.now,
    timer: options.timer ?? startTimer,
    wait: options.wait ?? ((ms, signal) => setTimeout(ms, undefined, { signal })),
    random: options.random ?? Math.random,
    onRetry: options.onRetry ?? (() => {}),
    overallTimeoutMs,
    allowance: { left: maxTotalBytes },
  };
}

export async function withOverallTimeout<Value>(
  http: HttpWithRetrySettings,
  call: (limits: CallLimits) => Promise<Value>,
  stop?: AbortSignal,
): Promise<Value> {
  const over = new AbortController();
  const cancel = http.timer(http.overallTimeoutMs, () => over.abort());
  const signal = stop === undefined ? over.signal : AbortSignal.any([stop, over.signal]);
  try {
    return await call({ signal, deadline: http.now() + http.overallTimeoutMs });
  } finally {
    cancel();
  }
}

export type JsonAnswer = { readonly value: unknown; readonly text: string; readonly headers: Headers };

/**
 * Returns the JSON of the first try that succeeds. A retryable failure is tried again after a wait: `Retry-After` plus
 * a small random part, else capped exponential backoff with full jitter. A wait that would end after the deadline is
 * not begun.
 * @throws PlanningError for the last outcome
 */
export async function requestJson(
  call: PlanningCallContext,
  tryOnce: () => Promise<RequestOutcome>,
): Promise<JsonAnswer> {
  const { http, deadline } = call;
  let failed = 0;
  let throttled = 0;
  for (;;) {
    const outcome = await tryOnce();
    if (outcome.kind === 'answer' && isCompleteSuccess(outcome) && outcome.body.kind === 'json') {
      const { value, text } = outcome.body;
      return { value, text, headers: outcome.headers };
    }
    const retryAfterMs = outcome.kind === 'answer' ? parseRetryAfter(outcome.headers, http.now()) : undefined;
    const finding = errorDetailsOfOutcome(outcome, call);
    if (!isRetriedWithinRun(finding)) throw outcomeError(finding, call, { retryAfterMs });

    if (finding.status === 429) throttled++;
    else failed++;
    const tries = failed + throttled;
    if (failed >= maxTries || throttled >= maxThrottles)
      throw outcomeError(finding, call, { retryAfterMs, tries });
    const waitMs = retryWaitMs(tries, { retryAfterMs, random: http.random });
    if (http.now() + waitMs >= deadline) throw outcomeError(finding, call, { retryAfterMs });
    http.onRetry({ operation: call.operation, waitMs, reason: finding.what });
    await waitFor(call, waitMs);
  }
}

/**
 * The wait in milliseconds. It has a random part, because clients with the same `Retry-After` would all return at the
 * same moment.
 */
function retryWaitMs(
  nextAttempt: number,
  { retryAfterMs = 0, random }: { retryAfterMs: number | undefined; random: () => number },
): number {
  if (retryAfterMs > 0) return retryAfterMs + Math.floor(random() * firstWaitMs);
  return Math.floor(random() * backOffDuration(nextAttempt, { first: firstWaitMs, max: maxWaitMs }));
}

async function waitFor(call: PlanningCallContext, waitMs: number): Promise<void> {
  const { http, signal } = call;
  try {
    await rejectOnAbort(http.wait(waitMs, signal), signal);
  } catch (cause) {
    if (signal.aborted) throw outOfTimeError(call);
    throw cause;
  }
}

/** Settles as the promise does, or rejects the moment the signal aborts, even if the promise ignores the signal. */
export async function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _listener = addAbortListener(signal, () => reject(signal.reason));
  return await Promise.race([promise, aborted]);
}
