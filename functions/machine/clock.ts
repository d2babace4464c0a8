import { setTimeout as wait } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#base/system.ts';
import { maxClockSkew } from '#queue/next-attempt.ts';

/** Maximum milliseconds between two readings of the clock: it may be set, or stop while the machine sleeps. */
const maxClockWaitMs = 30_000;

export interface ClockWithUntil {
  readonly now: Clock['now'];
  /**
   * Resolves at the time, when the signal is aborted, or when the clock was set back. While the clock is not set (it
   * shows a time before the year of the release), only the signal resolves it, so that nothing is done until then.
   */
  readonly until: (time: Temporal.Instant | undefined, signal: AbortSignal) => Promise<void>;
}

export type WaitingClock = Clock & ClockWithUntil;

/** 1 January 2026, the year of this release: the clock of a machine that shows an earlier time is not set yet. */
const earliestSetTimeMs = Date.UTC(2026, 0);

export function isClockPlausible({ epochMilliseconds }: { readonly epochMilliseconds: number }): boolean {
  return epochMilliseconds >= earliestSetTimeMs;
}

/**
 * Whether the clock was set back by more than `maxClockSkew`, for example by a time server after the machine started
 * with a clock that was ahead.
 */
export function isClockSetBack(now: Temporal.Instant, since: Temporal.Instant): boolean {
  return isClockPlausible(now) && now.epochMilliseconds < since.epochMilliseconds - maxClockSkew;
}

export function createWaitingClock(clock: Clock): WaitingClock {
  const { now } = clock;
  return {
    ...clock,
    until: async (time, signal) => {
      const pause = (milliseconds: number) =>
        wait(Math.min(milliseconds, maxClockWaitMs), undefined, { signal }).catch(() => undefined);
      let latest = now();
      for (; !signal.aborted && !isClockPlausible(latest); latest = now()) await pause(maxClockWaitMs);
      for (let at = latest; !signal.aborted && !isClockSetBack(at, latest); at = now()) {
        const left = time === undefined ? maxClockWaitMs : time.epochMilliseconds - at.epochMilliseconds;
        if (left <= 0) return;
        if (Temporal.Instant.compare(at, latest) > 0) latest = at;
        await pause(left);
      }
    },
  };
}
