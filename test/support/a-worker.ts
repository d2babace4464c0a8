import type { ObjectStore } from '#archive/object-store.ts';
import type { QueuedJob } from '#queue/job-queue.ts';
import { createOutageBrake } from '#queue/outage.ts';
import { attemptJob } from '#queue/process-job.ts';
import type { DeliveryResult } from '#runs/delivery-result.ts';
import { noTasksPerShift } from '#runs/store/issue.ts';
import { aClock } from './builders/a-delivery.ts';
import { createMemoryStore } from './memory-store.ts';
import { recordingQueue } from './recording-queue.ts';

/** The result of a run that delivered its report. */
export function aRunResult(changes: Partial<DeliveryResult> = {}): DeliveryResult {
  return {
    project: 'riverside',
    report: 'weekly',
    window: { first: '2026-11-23', last: '2026-11-29' },
    runId: '2026-11-20T14-00-00Z',
    outcome: 'delivered',
    issueNumber: 1,
    tasksPerShift: noTasksPerShift,
    files: [],
    messages: [],
    warnings: [],
    keys: [],
    ...changes,
  };
}

/** Id of the planning service that the jobs of the worker ask. */
export const service = '1f3a5b7c';

/**
 * A worker whose runs have the results that the test gives, in order; after these, they deliver. Each run asks the
 * service.
 */
export function aWorker(changes: { readonly store?: ObjectStore; readonly random?: () => number } = {}) {
  const clock = aClock();
  const memory = createMemoryStore();
  const queue = recordingQueue();
  const { store = memory, random = () => 0.5 } = changes;
  const brake = createOutageBrake(store, clock, { id: () => '', random: () => 0 });
  const ends: (Error | DeliveryResult)[] = [];
  const runs: QueuedJob[] = [];
  const world = { store, queue, brake, clock, chance: { id: () => '', random } };
  const work = (job: QueuedJob, messageId: string) =>
    attemptJob(job, messageId, world, async (admit) => {
      await admit(service);
      runs.push(job);
      const end = ends.shift() ?? aRunResult();
      if (end instanceof Error) throw end;
      return end;
    });
  let messages = 0;
  return {
    clock,
    memory,
    queue,
    brake,
    ends,
    runs,
    /** Receives the job. @param messageId by default, the id of a new message */
    receive: (job: QueuedJob, messageId = `m-${++messages}`) => work(job, messageId),
    /** Receives the next job that was put back, at its time. */
    receiveNext: async () => {
      const next = queue.sent.shift();
      if (next === undefined) throw new Error('No job was put back.');
      clock.advance({ seconds: next.delaySeconds });
      return work(next.job, `m-${++messages}`);
    },
  };
}
