import type { QueuedJob } from '../delivery/dispatch/job-queue.ts';
import { recordDeadLetter } from '../delivery/notify/not-delivered-notice.ts';
import { parseQueuedJob } from '../delivery/request/parse-request.ts';
import { openArchive } from './aws/archive-store.ts';
import { bundledConfiguration } from './aws/bundled-configuration.ts';
import { deadLetterVariables } from './aws/environment.ts';
import { openMailer } from './aws/mail-service.ts';
import { type Environment, readVariables } from './aws/read-variables.ts';
import { failureFields } from './log/step-log.ts';
import { measured, type NotifyClock, type NotifyServices, notifyParts } from './notify-services.ts';
import type { Received } from './sqs-batch.ts';

export async function deadLetterServices(
  environment: Environment,
  clock: NotifyClock,
): Promise<NotifyServices> {
  const variables = readVariables(deadLetterVariables, environment);
  const { configuration } = await bundledConfiguration(variables);
  return {
    configuration,
    store: openArchive(variables.ARCHIVE_BUCKET),
    mailer: openMailer(variables.CONFIGURATION_SET),
    reportFunction: variables.REPORT_FUNCTION,
    ...measured(),
    ...clock,
  };
}

/** @throws what the store throws, and where the contact could not be notified yet, so that the queue retries */
export async function handleDeadLetter(received: Received, services: NotifyServices): Promise<void> {
  const { log, metrics } = services;
  const job = readable(received, services);
  if (job === undefined) return;
  const { project, report, dispatchId, runId } = job;
  const fields = { project, report, dispatchId, runId };
  try {
    const onDeadLetter = () => metrics.count('ReportsFailed', 1);
    const outcome = await recordDeadLetter(job, { ...notifyParts(services), onDeadLetter });
    log.info(outcome, fields);
  } catch (error) {
    log.error('failed', { ...fields, ...failureFields(error) });
    throw error;
  }
}

/**
 * A message that is not a job is dropped instead of being retried for ever; if it was meant to be one, the reconcile
 * check finds its report outstanding. The text is not logged, because it may hold anything.
 */
function readable(received: Received, { log, metrics }: NotifyServices): QueuedJob | undefined {
  try {
    return parseQueuedJob(received.body);
  } catch (error) {
    metrics.count('ReportsFailed', 1);
    log.error('dropped a message that is not a job', {
      messageId: received.messageId,
      ...failureFields(error),
    });
    return undefined;
  }
}
