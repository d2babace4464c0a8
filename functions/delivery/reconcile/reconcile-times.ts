/** When what is due, or was asked for, is looked at again. */
import { Temporal } from 'temporal-polyfill';

/** A report that has not gone out so many hours after it was due is late: its contact is notified. */
export const hoursUntilLate = 5;

/** Minutes after the time due; at the last pass a person is told. */
const passes = [
  { pass: 1, after: 30, last: false },
  { pass: 2, after: 120, last: false },
  { pass: 3, after: hoursUntilLate * 60, last: true },
] as const;
export type Check = (typeof passes)[number];

export const lastCheck = 3;

/** Longer than the last pass, so that a sweep that could not be made for some hours is made up for. */
export const lookBack = Temporal.Duration.from({ hours: 12 });

/** The UTC dates, `YYYY-MM-DD`, of which a look at a time sees a part. */
export function datesInLookBack(at: Temporal.Instant): readonly string[] {
  return [...new Set([dateOf(at.subtract(lookBack)), dateOf(at)])];
}

/** In UTC, `YYYY-MM-DD`. */
export function dateOf(at: Temporal.Instant): string {
  return at.toString().slice(0, 10);
}

/** The pass to take at a time, for what was due at another; undefined where it is too early for any. */
export function checkDueAt(due: Temporal.Instant, at: Temporal.Instant): Check | undefined {
  const minutes = at.since(due).total('minutes');
  return passes.findLast(({ after }) => minutes >= after);
}
