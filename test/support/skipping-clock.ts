import type { Temporal } from 'temporal-polyfill';
import { isClockSetBack, type WaitingClock } from '#machine/clock.ts';

type Sleeper = {
  readonly time: Temporal.Instant | undefined;
  /** When the wait began. */
  readonly since: Temporal.Instant;
  readonly wake: () => void;
};

export interface SkippingClock extends Pick<WaitingClock, 'now' | 'until'> {
  /** Call it when something begins to wait for the outside world; the clock stands still until `end` is called. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Sets the clock, as NTP does. */
  readonly setTo: (time: Temporal.Instant) => void;
}

/**
 * A clock that stands still while code runs. Once all of it waits, the clock skips to the end of the next wait.
 */
export function createSkippingClock(
  start: Temporal.Instant,
  { onSkip }: { readonly onSkip?: (now: Temporal.Instant) => void } = {},
): SkippingClock {
  let now = start;
  let planned = false;
  let busy = 0;
  const sleepers = new Set<Sleeper>();

  const first = () =>
    [...sleepers].reduce<Temporal.Instant | undefined>(
      (next, { time }) =>
        time && (next === undefined || time.epochMilliseconds < next.epochMilliseconds) ? time : next,
      undefined,
    );

  function skip(): void {
    planned = false;
    const time = busy > 0 ? undefined : first();
    if (time === undefined) return;
    if (time.epochMilliseconds > now.epochMilliseconds) {
      now = time;
      onSkip?.(now);
    }
    for (const sleeper of sleepers) {
      if (sleeper.time && sleeper.time.epochMilliseconds <= now.epochMilliseconds) sleeper.wake();
    }
    plan();
  }

  /** Skips after everything that is ready to run has run. */
  function plan(): void {
    if (planned) return;
    planned = true;
    setImmediate(skip);
  }

  return {
    begin: () => {
      busy += 1;
    },
    end: () => {
      busy -= 1;
      plan();
    },
    setTo: (time) => {
      now = time;
      for (const sleeper of sleepers) if (isClockSetBack(now, sleeper.since)) sleeper.wake();
      plan();
    },
    now: () => now,
    until: (time, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || (time && time.epochMilliseconds <= now.epochMilliseconds)) return resolve();
        const sleeper: Sleeper = {
          time,
          since: now,
          wake: () => {
            sleepers.delete(sleeper);
            signal.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', sleeper.wake);
        plan();
      }),
  };
}
