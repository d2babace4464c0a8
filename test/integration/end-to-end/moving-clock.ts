import { Temporal } from 'temporal-polyfill';

/** A clock that starts at a given time and runs; it can be moved forward, never back. */
export interface MovingClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** ISO 8601. */
  readonly text: () => string;
  readonly advance: (by: { readonly minutes?: number; readonly seconds?: number }) => void;
}

export function movingClock(starts: string): MovingClock {
  let shift = Date.parse(starts) - Date.now();
  const now = () => Date.now() + shift;
  return {
    now,
    text: () => Temporal.Instant.fromEpochMilliseconds(now()).toString(),
    advance: (by) => {
      shift += Temporal.Duration.from(by).total('milliseconds');
    },
  };
}
