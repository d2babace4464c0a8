import type { ObjectStore } from '#archive/object-store.ts';
import { failureFields, type LogWithoutMetrics } from '#base/log.ts';
import type { Clock } from '#base/system.ts';
import { readAttemptSummary } from '#runs/store/attempt-records.ts';
import * as objects from '#runs/store/objects.ts';
import { clampToFinalAttemptTime } from './deadline.ts';
import {
  type JobSender,
  jobLogFields,
  parseJob,
  type QueuedJob,
  type ReceivedMessage,
  requeueJob,
} from './job-queue.ts';

/**
 * Maximum number of times a dead letter is redriven. After that its report is not delivered.
 * @tunable
 */
export const maxRedrives = 2;
/**
 * Hours until a dead letter is redriven: time to deploy a fix of the crash.
 * @tunable
 */
export const hoursUntilRedrive = 2;

type DeadLetterParts = {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly queue: JobSender;
};

export async function processDeadLetter(
  received: ReceivedMessage,
  world: DeadLetterParts & { readonly log: LogWithoutMetrics },
): Promise<void> {
  const { log } = world;
  const job = parseOrDrop(received, log);
  if (job === undefined) return;
  const fields = jobLogFields(job);
  try {
    const outcome = await redriveJob(job, world);
    if (outcome === 'done') log.info(outcome, fields);
    else log.error(outcome, fields);
  } catch (error) {
    log.error('failed', { ...fields, ...failureFields(error) });
    throw error;
  }
}

/**
 * Drops a message that is not a job instead of retrying it forever. If it was meant to be one, reconcile finds that its
 * report has no job. The text is not logged, because it may contain anything.
 */
function parseOrDrop(received: ReceivedMessage, log: LogWithoutMetrics): QueuedJob | undefined {
  try {
    return parseJob(received.body);
  } catch (error) {
    const { messageId } = received;
    log.error('dropped a message that is not a job', { messageId, ...failureFields(error) });
    return undefined;
  }
}

/**
 * Records the dead letter, and redrives the job at most `maxRedrives` times and only before its deadline. After that
 * the job is given up, and reconcile notifies the contact.
 * @returns 'done' if another job has finished the report
 * @throws what the store and the queue throw
 */
export async function redriveJob(
  job: QueuedJob,
  { store, queue, clock }: DeadLetterParts,
): Promise<'done' | 'brought back' | 'given up'> {
  const now = clock.now();
  const attempts = await readAttemptSummary(store, job);
  if (attempts.done) return 'done';
  const n = job.broughtBack + 1;
  await objects.deadLetter.create(store, { ...job, n }, { at: now });
  const at = clampToFinalAttemptTime(now.add({ hours: hoursUntilRedrive }), {
    begun: now,
    now,
    deliverBy: job.deliverBy,
  });
  if (n > maxRedrives || at === undefined) return 'given up';
  const attempt = Math.max(attempts.failed, job.attempt) + 1;
  await requeueJob(queue, { ...job, attempt, broughtBack: n }, { at, now });
  return 'brought back';
}
