import { openSync, writeSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';

/** A clock that starts at a given time and runs. It can be moved forward, never back. */
export interface MovingClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The time in ISO 8601. */
  readonly text: () => string;
  readonly advance: (by: {
    readonly minutes?: number;
    readonly seconds?: number;
    readonly milliseconds?: number;
  }) => void;
  /** Does nothing if the time has passed. @param time milliseconds since 1970 */
  readonly moveTo: (time: number) => void;
  /** File with the difference from the machine's clock, as `shift-clock.ts` reads it. */
  readonly file: string;
}

/** @param file where other processes read the clock */
export function movingClock(starts: string, file: string): MovingClock {
  const handle = openSync(file, 'w');
  const ahead = new Float64Array(1);
  const now = () => Date.now() + (ahead[0] ?? 0);
  const moveTo = (time: number) => {
    ahead[0] = Math.max(ahead[0] ?? 0, Math.ceil(time - Date.now()));
    writeSync(handle, ahead, 0, ahead.byteLength, 0);
  };
  ahead[0] = Number.NEGATIVE_INFINITY;
  moveTo(Date.parse(starts));
  return {
    now,
    text: () => Temporal.Instant.fromEpochMilliseconds(now()).toString(),
    advance: (by) => moveTo(now() + Temporal.Duration.from(by).total('milliseconds')),
    moveTo,
    file,
  };
}
