/** A job on which the function crashed five times: brought back twice, hours apart, then given up. */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { JobQueue, QueuedJob } from '../dispatch/job-queue.ts';
import { hoursUntilBroughtBack, maxBroughtBack } from '../limits.ts';
import { readAttempts, saveDeadLetter } from '../store/attempts.ts';
import { inTime } from './next-attempt.ts';
import { putBack } from './put-back.ts';

/**
 * Records the dead letter and brings the job back, or leaves it: reconcile then notifies its contact.
 * @returns 'done' where another job has finished the report
 * @throws what the store and the queue throw
 */
export async function handleDeadLetterJob(
  job: QueuedJob,
  parts: { readonly store: ObjectStore; readonly queue: JobQueue; readonly now: Temporal.Instant },
): Promise<'done' | 'brought back' | 'given up'> {
  const { store, now } = parts;
  const attempts = await readAttempts(store, job);
  if (attempts.done) return 'done';
  const number = job.broughtBack + 1;
  await saveDeadLetter(store, job, { number, at: now });
  const at = inTime(now.add({ hours: hoursUntilBroughtBack }), { begun: now, now, deliverBy: job.deliverBy });
  if (number > maxBroughtBack || at === undefined) return 'given up';
  const attempt = Math.max(attempts.failed, job.attempt) + 1;
  await putBack({ ...job, attempt, broughtBack: number }, at, parts);
  return 'brought back';
}
