/** Trying until there is JSON: which failures are tried again, how long to wait, and when to give up. */
import { backOff } from '../../base/back-off.ts';
import { type CallLimits, exchange, type HttpRequest, type Outcome } from './exchange.ts';
import {
  abortedError,
  type FailedOutcome,
  type FailureScene,
  lastingError,
  reasonOf,
  unavailableError,
} from './failures.ts';
import type { Transport } from './transport.ts';

const passingStatuses: readonly number[] = [429, 500, 502, 503, 504];
// Waiting out 429 is bounded by time; this bounds it too where a clock stands still.
const mostThrottles = 100;

export type JsonRequest = {
  readonly scene: FailureScene;
  readonly limits: CallLimits;
  /** One try; by default the exchange of a request. */
  readonly attempt: () => Promise<Outcome>;
};

/** A try that makes one plain exchange. */
export function plainAttempt(
  transport: Transport,
  request: HttpRequest,
  limits: CallLimits,
): () => Promise<Outcome> {
  return () => exchange(transport, request, limits);
}

/**
 * The JSON of the first try that succeeds. 429, 500, 502, 503, 504, broken connections, half bodies and slow
 * answers are tried again after a wait: as long as `Retry-After` says plus a little chance, else by capped
 * exponential backoff with full jitter. A wait that would pass the deadline is not begun.
 * @throws PlanningError of the kind that the last outcome calls for.
 */
export async function requestJson(transport: Transport, request: JsonRequest): Promise<unknown> {
  const { scene, limits, attempt } = request;
  let failed = 0;
  let throttled = 0;
  for (;;) {
    const outcome = await attempt();
    if (limits.signal.aborted) throw abortedError(limits.signal.reason, scene);
    if (outcome.kind === 'json') return outcome.value;
    if (!mayPass(outcome)) throw lastingError(outcome, scene);

    if (isThrottle(outcome)) throttled++;
    else failed++;
    const tries = failed + throttled;
    if (failed >= transport.retries.attempts || throttled >= mostThrottles) {
      throw unavailableError(outcome, { ...scene, giveUp: { why: 'tries', tries } });
    }
    const waitMs = waitBefore(tries, { outcome, transport });
    if (transport.now() + waitMs >= limits.deadline) {
      throw unavailableError(outcome, { ...scene, giveUp: { why: 'time', waitMs } });
    }
    const { operation, region, project, page } = scene.place;
    const status = 'status' in outcome ? outcome.status : undefined;
    const reason = reasonOf(outcome);
    transport.onRetry({ operation, region, project, page, attempt: tries, waitMs, status, reason });
    await pause(transport, waitMs, request);
  }
}

function mayPass(outcome: FailedOutcome): boolean {
  switch (outcome.kind) {
    case 'status':
      return passingStatuses.includes(outcome.status);
    case 'disconnected':
    case 'slow':
    case 'broken-off':
      return true;
    case 'redirected':
    case 'too-large':
    case 'not-json':
    case 'out-of-time':
    case 'aborted':
      return false;
  }
}

function isThrottle(outcome: FailedOutcome): boolean {
  return outcome.kind === 'status' && outcome.status === 429;
}

/** Milliseconds. Many clients told the same `Retry-After` would return in the same instant, hence chance on top. */
function waitBefore(
  nextTry: number,
  { outcome, transport }: { outcome: FailedOutcome; transport: Transport },
): number {
  const { baseMs, capMs } = transport.retries;
  const asked = outcome.kind === 'status' ? (outcome.retryAfterMs ?? 0) : 0;
  if (asked > 0) return asked + Math.floor(transport.random() * Math.min(baseMs, capMs));
  return Math.floor(transport.random() * backOff(nextTry, { first: baseMs, max: capMs }));
}

async function pause(transport: Transport, waitMs: number, { scene, limits }: JsonRequest): Promise<void> {
  const { signal } = limits;
  try {
    await unlessAborted(transport.sleep(waitMs, signal), signal);
  } catch (cause) {
    if (signal.aborted) throw abortedError(signal.reason, scene);
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
