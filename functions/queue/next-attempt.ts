/** When the next attempt at a report begins: pure functions of time, the same in the cloud and on one machine. */

import { Temporal } from 'temporal-polyfill';
import { backOffDuration } from '#base/back-off.ts';
import type { FailedAttempt } from '#runs/store/objects.ts';
import { hoursUntilRedrive } from './dead-letter.ts';
import {
  type AttemptTimes,
  clampToFinalAttemptTime,
  finalAttemptTime,
  maxJobMinutesInCloud,
} from './deadline.ts';
import type { QueuedJob } from './job-queue.ts';

/** Minutes until SQS redelivers a crashed job: AWS advises six times the function's time limit. */
export const minutesUntilRedeliveryInCloud = 6 * maxJobMinutesInCloud;

/**
 * Minutes between two attempts while a person has to act. Once the cause is fixed, the next attempt succeeds.
 * @tunable
 */
export const minutesBetweenAttemptsUntilFixed = 30;

/** Maximum difference between two clocks, in milliseconds. */
export const maxClockSkew = 60_000;

/**
 * Minutes before the first retry, doubled for each later one.
 * @tunable
 */
const minutesUntilFirstRetry = 1;
/**
 * Maximum number of minutes between two attempts.
 * @tunable
 */
const maxMinutesUntilRetry = 15;
/** Seconds between polls of a planning service that is down, once the last attempt is near. */
const secondsBetweenLastPolls = 60;

type FailureToRetry = Pick<FailedAttempt, 'kind'> & { readonly waitSeconds?: number | undefined };

/** Random share of a wait, so that reports that failed together do not come back together. */
const jitter = 0.2;

/**
 * When a job's attempt may begin: not before its report is due; then at `notBefore`, but no later than the time of the
 * last attempt. 'now' if that has come, or if `notBefore` is too far ahead to be right; 'never' after the deadline.
 */
export function whenAttemptMayBegin(
  { notBefore, due, deliverBy }: Pick<QueuedJob, 'notBefore' | 'due' | 'deliverBy'>,
  now: Temporal.Instant,
): Temporal.Instant | 'now' | 'never' {
  const { compare } = Temporal.Instant;
  const soon = now.add({ milliseconds: maxClockSkew });
  if (compare(now, deliverBy) >= 0) return 'never';
  if (compare(due, soon) > 0) return due;
  const time = notBefore === undefined ? now : Temporal.Instant.from(notBefore);
  // No wait is longer than `hoursUntilRedrive`, so a later time was set by a machine whose clock was ahead.
  if (compare(time, soon.add({ hours: hoursUntilRedrive })) > 0) return 'now';
  const [first = now] = [time, finalAttemptTime(deliverBy)].sort(compare);
  return compare(now, first) < 0 ? first : 'now';
}

/** When a job asks the planning service again after finding it down. @param seconds the wait that the brake asks for */
export function nextOutagePollTime(
  seconds: number,
  { deliverBy }: { readonly deliverBy: Temporal.Instant },
  now: Temporal.Instant,
): Temporal.Instant {
  const left = finalAttemptTime(deliverBy).since(now).total('seconds');
  const max = Math.max(left, secondsBetweenLastPolls);
  return now.add({ seconds: Math.ceil(Math.min(seconds, max)) });
}

/** Whether the queue may redeliver a crashed job too late for the last attempt. */
export function mayBeRedeliveredTooLate(now: Temporal.Instant, deliverBy: Temporal.Instant): boolean {
  const again = now.add({ minutes: minutesUntilRedeliveryInCloud });
  return Temporal.Instant.compare(again, finalAttemptTime(deliverBy)) > 0;
}

/**
 * @param made.attempt number of the attempt that failed
 * @param made.random 0 to 1
 * @returns undefined after the last attempt
 */
export function retryTimeAfterFailure(
  failure: FailureToRetry,
  made: AttemptTimes & { readonly attempt: number; readonly random: number },
): Temporal.Instant | undefined {
  return clampToFinalAttemptTime(made.now.add({ seconds: secondsUntilNext(failure, made) }), made);
}

function secondsUntilNext(
  { kind, waitSeconds }: FailureToRetry,
  { attempt, random }: { readonly attempt: number; readonly random: number },
): number {
  if (waitSeconds !== undefined) return Math.ceil(waitSeconds);
  const minutes =
    kind === 'curable'
      ? minutesBetweenAttemptsUntilFixed
      : backOffDuration(attempt, { first: minutesUntilFirstRetry, max: maxMinutesUntilRetry });
  return Math.round(minutes * 60 * (1 - jitter / 2 + jitter * random));
}
