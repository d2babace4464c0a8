/** When what is due, or was requested, is checked. */
import { Temporal } from 'temporal-polyfill';

/** A report that was not delivered so many hours after it was due is late: its contact is notified. */
export const hoursUntilLate = 5;

/** Minutes after the time due; at the last check the contact is notified. */
export const checks = [
  { check: 1, after: 30, last: false },
  { check: 2, after: 120, last: false },
  { check: 3, after: hoursUntilLate * 60, last: true },
] as const;
export type Check = (typeof checks)[number];

export const lastCheck = 3;

/** Longer than until the last check, so that checks missed for some hours are still made. */
export const lookBack = Temporal.Duration.from({ hours: 12 });

/** The UTC dates, `YYYY-MM-DD`, that the look-back at a time reaches into. */
export function datesInLookBack(at: Temporal.Instant): readonly string[] {
  return [...new Set([dateOf(at.subtract(lookBack)), dateOf(at)])];
}

/** In UTC, `YYYY-MM-DD`. */
export function dateOf(at: Temporal.Instant): string {
  return at.toString().slice(0, 10);
}

/** The check to make at a time, for what was due at another; undefined where it is too early for any. */
export function checkDueAt(due: Temporal.Instant, at: Temporal.Instant): Check | undefined {
  const minutes = at.since(due).total('minutes');
  return checks.findLast(({ after }) => minutes >= after);
}
