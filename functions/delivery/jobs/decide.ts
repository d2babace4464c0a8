/** What becomes of a job, before and after its attempt: pure functions. */
import { Temporal } from 'temporal-polyfill';
import type { QueuedJob } from '../queue/job-queue.ts';
import { askAgainAt, isHeldTooLong, nextAttempt } from '../queue/next-attempt.ts';
import type { ServiceDownError } from '../queue/outage.ts';
import type { Failure } from '../report/failure.ts';
import type { DeliveryResult } from '../report/result.ts';
import type { Attempts, FailedAttempt } from '../store/attempts.ts';

export type JobOutcome =
  | { readonly kind: 'finished'; readonly result: DeliveryResult }
  /** An earlier job has finished the report. */
  | { readonly kind: 'done before' }
  /** Another job carries the report: this one is dropped. */
  | { readonly kind: 'duplicate' }
  /** It is not yet time for this attempt. */
  | { readonly kind: 'early'; readonly seconds: number }
  /** The deadline has passed. Reconcile notifies the contact. */
  | { readonly kind: 'too late' }
  /** The planning service is down, and another job asks it. */
  | { readonly kind: 'not asked'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly next: Temporal.Instant | undefined };

/** The work that earlier jobs leave for this one: all of it, none, or to queue the next attempt that they recorded. */
type Before =
  | { readonly kind: 'try' }
  | { readonly kind: 'done before' }
  | { readonly kind: 'duplicate' }
  /** Its own failure: the next attempt is queued, unless the process was killed between recording it and that. */
  | { readonly kind: 'failed before'; readonly failed: FailedAttempt };

/**
 * @param known.failed the attempt of the job's number, where one has failed
 * @param by the message that brought the job
 */
export function beforeAttempt(
  job: QueuedJob,
  known: { readonly attempts: Attempts; readonly failed: FailedAttempt | undefined },
  by: string,
): Before {
  const { attempts, failed } = known;
  if (attempts.done) return { kind: 'done before' };
  if (attempts.failed < job.attempt) return { kind: 'try' };
  if (failed?.by !== by) return { kind: 'duplicate' };
  // The queue delivers the job of a crash again.
  const isCrash = failed.kind === 'poison' && failed.next === undefined;
  return isCrash ? { kind: 'try' } : { kind: 'failed before', failed };
}

/** How a job's attempt ended, or that there was none. */
export type Ended =
  | Extract<JobOutcome, { kind: 'finished' | 'done before' | 'duplicate' }>
  | Extract<Before, { kind: 'failed before' }>
  | { readonly kind: 'service down'; readonly error: ServiceDownError }
  /** `waitsFor`: the planning service that it found down. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly waitsFor?: string | undefined }
  | { readonly kind: 'crashed'; readonly failure: Failure; readonly error: unknown };

type After =
  | { readonly kind: 'over'; readonly outcome: JobOutcome }
  /** The service is down, so this was no attempt. */
  | { readonly kind: 'ask again'; readonly job: QueuedJob; readonly at: Temporal.Instant }
  | {
      readonly kind: 'try again';
      readonly failure: Omit<Failure, 'waitSeconds'>;
      /** Whether the failure is not recorded yet. */
      readonly isNew: boolean;
      readonly job: QueuedJob;
      /** Undefined where there is no next attempt, or where the queue makes it: it delivers the job of a crash again. */
      readonly next: Temporal.Instant | undefined;
    };

/** @param at.random 0 to 1 */
export function afterAttempt(
  job: QueuedJob,
  ended: Ended,
  at: { readonly begun: Temporal.Instant; readonly now: Temporal.Instant; readonly random: number },
): After {
  const { attempt, deliverBy } = job;
  switch (ended.kind) {
    case 'finished':
    case 'done before':
    case 'duplicate':
      return { kind: 'over', outcome: ended };
    case 'service down': {
      const { service: waitsFor, waitSeconds } = ended.error;
      return { kind: 'ask again', job: { ...job, waitsFor }, at: askAgainAt(waitSeconds, job, at.now) };
    }
    case 'failed before': {
      const { failed } = ended;
      const next = failed.next === undefined ? undefined : Temporal.Instant.from(failed.next);
      return {
        kind: 'try again',
        failure: failed,
        isNew: false,
        job: { ...job, attempt: attempt + 1 },
        next,
      };
    }
    case 'failed':
    case 'crashed': {
      const { failure } = ended;
      const waitsFor = ended.kind === 'failed' ? ended.waitsFor : undefined;
      const isHeld = ended.kind === 'crashed' && !isHeldTooLong(at.now, deliverBy);
      const next = isHeld ? undefined : nextAttempt(failure, { ...at, attempt, deliverBy });
      return {
        kind: 'try again',
        failure,
        isNew: true,
        job: { ...job, waitsFor, attempt: attempt + 1 },
        next,
      };
    }
  }
}
