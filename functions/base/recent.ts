import type { Temporal } from 'temporal-polyfill';

/**
 * Whether a time is within the last n seconds. False for a time in the future, which was recorded by a clock that was
 * ahead.
 */
export function isWithinLast(
  seconds: number,
  time: Temporal.Instant | undefined,
  now: Temporal.Instant,
): boolean {
  if (time === undefined) return false;
  const age = now.since(time).total('seconds');
  return age >= 0 && age < seconds;
}
