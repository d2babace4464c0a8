/**
 * One job of the queue, whatever queue it is: worked on, put back for later, or dropped where another one carries the
 * report. A job that is put back is a new message, so that how often the queue delivered it never ends its retries.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { JobQueue, QueuedJob } from '../dispatch/job-queue.ts';
import type { RunResult } from '../request/run-report.ts';
import {
  type FailedAttempt,
  readAttempts,
  readFailedAttempt,
  saveDone,
  saveFailedAttempt,
} from '../store/attempts.ts';
import { failedMessagesOf } from './failed-messages.ts';
import { type Failure, failureOf, failureOfMessages, isAnswer, isOutage } from './failure.ts';
import { isHeldTooLong, lastAttemptAt, nextAttempt } from './next-attempt.ts';
import { type OutageBrake, ServiceDownError } from './outage.ts';
import { putBack } from './put-back.ts';

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
  readonly queue: Pick<JobQueue, 'send'>;
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
    run: { readonly beforePlanning: OutageBrake['admit'] },
  ) => Promise<RunResult>;
};

/**
 * @param messageId of the message that brought the job: the same where the queue delivers it again
 * @throws what crashed the attempt, recorded, so that the queue delivers the job again; and what the queue throws
 */
export async function processJob(job: QueuedJob, messageId: string, parts: JobParts): Promise<JobOutcome> {
  const { now } = parts;
  const begun = now();
  if (begun.epochMilliseconds >= job.deliverBy.epochMilliseconds) return { kind: 'too late' };
  const time = timeOf(job);
  if (time !== undefined && Temporal.Instant.compare(begun, time) < 0) {
    return { kind: 'early', seconds: await putBack(job, time, { ...parts, now: begun }) };
  }
  const attempted = await attempt(job, { messageId, begun }, parts);
  switch (attempted.kind) {
    case 'finished':
    case 'done before':
    case 'duplicate':
      return attempted;
    case 'service down': {
      const { service: waitsFor, seconds } = attempted;
      const time = { deliverBy: job.deliverBy, now: now() };
      const at = askAgainAt(seconds, time);
      return { kind: 'not asked', seconds: await putBack({ ...job, waitsFor }, at, { ...parts, ...time }) };
    }
    case 'failed before':
      return queueNext(job, attempted.stored, parts);
    case 'failed':
      return recordAndQueueNext(job, { messageId, begun, ...attempted }, parts);
  }
}

/** When the attempt may begin, but no later than the last one; undefined where it may at once. */
function timeOf({ notBefore, deliverBy }: QueuedJob): Temporal.Instant | undefined {
  if (notBefore === undefined) return undefined;
  const [first] = [Temporal.Instant.from(notBefore), lastAttemptAt(deliverBy)].sort(Temporal.Instant.compare);
  return first;
}

/**
 * Seconds. So often a job finds out in the last minutes before its deadline whether the service is up again, which costs
 * one listing.
 */
const lastLooks = 60;

function askAgainAt(
  seconds: number,
  { deliverBy, now }: { readonly deliverBy: Temporal.Instant; readonly now: Temporal.Instant },
): Temporal.Instant {
  const left = lastAttemptAt(deliverBy).since(now).total('seconds');
  return now.add({ seconds: Math.ceil(Math.min(seconds, Math.max(left, lastLooks))) });
}

type Attempted =
  | Extract<JobOutcome, { kind: 'finished' | 'done before' | 'duplicate' }>
  | { readonly kind: 'service down'; readonly service: string; readonly seconds: number }
  /** Its own failure: the next attempt is queued, unless the process was killed between recording it and that. */
  | { readonly kind: 'failed before'; readonly stored: FailedAttempt }
  /** `waitsFor`: the planning service that it found down. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly waitsFor?: string | undefined };

async function attempt(
  job: QueuedJob,
  { messageId, begun }: { readonly messageId: string; readonly begun: Temporal.Instant },
  parts: JobParts,
): Promise<Attempted> {
  const { store, now } = parts;
  const planning = askedThrough(parts.brake);
  try {
    // The cheapest question first: while the service is down, a waiting job costs nothing but its message.
    if (job.waitsFor !== undefined) await planning.admit(job.waitsFor);
    const before = await readBefore(job, messageId, store);
    if (before) return before;
    const result = await parts.run(job, { beforePlanning: planning.ask });
    await planning.answered();
    if (result.outcome === 'incomplete') {
      return { kind: 'failed', failure: failureOfMessages(result.messages, now().epochMilliseconds) };
    }
    const { messages, staleProgramme } = result;
    await saveDone(store, job, { at: now(), failed: failedMessagesOf(messages), staleProgramme });
    return { kind: 'finished', result };
  } catch (error) {
    if (error instanceof ServiceDownError) {
      return { kind: 'service down', service: error.service, seconds: error.waitSeconds };
    }
    const waitsFor = await planning.failed(error, job.project);
    const failure = failureOf(error);
    if (failure.kind !== 'poison') return { kind: 'failed', failure, waitsFor };
    if (isHeldTooLong(now(), job.deliverBy)) {
      await recordAndQueueNext(job, { messageId, begun, failure }, parts);
    } else await record(job, { messageId, failure, next: undefined }, parts);
    throw error;
  }
}

/** What earlier jobs of the report leave to do for this one; undefined where that is everything. */
async function readBefore(
  job: QueuedJob,
  messageId: string,
  store: ObjectStore,
): Promise<Attempted | undefined> {
  const attempts = await readAttempts(store, job);
  if (attempts.done) return { kind: 'done before' };
  if (attempts.failed < job.attempt) return undefined;
  const stored = await readFailedAttempt(store, job, job.attempt);
  if (stored?.by !== messageId) return { kind: 'duplicate' };
  return stored.kind === 'poison' && stored.next === undefined
    ? undefined
    : { kind: 'failed before', stored };
}

/** What the brake is told of one attempt. It saves requests, and promises nothing: where it fails, the attempt goes on. */
function askedThrough(brake: OutageBrake) {
  let admitted: { readonly service: string; readonly as: 'free' | 'probe' } | undefined;
  let isAsked = false;
  const admit = async (service: string) => {
    admitted ??= { service, as: await brake.admit(service) };
    return admitted.as;
  };
  const answered = async () => {
    if (admitted?.as === 'probe' && isAsked) await brake.answered(admitted.service).catch(() => undefined);
  };
  return {
    admit,
    ask: async (service: string) => {
      const as = await admit(service);
      isAsked = true;
      return as;
    },
    answered,
    /** @returns the service, where it was found down */
    failed: async (error: unknown, project: string) => {
      if (isAnswer(error)) await answered();
      if (!admitted || !isOutage(error)) return undefined;
      await brake.foundDown(admitted.service, project).catch(() => undefined);
      return admitted.service;
    },
  };
}

async function recordAndQueueNext(
  job: QueuedJob,
  failed: {
    readonly messageId: string;
    readonly begun: Temporal.Instant;
    readonly failure: Failure;
    readonly waitsFor?: string | undefined;
  },
  parts: JobParts,
): Promise<JobOutcome> {
  const { attempt: number, deliverBy } = job;
  const { messageId, begun, failure, waitsFor } = failed;
  const made = { attempt: number, begun, now: parts.now(), deliverBy, random: parts.random() };
  const next = nextAttempt(failure, made);
  const stored = await record(job, { messageId, failure, next }, parts);
  if (stored && stored.by !== messageId) return { kind: 'duplicate' };
  return queueNext({ ...job, waitsFor }, { ...failure, next: next?.toString() }, parts);
}

/** @returns undefined where it could not be recorded: an archive that is down must not end the retries */
async function record(
  job: QueuedJob,
  failed: {
    readonly messageId: string;
    readonly failure: Failure;
    readonly next: Temporal.Instant | undefined;
  },
  { store, now }: JobParts,
): Promise<FailedAttempt | undefined> {
  const { messageId: by, failure, next } = failed;
  return saveFailedAttempt(store, job, { failure, by, at: now(), next }).catch(() => undefined);
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
  const at = Temporal.Instant.from(next);
  await putBack({ ...job, attempt: job.attempt + 1 }, at, { ...parts, now: parts.now() });
  return { kind: 'failed', failure, next: at };
}
