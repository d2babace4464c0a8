import type { Temporal } from 'temporal-polyfill';
import { type JobQueue, maxDelaySeconds, type QueuedJob } from '../dispatch/job-queue.ts';

/**
 * Puts a job back on the queue for a later time. A queue delays a message by so much at most; the job says when its time
 * really comes.
 * @returns in how many seconds that is
 */
export async function putBack(
  job: QueuedJob,
  at: Temporal.Instant,
  { queue, now }: { readonly queue: Pick<JobQueue, 'send'>; readonly now: Temporal.Instant },
): Promise<number> {
  const seconds = Math.max(0, Math.ceil((at.epochMilliseconds - now.epochMilliseconds) / 1_000));
  const notBefore = seconds > maxDelaySeconds ? at.toString() : undefined;
  await queue.send([{ ...job, notBefore }], { delaySeconds: Math.min(seconds, maxDelaySeconds) });
  return seconds;
}
