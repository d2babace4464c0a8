/** A job on which the function crashed five times: brought back twice, hours apart, then given up. */

import { hoursUntilBroughtBack, maxBroughtBack } from '../limits.ts';
import { parseJob, putBack, type QueuedJob, type Received } from '../queue/job-queue.ts';
import { inTime } from '../queue/next-attempt.ts';
import { failureFields, type StepLog } from '../step-log.ts';
import { readAttempts, saveDeadLetter } from '../store/attempts.ts';
import type { World } from '../world.ts';

type DeadLetterWorld = Pick<World, 'store' | 'clock'> & { readonly queue: Pick<World['queue'], 'send'> };

/** @throws what the store and the queue throw, so that the queue delivers the dead letter again */
export async function processDeadLetter(
  received: Received,
  world: DeadLetterWorld & { readonly log: StepLog },
): Promise<void> {
  const { log } = world;
  const job = readable(received, log);
  if (job === undefined) return;
  const { project, report, dispatchId, runId, attempt } = job;
  const fields = { project, report, dispatchId, runId, attempt };
  try {
    const outcome = await bringBack(job, world);
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
function readable(received: Received, log: StepLog): QueuedJob | undefined {
  try {
    return parseJob(received.body);
  } catch (error) {
    const { messageId } = received;
    log.error('dropped a message that is not a job', { messageId, ...failureFields(error) });
    return undefined;
  }
}

/**
 * Records the dead letter and brings the job back, or leaves it: reconcile then notifies its contact.
 * @returns 'done' where another job has finished the report
 * @throws what the store and the queue throw
 */
export async function bringBack(
  job: QueuedJob,
  { store, queue, clock }: DeadLetterWorld,
): Promise<'done' | 'brought back' | 'given up'> {
  const now = clock.now();
  const attempts = await readAttempts(store, job);
  if (attempts.done) return 'done';
  const number = job.broughtBack + 1;
  await saveDeadLetter(store, job, { number, at: now });
  const at = inTime(now.add({ hours: hoursUntilBroughtBack }), { begun: now, now, deliverBy: job.deliverBy });
  if (number > maxBroughtBack || at === undefined) return 'given up';
  const attempt = Math.max(attempts.failed, job.attempt) + 1;
  await putBack(queue, { ...job, attempt, broughtBack: number }, { at, now });
  return 'brought back';
}
