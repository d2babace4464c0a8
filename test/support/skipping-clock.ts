import type { Temporal } from 'temporal-polyfill';
import type { Clock } from '../../functions/machine/clock.ts';

type Sleeper = { readonly time: Temporal.Instant | undefined; readonly wake: () => void };

/**
 * A clock that stands still while something is going on, and skips to the next time that somebody waits for as soon as
 * everybody waits.
 * @param options.isBusy whether something is going on that waits for the outside world and not for this clock
 */
export function createSkippingClock(
  start: Temporal.Instant,
  options: {
    readonly isBusy?: () => boolean;
    readonly onSkip?: (now: Temporal.Instant) => void;
  } = {},
): Clock {
  const { isBusy = () => false, onSkip } = options;
  let now = start;
  let planned = false;
  const sleepers = new Set<Sleeper>();

  const first = () =>
    [...sleepers].reduce<Temporal.Instant | undefined>(
      (next, { time }) =>
        time && (next === undefined || time.epochMilliseconds < next.epochMilliseconds) ? time : next,
      undefined,
    );

  function skip(): void {
    planned = false;
    const time = isBusy() ? now : first();
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

  /** After whatever is ready to run has run. */
  function plan(): void {
    if (planned) return;
    planned = true;
    setImmediate(skip);
  }

  return {
    now: () => now,
    until: (time, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || (time && time.epochMilliseconds <= now.epochMilliseconds)) return resolve();
        const sleeper: Sleeper = {
          time,
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
