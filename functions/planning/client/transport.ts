/** How requests are carried: fetch, time, chance and limits, each replaceable and each with a default. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Allowance } from './body.ts';
import { type Operation, type Place, PlanningInputError } from './planning-error.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Told before each wait, for progress and logs. */
export type RetryEvent = {
  readonly operation: Operation;
  readonly region: string | undefined;
  readonly project: string | undefined;
  readonly page: number | undefined;
  /** Which try failed, counted from 1. */
  readonly attempt: number;
  /** Milliseconds until the next try. */
  readonly waitMs: number;
  readonly status: number | undefined;
  /** `answered 503`, `did not answer within 30 s`. */
  readonly reason: string;
};

type RetryOptions = {
  /** Tries in all, the first one included: 5. Waiting out a 429 is limited by the time left, not by this. */
  readonly attempts?: number | undefined;
  /** Milliseconds; the bound of the first wait, doubled with each further one: 500. */
  readonly baseMs?: number | undefined;
  /** Milliseconds; no bound is longer: 20,000. */
  readonly capMs?: number | undefined;
};

export type TransportOptions = {
  readonly fetch?: Fetch | undefined;
  /** Milliseconds for one try, from connecting to the last byte of the body: 30,000. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Milliseconds for a whole listing, waits and the reader's own time between pages included: 300,000. */
  readonly overallTimeoutMs?: number | undefined;
  readonly retries?: RetryOptions | undefined;
  /** Bytes of one body after decompression: 64 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Bytes of all bodies of the client together, as every item is kept until the last has come: no limit. */
  readonly maxTotalBytes?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Waits between tries; may reject when the signal aborts. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Calls back when a time limit is reached, unless what it returns is called before. */
  readonly timer?: ((ms: number, whenOver: () => void) => () => void) | undefined;
  /** At least 0 and below 1; spreads the waits. */
  readonly random?: (() => number) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
};

export type Transport = {
  readonly [Key in Exclude<keyof TransportOptions, 'retries' | 'maxTotalBytes'>]-?: Exclude<
    TransportOptions[Key],
    undefined
  >;
} & {
  readonly retries: { readonly attempts: number; readonly baseMs: number; readonly capMs: number };
  /** What is left of `maxTotalBytes`. */
  readonly allowance: Allowance;
};

// setTimeout fires at once when asked for longer.
const longestTimer = 2 ** 31 - 1;

/**
 * The options with their defaults filled in.
 * @throws PlanningInputError when a limit is not a whole number in its range.
 */
export function normaliseTransport(options: TransportOptions, place: Place): Transport {
  const limit = (name: string, value: number, { from, to }: { from: number; to: number }) =>
    wholeNumber({ name, value, from, to, place });
  const time = { from: 1, to: longestTimer };
  const size = { from: 1, to: Number.MAX_SAFE_INTEGER };
  return {
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    attemptTimeoutMs: limit('attemptTimeoutMs', options.attemptTimeoutMs ?? 30_000, time),
    overallTimeoutMs: limit('overallTimeoutMs', options.overallTimeoutMs ?? 300_000, time),
    retries: {
      attempts: limit('retries.attempts', options.retries?.attempts ?? 5, { from: 1, to: 100 }),
      baseMs: limit('retries.baseMs', options.retries?.baseMs ?? 500, { from: 0, to: longestTimer }),
      capMs: limit('retries.capMs', options.retries?.capMs ?? 20_000, { from: 0, to: longestTimer }),
    },
    maxBodyBytes: limit('maxBodyBytes', options.maxBodyBytes ?? 64 * 1024 * 1024, size),
    allowance: { left: limit('maxTotalBytes', options.maxTotalBytes ?? Number.MAX_SAFE_INTEGER, size) },
    now: options.now ?? Date.now,
    sleep: options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal })),
    timer: options.timer ?? startTimer,
    random: options.random ?? Math.random,
    onRetry: options.onRetry ?? (() => {}),
  };
}

/** @throws PlanningInputError when the value is not a whole number in its range. */
export function wholeNumber(option: {
  name: string;
  value: number;
  from: number;
  to: number;
  place: Place;
}): number {
  const { name, value, from, to, place } = option;
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new PlanningInputError(`${name} is ${value}`, {
    place,
    property: name,
    remedy: `Give a whole number from ${from} to ${to}.`,
  });
}

function startTimer(ms: number, whenOver: () => void): () => void {
  const handle = setTimeout(whenOver, ms);
  return () => clearTimeout(handle);
}
