import type { Temporal } from 'temporal-polyfill';

/** Whether a time lies less than so many seconds back. One that a clock that was ahead has set does not. */
export function isWithinLast(
  seconds: number,
  time: Temporal.Instant | undefined,
  now: Temporal.Instant,
): boolean {
  if (time === undefined) return false;
  const age = now.since(time).total('seconds');
  return age >= 0 && age < seconds;
}
