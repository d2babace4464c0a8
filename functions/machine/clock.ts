/** The time, and waiting for a time, of a process that runs for months. */
import { setTimeout as wait } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Clock } from '../base/system.ts';
import { maxClockSkew } from '../delivery/limits.ts';

export interface WaitingClock extends Clock {
  /**
   * Resolves at the time, once the signal is aborted, or where the clock has gone back. Without a time it waits for the
   * other two.
   */
  readonly until: (time: Temporal.Instant | undefined, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds. The clock is looked at this often: it may be set, and a machine may sleep. */
const maxWait = 30_000;

/** Whether the clock was set back since it showed a time, as it is once a machine that started ahead knows the time. */
export function hasGoneBack(now: Temporal.Instant, since: Temporal.Instant): boolean {
  return now.epochMilliseconds < since.epochMilliseconds - maxClockSkew;
}

export function waitingClock(clock: Clock): WaitingClock {
  const { now } = clock;
  return {
    ...clock,
    until: async (time, signal) => {
      let latest = now();
      for (let at = latest; !signal.aborted && !hasGoneBack(at, latest); at = now()) {
        const left = time === undefined ? maxWait : time.epochMilliseconds - at.epochMilliseconds;
        if (left <= 0) return;
        if (Temporal.Instant.compare(at, latest) > 0) latest = at;
        await wait(Math.min(left, maxWait), undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
