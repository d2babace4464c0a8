/** Decides until when a report is tried, and when its last attempt begins. */
import { Temporal } from 'temporal-polyfill';
import { addDays, plainDateFromDay } from '#base/day.ts';
import type { ProjectConfiguration } from '#config/configuration.ts';
import type { Window } from '#lookahead/dates/window.ts';

/**
 * Time limit of the function `report`, in minutes.
 * @tunable
 */
export const maxJobMinutesInCloud = 5;

/**
 * On one machine, a worker that has not finished its job after this many minutes is ended.
 * @tunable
 */
export const maxJobMinutesOnMachine = 15;

/**
 * Minutes before the deadline at which the last attempt begins: time for the job before it in the queue, and for
 * itself.
 */
const minutesForLastAttempt = 2 * maxJobMinutesInCloud;

export function isBeforeDeadline(
  { deliverBy }: { readonly deliverBy: Temporal.Instant },
  at: Temporal.Instant,
): boolean {
  return Temporal.Instant.compare(at, deliverBy) < 0;
}

/** `deliverWithin` after the time due, but not past the end of the window, when nobody can use the report any more. */
export function deadlineOf(
  due: Temporal.Instant,
  { hours, window, project }: { hours: number; window: Window; project: ProjectConfiguration },
): Temporal.Instant {
  const configured = due.add({ hours });
  const end = plainDateFromDay(addDays(window.last, 1)).toZonedDateTime(project.timeZone).toInstant();
  // A window that was over when it was requested sets no limit.
  const limits = Temporal.Instant.compare(end, due) > 0 && Temporal.Instant.compare(end, configured) < 0;
  return limits ? end : configured;
}

/** When the last attempt begins, however long the earlier ones were asked to wait. */
export function finalAttemptTime(deliverBy: Temporal.Instant): Temporal.Instant {
  return deliverBy.subtract({ minutes: minutesForLastAttempt });
}

export function isLastAttempt(
  { deliverBy }: { readonly deliverBy: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  return Temporal.Instant.compare(now, finalAttemptTime(deliverBy)) >= 0;
}

export type AttemptTimes = {
  readonly begun: Temporal.Instant;
  readonly now: Temporal.Instant;
  readonly deliverBy: Temporal.Instant;
};

/**
 * When the next attempt begins: at `at`. But if the last attempt has not been made and its time is before `at`, at that
 * time or, if it has passed, now.
 * @returns undefined if that is not before the deadline
 */
export function clampToFinalAttemptTime(
  at: Temporal.Instant,
  { begun, now, deliverBy }: AttemptTimes,
): Temporal.Instant | undefined {
  const { compare } = Temporal.Instant;
  const last = finalAttemptTime(deliverBy);
  // An attempt that began before `last` does not count as the last attempt, even if it ended after that time.
  const latest = compare(now, last) < 0 ? last : now;
  const next = compare(begun, last) < 0 && compare(at, latest) > 0 ? latest : at;
  return compare(next, deliverBy) < 0 ? next : undefined;
}
