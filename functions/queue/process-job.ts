/**
 * Processes one job of the queue: runs it, puts it back for later, or drops it if another job has the report. A job
 * that is put back is a new message, so the queue's receive count never ends its retries.
 */

import { Temporal } from 'temporal-polyfill';
import { failureFields, type Log, type LogFields, withoutAddresses } from '#base/log.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { type DeliveryResult, failedMessagesOf } from '#runs/delivery-result.ts';
import { type AttemptFailure, failureOf, incompleteDeliveryFailure } from '#runs/failure-kind.ts';
import { lookUpNamesOfReport } from '#runs/look-up-report.ts';
import type { ReportToMake } from '#runs/report-to-make.ts';
import { type Invocation, runReportAndLog } from '#runs/run-logged.ts';
import { type AttemptSummary, readAttemptSummary, saveReportDone } from '#runs/store/attempt-records.ts';
import type { FailedAttempt } from '#runs/store/objects.ts';
import * as objects from '#runs/store/objects.ts';
import type { RunWorld } from '#runs/world.ts';
import { runOfJob } from './begin-request.ts';
import { isLastAttempt } from './deadline.ts';
import {
  type JobSender,
  jobLogFields,
  parseJob,
  type QueuedJob,
  type ReceivedMessage,
  requeueJob,
} from './job-queue.ts';
import {
  mayBeRedeliveredTooLate,
  nextOutagePollTime,
  retryTimeAfterFailure,
  whenAttemptMayBegin,
} from './next-attempt.ts';
import { isOutageError, type OutageBrake, ServiceDownError, showsServiceIsUp } from './outage.ts';

type JobParts = Pick<RunWorld, 'store' | 'clock' | 'chance'> & {
  readonly queue: JobSender;
  readonly brake: OutageBrake;
};

/** @throws JobError for a message that is not a job, and what `attemptJob` throws; both are logged before */
export async function processJob(
  received: ReceivedMessage,
  world: RunWorld & JobParts & { readonly log: Log },
  by: Invocation,
): Promise<void> {
  const { log, configuration, clock } = world;
  let job: QueuedJob | undefined;
  try {
    job = parseJob(received.body);
    const own = job;
    const mailer = isLastAttempt(own, clock.now()) ? lastAttemptMailer(world.mailer) : world.mailer;
    const order: ReportToMake = {
      address: own,
      mode: 'send',
      // Looked up only if something has to be made, because the report may no longer be configured.
      lookUp: async (attempt) =>
        lookUpNamesOfReport(runOfJob(own, { configuration, now: clock.now() }), attempt),
    };
    const { dispatchId } = own;
    const outcome = await attemptJob(own, received.messageId, world, (admit) =>
      runReportAndLog(order, { ...by, admit, dispatchId, world: { ...world, mailer } }),
    );
    logOutcome(outcome, jobLogFields(own), log);
  } catch (error) {
    log.error('failed', {
      ...(job && jobLogFields(job)),
      receives: received.receives,
      ...failureFields(error),
    });
    throw error;
  }
}

/**
 * @param messageId of the message that brought the job; a redelivery has the same
 * @param run runs the report and calls `admit` before it queries the planning service
 * @throws the error that crashed the attempt, after recording it, so that the queue redelivers the job; and the errors
 *   of the queue
 */
export async function attemptJob(
  job: QueuedJob,
  messageId: string,
  world: JobParts,
  run: (admit: OutageBrake['admit']) => Promise<DeliveryResult>,
): Promise<JobOutcome> {
  const { store, queue, clock, chance } = world;
  const begun = clock.now();
  const time = whenAttemptMayBegin(job, begun);
  if (time === 'never') return { kind: 'too late' };
  if (time !== 'now')
    return { kind: 'early', seconds: await requeueJob(queue, job, { at: time, now: begun }) };

  const own = { ...job, n: job.attempt };
  const planning = brakeForAttempt(world.brake);
  const attempt = async (): Promise<AttemptOutcome> => {
    // Cheapest check first: while the service is down, a waiting job costs nothing but its message.
    if (job.waitsFor !== undefined) await planning.admitJob(job.waitsFor);
    const attempts = await readAttemptSummary(store, job);
    const wasMadeBefore = !attempts.done && attempts.failed >= job.attempt;
    const failed = wasMadeBefore ? await objects.failedAttempt.read(store, own) : undefined;
    const before = decideBeforeAttempt(job, { attempts, failed }, messageId);
    if (before.kind !== 'try') return before;
    const result = await run(planning.admitQuery);
    await planning.answered();
    if (result.outcome === 'incomplete') {
      return {
        kind: 'failed',
        failure: incompleteDeliveryFailure(result.messages, clock.now().epochMilliseconds),
      };
    }
    const { messages, dataProblem } = result;
    await saveReportDone(store, job, { at: clock.now(), failed: failedMessagesOf(messages), dataProblem });
    return { kind: 'finished', result };
  };
  const ended = await attempt().catch(async (error: unknown): Promise<AttemptOutcome> => {
    if (error instanceof ServiceDownError) return { kind: 'service down', error };
    const waitsFor = await planning.failed(error, job.project);
    const failure = failureOf(error);
    return failure.kind === 'poison'
      ? { kind: 'crashed', failure, error }
      : { kind: 'failed', failure, waitsFor };
  });

  const now = clock.now();
  const after = decideAfterAttempt(job, ended, { begun, now, random: chance.random() });
  switch (after.kind) {
    case 'over':
      return after.outcome;
    case 'ask again':
      return { kind: 'not asked', seconds: await requeueJob(queue, after.job, { at: after.at, now }) };
    case 'try again':
      break;
  }
  const { failure, isNew, next } = after;
  const { kind, error, message } = failure;
  const failed = { at: now, by: messageId, kind, error, message, next: next?.toString() };
  // An archive that is down must not end the retries.
  const stored = isNew
    ? await objects.failedAttempt.createOrRead(store, own, failed).catch(() => undefined)
    : undefined;
  const isDuplicate = stored !== undefined && stored.by !== messageId;
  if (!isDuplicate && next) await requeueJob(queue, after.job, { at: next, now: clock.now() });
  if (ended.kind === 'crashed') throw ended.error;
  return isDuplicate ? { kind: 'duplicate' } : { kind: 'failed', failure: { kind, error, message }, next };
}

/** The outage brake, for one attempt. If the service's answer cannot be recorded, the attempt goes on. */
function brakeForAttempt(brake: OutageBrake) {
  let admitted: { readonly service: string; readonly as: 'free' | 'probe' } | undefined;
  let hasQueried = false;
  const admitJob = async (service: string) => {
    admitted ??= { service, as: await brake.admit(service) };
    return admitted.as;
  };
  const answered = async () => {
    if (admitted?.as === 'probe' && hasQueried)
      await brake.recordAnswered(admitted.service).catch(() => undefined);
  };
  return {
    admitJob,
    admitQuery: async (service: string) => {
      const as = await admitJob(service);
      hasQueried = true;
      return as;
    },
    answered,
    failed: async (error: unknown, project: string) => {
      if (showsServiceIsUp(error)) await answered();
      if (!admitted || !isOutageError(error)) return undefined;
      await brake.recordDown(admitted.service, project).catch(() => undefined);
      return admitted.service;
    },
  };
}

function logOutcome(outcome: JobOutcome, fields: LogFields, log: Log): void {
  switch (outcome.kind) {
    case 'finished':
      break;
    case 'done before':
    case 'duplicate':
    case 'too late':
      log.info(outcome.kind, fields);
      break;
    case 'early':
      log.info(outcome.kind, { ...fields, seconds: outcome.seconds });
      break;
    case 'not asked':
      log.count('JobsPostponed', 1);
      log.warn('postponed: the planning service is down', { ...fields, seconds: outcome.seconds });
      break;
    case 'failed': {
      log.count('JobsPostponed', 1);
      const { kind, error, message } = outcome.failure;
      const next = outcome.next?.toString() ?? 'never: the deadline is near';
      log.warn('postponed', { ...fields, kind, error, reason: withoutAddresses(message), next });
    }
  }
}

/** On the last attempt, a recipient who is refused temporarily no longer delays the message to the others. */
function lastAttemptMailer(mailer: Mailer): Mailer {
  return {
    repeatable: mailer.repeatable,
    send: (message, options) =>
      mailer.send(message, { ...options, waitedSeconds: () => Number.POSITIVE_INFINITY }),
  };
}

type FinishedJob = { readonly kind: 'finished'; readonly result: DeliveryResult };
type JobMadeBefore = { readonly kind: 'done before' | 'duplicate' };
/**
 * An earlier delivery of the same message failed. The next attempt is queued, unless the process was killed after
 * recording the failure.
 */
type JobFailedBefore = { readonly kind: 'failed before'; readonly failed: FailedAttempt };

export type JobOutcome =
  | FinishedJob
  | JobMadeBefore
  | { readonly kind: 'early' | 'not asked'; readonly seconds: number }
  | { readonly kind: 'too late' }
  | {
      readonly kind: 'failed';
      readonly failure: AttemptFailure;
      readonly next: Temporal.Instant | undefined;
    };

type BeforeAttempt = { readonly kind: 'try' } | JobMadeBefore | JobFailedBefore;

export function decideBeforeAttempt(
  job: QueuedJob,
  known: { readonly attempts: AttemptSummary; readonly failed: FailedAttempt | undefined },
  by: string,
): BeforeAttempt {
  const { attempts, failed } = known;
  if (attempts.done) return { kind: 'done before' };
  if (attempts.failed < job.attempt) return { kind: 'try' };
  if (failed?.by !== by) return { kind: 'duplicate' };
  // After a crash, no new job was queued: this redelivery is the next attempt.
  const isCrash = failed.kind === 'poison' && failed.next === undefined;
  return isCrash ? { kind: 'try' } : { kind: 'failed before', failed };
}

export type AttemptOutcome =
  | FinishedJob
  | JobMadeBefore
  | JobFailedBefore
  | { readonly kind: 'service down'; readonly error: ServiceDownError }
  | { readonly kind: 'failed'; readonly failure: AttemptFailure; readonly waitsFor?: string | undefined }
  | { readonly kind: 'crashed'; readonly failure: AttemptFailure; readonly error: unknown };

type AfterAttempt =
  | { readonly kind: 'over'; readonly outcome: JobOutcome }
  /** The service is down, so this did not count as an attempt. */
  | { readonly kind: 'ask again'; readonly job: QueuedJob; readonly at: Temporal.Instant }
  | {
      readonly kind: 'try again';
      readonly failure: AttemptFailure;
      readonly isNew: boolean;
      readonly job: QueuedJob;
      /** Undefined after the last attempt, and after a crash: the queue redelivers that job itself. */
      readonly next: Temporal.Instant | undefined;
    };

export function decideAfterAttempt(
  job: QueuedJob,
  ended: AttemptOutcome,
  at: { readonly begun: Temporal.Instant; readonly now: Temporal.Instant; readonly random: number },
): AfterAttempt {
  const { attempt, deliverBy } = job;
  switch (ended.kind) {
    case 'finished':
    case 'done before':
    case 'duplicate':
      return { kind: 'over', outcome: ended };
    case 'service down': {
      const { service: waitsFor, waitSeconds } = ended.error;
      return {
        kind: 'ask again',
        job: { ...job, waitsFor },
        at: nextOutagePollTime(waitSeconds, job, at.now),
      };
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
      const isHeld = ended.kind === 'crashed' && !mayBeRedeliveredTooLate(at.now, deliverBy);
      const next = isHeld ? undefined : retryTimeAfterFailure(failure, { ...at, attempt, deliverBy });
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
