import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Received } from '../dispatch/job-queue.ts';
import { type JobQueue, parseJob, type QueuedJob } from '../dispatch/job-queue.ts';
import { failureFields, type StepLog } from '../step-log.ts';
import { handleDeadLetterJob } from './dead-letter.ts';

export type DeadLetterServices = {
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly log: StepLog;
  readonly now: () => Temporal.Instant;
};

/** @throws what the store and the queue throw, so that the queue delivers the dead letter again */
export async function handleDeadLetter(received: Received, services: DeadLetterServices): Promise<void> {
  const { log } = services;
  const job = readable(received, services);
  if (job === undefined) return;
  const { project, report, dispatchId, runId, attempt } = job;
  const fields = { project, report, dispatchId, runId, attempt };
  try {
    const outcome = await handleDeadLetterJob(job, { ...services, now: services.now() });
    if (outcome === 'done') log.info(outcome, fields);
    else log.error(outcome, fields);
  } catch (error) {
    log.error('failed', { ...fields, ...failureFields(error) });
    throw error;
  }
}

/**
 * A message that is not a job is dropped instead of being retried for ever; if it was meant to be one, reconcile finds
 * that no job carries its report. The text is not logged, because it may hold anything.
 */
function readable(received: Received, { log }: DeadLetterServices): QueuedJob | undefined {
  try {
    return parseJob(received.body);
  } catch (error) {
    const { messageId } = received;
    log.error('dropped a message that is not a job', { messageId, ...failureFields(error) });
    return undefined;
  }
}
