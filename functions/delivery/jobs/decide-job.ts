import { Temporal } from 'temporal-polyfill';
import type { QueuedJob } from '#delivery/queue/job-queue.ts';
import { askAgainAt, isHeldTooLong, nextAttempt } from '#delivery/queue/next-attempt.ts';
import type { ServiceDownError } from '#delivery/queue/outage.ts';
import type { DeliveryResult } from '#delivery/report/delivery-result.ts';
import type { Failure } from '#delivery/report/failure-kind.ts';
import type { Attempts, FailedAttempt } from '#delivery/store/attempts.ts';

type Finished = { readonly kind: 'finished'; readonly result: DeliveryResult };
type MadeBefore = { readonly kind: 'done before' | 'duplicate' };
/** The next attempt is queued, unless the process was killed after recording the failure. */
type FailedBefore = { readonly kind: 'failed before'; readonly failed: FailedAttempt };

export type JobOutcome =
  | Finished
  | MadeBefore
  | { readonly kind: 'early' | 'not asked'; readonly seconds: number }
  | { readonly kind: 'too late' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly next: Temporal.Instant | undefined };

type Before = { readonly kind: 'try' } | MadeBefore | FailedBefore;

export function beforeAttempt(
  job: QueuedJob,
  known: { readonly attempts: Attempts; readonly failed: FailedAttempt | undefined },
  by: string,
): Before {
  const { attempts, failed } = known;
  if (attempts.done) return { kind: 'done before' };
  if (attempts.failed < job.attempt) return { kind: 'try' };
  if (failed?.by !== by) return { kind: 'duplicate' };
  // The queue redelivers a job that crashed.
  const isCrash = failed.kind === 'poison' && failed.next === undefined;
  return isCrash ? { kind: 'try' } : { kind: 'failed before', failed };
}

export type Ended =
  | Finished
  | MadeBefore
  | FailedBefore
  | { readonly kind: 'service down'; readonly error: ServiceDownError }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly waitsFor?: string | undefined }
  | { readonly kind: 'crashed'; readonly failure: Failure; readonly error: unknown };

type After =
  | { readonly kind: 'over'; readonly outcome: JobOutcome }
  /** The service is down, so this did not count as an attempt. */
  | { readonly kind: 'ask again'; readonly job: QueuedJob; readonly at: Temporal.Instant }
  | {
      readonly kind: 'try again';
      readonly failure: Failure;
      readonly isNew: boolean;
      readonly job: QueuedJob;
      /** Undefined after the last attempt, and after a crash: the queue redelivers that job itself. */
      readonly next: Temporal.Instant | undefined;
    };

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
