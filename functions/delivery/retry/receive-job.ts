/** A message of the queue: its job is processed, and what came of it is logged and counted. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Received } from '../dispatch/job-queue.ts';
import { parseJob, type QueuedJob } from '../dispatch/job-queue.ts';
import { lastAttemptMailer } from '../messages/last-attempt-mailer.ts';
import type { Invocation, JobServices } from '../report-services.ts';
import { runOfJob } from '../request/begin-request.ts';
import { RequestError } from '../request/request-error.ts';
import type { RunResult } from '../request/run-report.ts';
import { deliverIssue } from '../run/deliver-report.ts';
import { checkTimeFor, timeNeeded } from '../run/time-left.ts';
import { countOutcome, runLoggedReport } from '../run-logged-report.ts';
import { type Fields, failureFields, withoutAddresses } from '../step-log.ts';
import { lastAttemptAt } from './next-attempt.ts';
import type { OutageBrake } from './outage.ts';
import { type JobOutcome, processJob } from './process-job.ts';

/** @throws what went wrong, once it is recorded and logged, so that the queue delivers the job again */
export async function receiveJob(
  received: Received,
  invocation: Invocation,
  services: JobServices,
): Promise<void> {
  const { log } = services;
  let job: QueuedJob | undefined;
  try {
    job = parseJob(received.body);
    const outcome = await processJob(job, received.messageId, {
      ...services,
      run: (own, { beforePlanning }) => runJob(own, invocation, { ...services, beforePlanning }),
    });
    logOutcome(outcome, fieldsOf(job), services);
  } catch (error) {
    log.error('failed', { ...(job && fieldsOf(job)), receives: received.receives, ...failureFields(error) });
    throw error;
  }
}

/** A stored issue is delivered as it was made, even if its report is no longer configured. */
async function runJob(
  job: QueuedJob,
  invocation: Invocation,
  services: JobServices & { readonly beforePlanning: OutageBrake['admit'] },
): Promise<RunResult> {
  const { configuration, store, pace, now } = services;
  const isLast = now().epochMilliseconds >= lastAttemptAt(job.deliverBy).epochMilliseconds;
  const mailer = isLast ? lastAttemptMailer(services.mailer) : services.mailer;
  const timeLeft = () => invocation.getRemainingTimeInMillis();
  try {
    const run = runOfJob(job, { configuration, now: now() });
    return await runLoggedReport(run, invocation, { ...services, mailer });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const result = await deliverIssue(job, {
      ...{ store, mailer, now },
      pause: services.pause ?? pause,
      owner: services.drawId(),
      pace: async (recipients) => pace?.(recipients, timeLeft() - timeNeeded({ kind: 'send' })),
      checkTime: (step) => checkTimeFor(step, timeLeft()),
    });
    if (result === undefined) throw error;
    countOutcome(result, services);
    services.log.info(result.outcome, fieldsOf(job));
    return result;
  }
}

function fieldsOf({ project, report, dispatchId, runId, attempt }: QueuedJob): Fields {
  return { project, report, dispatchId, runId, attempt };
}

function logOutcome(outcome: JobOutcome, fields: Fields, { log, metrics }: JobServices): void {
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
      metrics.count('JobsPostponed', 1);
      log.warn('postponed: the planning service is down', { ...fields, seconds: outcome.seconds });
      break;
    case 'failed': {
      metrics.count('JobsPostponed', 1);
      const { kind, error, message } = outcome.failure;
      const next = outcome.next?.toString() ?? 'never: the deadline is near';
      log.warn('postponed', { ...fields, kind, error, reason: withoutAddresses(message), next });
    }
  }
}
