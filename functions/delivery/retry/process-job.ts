/**
 * One job of the queue, whatever queue it is: worked on, put back for later, or dropped where another one carries the
 * report. A job that is put back is a new message, so that how often the queue delivered it never ends its retries.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { type JobQueue, maxDelaySeconds, type QueuedJob } from '../dispatch/job-queue.ts';
import type { RunResult } from '../request/run-report.ts';
import { readAttempts, readFailedAttempt, saveDone, saveFailedAttempt } from '../store/attempts.ts';
import { failedMessagesOf } from './failed-messages.ts';
import { type Failure, failureOf, failureOfMessages, isOutage } from './failure.ts';
import { nextAttempt } from './next-attempt.ts';
import { type OutageBrake, ServiceDownError } from './outage.ts';

export type JobOutcome =
  | { readonly kind: 'finished'; readonly result: RunResult }
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

export type JobParts = {
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly brake: OutageBrake;
  readonly now: () => Temporal.Instant;
  /** 0 to 1. */
  readonly random: () => number;
  /**
   * Runs the report.
   * @param run.beforePlanning called before the planning service is asked; what it throws ends the run
   */
  readonly run: (
    job: QueuedJob,
    run: { readonly beforePlanning: (service: string) => Promise<void> },
  ) => Promise<RunResult>;
};

/**
 * @param messageId of the message that brought the job: the same where the queue delivers it again
 * @throws what crashed the attempt, recorded, so that the queue delivers the job again; and what the queue throws
 */
export async function processJob(job: QueuedJob, messageId: string, parts: JobParts): Promise<JobOutcome> {
  const { store, now } = parts;
  const begun = now();
  const early = secondsUntil(job.notBefore, begun);
  if (early > 0) return { kind: 'early', seconds: await putBack(job, early, parts) };
  const attempts = await readAttempts(store, job);
  if (attempts.done) return { kind: 'done before' };
  if (attempts.failed >= job.attempt) {
    const stored = await readFailedAttempt(store, job, job.attempt);
    // Its own failure: the process was killed between recording it and queueing the next attempt, or crashed.
    if (stored?.by !== messageId) return { kind: 'duplicate' };
    if (stored.kind !== 'poison') return queueNext(job, stored, parts);
  }
  if (begun.epochMilliseconds >= job.deliverBy.epochMilliseconds) return { kind: 'too late' };
  return attempt(job, messageId, parts);
}

async function attempt(job: QueuedJob, messageId: string, parts: JobParts): Promise<JobOutcome> {
  const { store, brake, now } = parts;
  let asked: { readonly service: string; readonly as: 'free' | 'probe' } | undefined;
  const beforePlanning = async (service: string) => {
    asked ??= { service, as: await brake.admit(service) };
  };
  let failure: Failure;
  try {
    const result = await parts.run(job, { beforePlanning });
    if (asked?.as === 'probe') await brake.answered(asked.service);
    if (result.outcome !== 'incomplete') {
      await saveDone(store, job, { at: now(), failed: failedMessagesOf(result.messages) });
      return { kind: 'finished', result };
    }
    failure = failureOfMessages(result.messages, now().epochMilliseconds);
  } catch (error) {
    if (error instanceof ServiceDownError) {
      return { kind: 'not asked', seconds: await putBack(job, error.waitSeconds, parts) };
    }
    if (asked && isOutage(error)) await brake.foundDown(asked.service, job.project);
    else if (asked?.as === 'probe') await brake.answered(asked.service);
    failure = failureOf(error);
    if (failure.kind === 'poison') {
      await saveFailedAttempt(store, job, { failure, by: messageId, at: now(), next: undefined });
      throw error;
    }
  }
  const at = now();
  const { attempt: number, deliverBy } = job;
  const next = nextAttempt(failure, { attempt: number, now: at, deliverBy, random: parts.random() });
  const stored = await saveFailedAttempt(store, job, { failure, by: messageId, at, next });
  if (stored.by !== messageId) return { kind: 'duplicate' };
  return queueNext(job, stored, parts);
}

async function queueNext(
  job: QueuedJob,
  failed: {
    readonly kind: Failure['kind'];
    readonly error: string;
    readonly message: string;
    readonly next?: string | undefined;
  },
  parts: JobParts,
): Promise<JobOutcome> {
  const { kind, error, message, next } = failed;
  const failure = { kind, error, message };
  if (next === undefined) return { kind: 'failed', failure, next: undefined };
  await putBack({ ...job, attempt: job.attempt + 1 }, secondsUntil(next, parts.now()), parts);
  return { kind: 'failed', failure, next: Temporal.Instant.from(next) };
}

/** A queue delays a message by so much at most; the job says when its time really comes. */
async function putBack(job: QueuedJob, seconds: number, { queue, now }: JobParts): Promise<number> {
  const at = now().add({ seconds: Math.max(0, seconds) });
  const notBefore = seconds > maxDelaySeconds ? at.toString() : undefined;
  await queue.send([{ ...job, notBefore }], {
    delaySeconds: Math.min(Math.max(0, seconds), maxDelaySeconds),
  });
  return seconds;
}

function secondsUntil(time: string | undefined, now: Temporal.Instant): number {
  if (time === undefined) return 0;
  return Math.max(0, Math.ceil((Date.parse(time) - now.epochMilliseconds) / 1_000));
}
