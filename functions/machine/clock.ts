/** The time, and waiting for a time, of a process that runs for months. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import type { Clock } from '../base/system.ts';

export interface WaitingClock extends Clock {
  /** Resolves at the time, or as soon as the signal is aborted. Without a time it waits for the signal. */
  readonly until: (time: Temporal.Instant | undefined, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds. The clock is looked at this often: it may be set, and a machine may sleep. */
const maxWait = 30_000;

export function waitingClock(clock: Clock): WaitingClock {
  const { now } = clock;
  return {
    ...clock,
    until: async (time, signal) => {
      while (!signal.aborted) {
        const left = time === undefined ? maxWait : time.epochMilliseconds - now().epochMilliseconds;
        if (left <= 0) return;
        await wait(Math.min(left, maxWait), undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
