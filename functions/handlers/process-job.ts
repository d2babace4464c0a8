/** A queued job: processed, postponed where the planning service asks for it, or failed so that the queue retries it. */

import { backOff } from '../base/back-off.ts';
import { LookaheadError } from '../base/lookahead-error.ts';
import type { JobQueue, QueuedJob } from '../delivery/dispatch/job-queue.ts';
import { saveCause } from '../delivery/notify/failure-log.ts';
import { runOfJob } from '../delivery/request/begin-request.ts';
import { parseQueuedJob } from '../delivery/request/parse-request.ts';
import { NoTimeLeftError } from '../delivery/run/time-left.ts';
import { PlanningUnavailableError } from '../planning/client/planning-error.ts';
import { failureFields } from './log/step-log.ts';
import type { Invocation, ReportServices } from './report-services.ts';
import { type ReportOutcome, runLoggedReport } from './run-logged-report.ts';
import type { Received } from './sqs-batch.ts';

/** Something of the report is left to do. The next attempt does it. */
export class UnfinishedError extends LookaheadError {
  override readonly name = 'UnfinishedError';
  /** Seconds before another attempt has anything to do; undefined where it may continue at once. */
  readonly waitSeconds: number | undefined;

  constructor(reasons: readonly string[], waitSeconds: number | undefined) {
    super('Not everything has been sent', {
      kind: 'retryable',
      remedy: `The next attempt continues. ${reasons.join(' ')}`,
    });
    this.waitSeconds = waitSeconds;
  }
}

/** The longest delay of a message in SQS. */
const maxDelaySeconds = 900;
/** About six hours. A service that asks for more is down, and the job's retries are used up as for any failure. */
const maxPostponements = 24;

/** @throws what went wrong, once it is saved and logged, so that the queue retries the job */
export async function processJob(
  received: Received,
  invocation: Invocation,
  services: ReportServices & { readonly queue: JobQueue | undefined },
): Promise<void> {
  const { log, queue } = services;
  let job: QueuedJob | undefined;
  try {
    job = parseQueuedJob(received.body);
    await deliver(job, invocation, services);
  } catch (error) {
    const { project, report, dispatchId, runId } = job ?? {};
    const receives = Number(received.attributes.ApproximateReceiveCount);
    const fields = { project, report, dispatchId, runId, receives, ...failureFields(error) };
    const later = job && delayAskedFor(error);
    if (job) await saveCauseQuietly(job, error, services);
    if (job && queue && later !== undefined && (job.postponed ?? 0) < maxPostponements) {
      await queue.send([{ ...job, postponed: (job.postponed ?? 0) + 1 }], { delaySeconds: later });
      log.warn('postponed', { ...fields, seconds: later });
      return;
    }
    log.error('failed', fields);
    await retryLater(received, waitAfter(error, receives), services);
    throw error;
  }
}

async function deliver(job: QueuedJob, invocation: Invocation, services: ReportServices): Promise<void> {
  const run = runOfJob(job, { configuration: services.configuration, now: services.now() });
  const result = await runLoggedReport(run, invocation, services);
  if (result.outcome === 'incomplete') throw unfinished(result, services);
}

function unfinished({ messages, pendingNotice }: ReportOutcome, { now }: ReportServices): UnfinishedError {
  const left = pendingNotice ? [...messages, { id: 'the contact', outcome: pendingNotice }] : messages;
  const waits: number[] = [];
  const reasons: string[] = [];
  for (const { id, outcome } of left) {
    if (outcome.kind === 'refused') waits.push(0);
    if (outcome.kind === 'waiting') {
      waits.push((Date.parse(outcome.until) - now().epochMilliseconds) / 1000);
    }
    if ('reason' in outcome) reasons.push(`${id}: ${outcome.reason}`);
  }
  const wait = waits.length > 0 ? Math.max(0, Math.min(...waits)) : 0;
  return new UnfinishedError(reasons, wait === 0 ? undefined : Math.ceil(wait));
}

/** Seconds that the planning service asks to wait, where that did not fit the function's time. */
function delayAskedFor(error: unknown): number | undefined {
  if (!(error instanceof PlanningUnavailableError) || error.retryAfter === undefined) return undefined;
  return Math.min(maxDelaySeconds, Math.max(1, error.retryAfter));
}

/** Seconds until the job is retried: doubled each time, because whatever is down needs time. */
function waitAfter(error: unknown, receives: number): number {
  if (error instanceof NoTimeLeftError) return 0;
  if (error instanceof UnfinishedError && error.waitSeconds !== undefined) return error.waitSeconds;
  return backOff(Math.max(1, receives), { first: 30, max: maxDelaySeconds });
}

/** A failure to save the cause must not hide the cause itself. */
async function saveCauseQuietly(
  job: QueuedJob,
  error: unknown,
  { store, now, log }: ReportServices,
): Promise<void> {
  try {
    await saveCause(store, job, { error, at: now() });
  } catch (failure) {
    log.warn('the cause could not be saved', { dispatchId: job.dispatchId, ...failureFields(failure) });
  }
}

/** Without it, the job is retried after the queue's own visibility timeout. */
async function retryLater(
  received: Received,
  seconds: number,
  { queue, log }: Pick<ReportServices, 'log'> & { readonly queue: JobQueue | undefined },
): Promise<void> {
  try {
    await queue?.retryAfter(received.receiptHandle, seconds);
  } catch (failure) {
    log.warn('the time of the retry could not be set', failureFields(failure));
  }
}
