/** When a report is tried again: a pure function of time, the same in the cloud and on one machine. */
import { Temporal } from 'temporal-polyfill';
import { backOff } from '../../base/back-off.ts';
import { hoursUntilBroughtBack, maxClockSkew, minutesForLastAttempt, minutesHeldInCloud } from '../limits.ts';
import type { FailedAttempt } from '../store/attempts.ts';
import type { QueuedJob } from './job-queue.ts';

type Failure = Pick<FailedAttempt, 'kind'> & { readonly waitSeconds?: number | undefined };

/** A failure that a person has to cure is tried again this often, so that curing is enough. */
const curableMinutes = 30;
const firstMinutes = 1;
const maxMinutes = 15;
/** Share of the wait that is drawn at random, so that reports that failed together do not come back together. */
const jitter = 0.2;
/** When the last attempt begins, whatever the earlier ones were asked to wait. */
export function lastAttemptAt(deliverBy: Temporal.Instant): Temporal.Instant {
  return deliverBy.subtract({ minutes: minutesForLastAttempt });
}

export function isLastAttempt(
  { deliverBy }: { readonly deliverBy: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  return Temporal.Instant.compare(now, lastAttemptAt(deliverBy)) >= 0;
}

/**
 * When the attempt of a job may begin: not before its report is due, no later than its last one, never once the deadline
 * has passed.
 */
export function whenToBegin(
  { notBefore, due, deliverBy }: Pick<QueuedJob, 'notBefore' | 'due' | 'deliverBy'>,
  now: Temporal.Instant,
): Temporal.Instant | 'now' | 'never' {
  const { compare } = Temporal.Instant;
  const soon = now.add({ milliseconds: maxClockSkew });
  if (compare(now, deliverBy) >= 0) return 'never';
  if (compare(due, soon) > 0) return due;
  const time = notBefore === undefined ? now : Temporal.Instant.from(notBefore);
  // No wait is longer than that of a job that is brought back: a clock that was ahead set the time.
  if (compare(time, soon.add({ hours: hoursUntilBroughtBack })) > 0) return 'now';
  const [first = now] = [time, lastAttemptAt(deliverBy)].sort(compare);
  return compare(now, first) < 0 ? first : 'now';
}

/**
 * Seconds. So often a job finds out in the last minutes before its deadline whether the service is up again, which costs
 * one listing.
 */
const lastLooks = 60;

/** When a job asks again that found the planning service down. @param seconds what the brake lets it wait */
export function askAgainAt(
  seconds: number,
  { deliverBy }: { readonly deliverBy: Temporal.Instant },
  now: Temporal.Instant,
): Temporal.Instant {
  const left = lastAttemptAt(deliverBy).since(now).total('seconds');
  return now.add({ seconds: Math.ceil(Math.min(seconds, Math.max(left, lastLooks))) });
}

/** Whether the queue may deliver the job of a crash again only after the time of its last attempt. */
export function isHeldTooLong(now: Temporal.Instant, deliverBy: Temporal.Instant): boolean {
  const again = now.add({ minutes: minutesHeldInCloud });
  return Temporal.Instant.compare(again, lastAttemptAt(deliverBy)) > 0;
}

type Attempted = {
  /** When the attempt began that failed. */
  readonly begun: Temporal.Instant;
  readonly now: Temporal.Instant;
  readonly deliverBy: Temporal.Instant;
};

/**
 * @param made.attempt which attempt failed: 1 for the first
 * @param made.random 0 to 1
 * @returns undefined where the last attempt has been made
 */
export function nextAttempt(
  failure: Failure,
  made: Attempted & { readonly attempt: number; readonly random: number },
): Temporal.Instant | undefined {
  return inTime(made.now.add({ seconds: secondsUntilNext(failure, made) }), made);
}

/**
 * The time itself, or that of the last attempt where it would be later.
 * @returns undefined where the last attempt has been made, and the time is not before the deadline
 */
export function inTime(
  at: Temporal.Instant,
  { begun, now, deliverBy }: Attempted,
): Temporal.Instant | undefined {
  const { compare } = Temporal.Instant;
  const last = lastAttemptAt(deliverBy);
  // An attempt that began before that time is not the last one, even if it took until after it.
  const latest = compare(now, last) < 0 ? last : now;
  const next = compare(begun, last) < 0 && compare(at, latest) > 0 ? latest : at;
  return compare(next, deliverBy) < 0 ? next : undefined;
}

function secondsUntilNext(
  { kind, waitSeconds }: Failure,
  { attempt, random }: { readonly attempt: number; readonly random: number },
): number {
  if (waitSeconds !== undefined) return Math.ceil(waitSeconds);
  const minutes =
    kind === 'curable' ? curableMinutes : backOff(attempt, { first: firstMinutes, max: maxMinutes });
  return Math.round(minutes * 60 * (1 - jitter / 2 + jitter * random));
}
