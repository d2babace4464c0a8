/** Trying until there is JSON: which failures are tried again, how long to wait, and when to stop. */

import { setTimeout } from 'node:timers/promises';
import { backOff } from '../../base/back-off.ts';
import {
  lastingError,
  outOfTimeError,
  reasonOf,
  type Scene,
  statusOf,
  unavailableError,
} from './explain-failure.ts';
import { guardedFetch } from './guarded-fetch.ts';
import {
  type CallLimits,
  type Http,
  isOk,
  isRetryableStatus,
  type Outcome,
  parseRetryAfter,
  startTimer,
} from './http.ts';
import { lastingConnectionProblem } from './lasting-connection-error.ts';
import { type Operation, type Place, PlanningError } from './planning-error.ts';

/** Told before each wait, for progress and logs. */
export type RetryEvent = {
  readonly operation: Operation;
  readonly region: string | undefined;
  readonly project: string | undefined;
  readonly page: number | undefined;
  /** Which attempt failed, counted from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly waitMs: number;
  readonly status: number | undefined;
  /** `answered 503`, `did not answer within 30 s`. */
  readonly reason: string;
};

export type RetryOptions = Partial<Omit<Http, 'allowance'>> & {
  /** Milliseconds for a whole listing or a token, waits included: 300,000. */
  readonly overallTimeoutMs?: number;
  /** Bytes of all answers of the client together, as every item is kept until the last has come: no limit. */
  readonly maxTotalBytes?: number;
  /** How a user gives this program more memory than that limit is for: `give the function more memory`. */
  readonly moreMemory?: string;
  /** The advice, as a sentence, if the environment names a proxy that Node ignores; told if no connection is made. */
  readonly unusedProxy?: string | undefined;
  /** Waits between attempts; may reject when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0 and below 1; spreads the waits. */
  readonly random?: () => number;
  readonly onRetry?: (event: RetryEvent) => void;
};
export type RetryingHttp = Http &
  Required<Omit<RetryOptions, 'maxTotalBytes' | 'moreMemory' | 'unusedProxy'>>;

/** A listing or a token on its way: what is asked, by what means, and in what time. */
export type Call = Scene & CallLimits & { readonly http: RetryingHttp };

/** Attempts in all, the first one included. Waiting out a 429 is limited by the time left, not by this. */
const maxAttempts = 5;
/** Milliseconds: the bound of the first wait, doubled with each further one, up to the longest bound. */
const firstWaitMs = 500;
const maxWaitMs = 20_000;
// Waiting out 429 is bounded by time; this also bounds it if the clock does not advance.
const maxThrottles = 100;
// setTimeout fires at once for a longer delay.
const maxTimerMs = 2 ** 31 - 1;

/**
 * The options with their defaults filled in.
 * @throws PlanningInputError when a limit is not a whole number in its range.
 */
export function retryingHttp(options: RetryOptions, place: Place): RetryingHttp {
  const { overallTimeoutMs = 300_000, maxTotalBytes = Number.MAX_SAFE_INTEGER } = options;
  checkWhole('overallTimeoutMs', overallTimeoutMs, { max: maxTimerMs, place });
  checkWhole('maxTotalBytes', maxTotalBytes, { max: Number.MAX_SAFE_INTEGER, place });
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

function checkWhole(name: string, value: number, { max, place }: { max: number; place: Place }): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  throw new PlanningError('PlanningInputError', `${name} is ${value}`, {
    ...place,
    property: name,
    remedy: `Give a whole number from 1 to ${max}.`,
  });
}

/** Runs a call with the overall time limit: its signal aborts when the time is over, or with the caller's. */
export async function withinTime<Value>(
  http: RetryingHttp,
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

/** `text` is the JSON as it came. */
export type JsonAnswer = { readonly value: unknown; readonly text: string; readonly headers: Headers };

/**
 * The JSON of the first attempt that succeeds. 408, 425, 429, 5xx, broken connections, half bodies and slow answers
 * are tried again after a wait: as long as `Retry-After` says plus a little chance, else by capped exponential backoff
 * with full jitter. A wait that would pass the deadline is not begun.
 * @throws PlanningError of the kind that the last outcome calls for.
 */
export async function requestJson(call: Call, attempt: () => Promise<Outcome>): Promise<JsonAnswer> {
  const { http, deadline, operation, region, project, page } = call;
  let failed = 0;
  let throttled = 0;
  for (;;) {
    const outcome = await attempt();
    if (outcome.kind === 'answer' && isOk(outcome) && outcome.body.kind === 'json') {
      const { value, text } = outcome.body;
      return { value, text, headers: outcome.headers };
    }
    const retryAfterMs = outcome.kind === 'answer' ? parseRetryAfter(outcome.headers, http.now()) : undefined;
    if (!isRetryable(outcome)) throw lastingError(outcome, call, retryAfterMs);

    const status = statusOf(outcome);
    if (status === 429) throttled++;
    else failed++;
    const attempts = failed + throttled;
    if (failed >= maxAttempts || throttled >= maxThrottles) {
      throw unavailableError(outcome, call, { retryAfterMs, attempts });
    }
    const waitMs = waitBefore(attempts, { retryAfterMs, random: http.random });
    if (http.now() + waitMs >= deadline) throw unavailableError(outcome, call, { retryAfterMs });
    const reason = reasonOf(outcome);
    http.onRetry({ operation, region, project, page, attempt: attempts, waitMs, status, reason });
    await waitFor(call, waitMs);
  }
}

function isRetryable(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'answer':
      return isRetryableStatus(outcome.status) || (isOk(outcome) && outcome.body.kind === 'half');
    case 'disconnected':
      return lastingConnectionProblem(outcome.cause) === undefined;
    case 'slow':
      return true;
    case 'out-of-time':
      return false;
  }
}

/** Milliseconds. Clients that got the same `Retry-After` would all return at once, hence the random part. */
function waitBefore(
  nextAttempt: number,
  { retryAfterMs = 0, random }: { retryAfterMs: number | undefined; random: () => number },
): number {
  if (retryAfterMs > 0) return retryAfterMs + Math.floor(random() * firstWaitMs);
  return Math.floor(random() * backOff(nextAttempt, { first: firstWaitMs, max: maxWaitMs }));
}

async function waitFor(call: Call, waitMs: number): Promise<void> {
  const { http, signal } = call;
  try {
    await unlessAborted(http.wait(waitMs, signal), signal);
  } catch (cause) {
    if (signal.aborted) throw outOfTimeError(call);
    throw cause;
  }
}

/** The promise's own end, or a rejection the moment the signal aborts, whatever the promise makes of the signal. */
export async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let forget = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    forget = () => signal.removeEventListener('abort', stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    forget();
  }
}
