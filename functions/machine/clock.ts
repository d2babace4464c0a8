import { setTimeout as wait } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#base/system.ts';
import { maxClockSkew } from '#queue/next-attempt.ts';

/** Maximum milliseconds between two looks at the clock, which may be set, or stand still while the machine sleeps. */
const maxClockWaitMs = 30_000;

export interface ClockWithUntil {
  readonly now: Clock['now'];
  /**
   * Resolves at the time, when the signal is aborted, or when the clock has gone back; not while it is not set, so that nothing
   * is done then.
   */
  readonly until: (time: Temporal.Instant | undefined, signal: AbortSignal) => Promise<void>;
}

export type WaitingClock = Clock & ClockWithUntil;

/** 1 January 2026, the year of this release: an earlier time is that of a machine that has not learned the time yet. */
const earliestSetTimeMs = Date.UTC(2026, 0);

export function isClockSet({ epochMilliseconds }: { readonly epochMilliseconds: number }): boolean {
  return epochMilliseconds >= earliestSetTimeMs;
}

/** Whether the clock was set back, as on a machine that started ahead and then learned the time. */
export function isClockSetBack(now: Temporal.Instant, since: Temporal.Instant): boolean {
  return isClockSet(now) && now.epochMilliseconds < since.epochMilliseconds - maxClockSkew;
}

export function waitingClock(clock: Clock): WaitingClock {
  const { now } = clock;
  return {
    ...clock,
    until: async (time, signal) => {
      const pause = (milliseconds: number) =>
        wait(Math.min(milliseconds, maxClockWaitMs), undefined, { signal }).catch(() => undefined);
      let latest = now();
      for (; !signal.aborted && !isClockSet(latest); latest = now()) await pause(maxClockWaitMs);
      for (let at = latest; !signal.aborted && !isClockSetBack(at, latest); at = now()) {
        const left = time === undefined ? maxClockWaitMs : time.epochMilliseconds - at.epochMilliseconds;
        if (left <= 0) return;
        if (Temporal.Instant.compare(at, latest) > 0) latest = at;
        await pause(left);
      }
    },
  };
}
