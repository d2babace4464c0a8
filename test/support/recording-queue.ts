import { type JobQueue, JobQueueError, jobJson, parseJob, type QueuedJob } from '#queue/job-queue.ts';

export type RecordingQueue = JobQueue & {
  /** Every job in order, as a worker would receive it. */
  readonly sent: { readonly job: QueuedJob; readonly delaySeconds: number }[];
  capacity: number;
};

/** A queue that records its jobs. It fails once `capacity` jobs are sent, like a sender that crashes halfway. */
export function recordingQueue(): RecordingQueue {
  const queue: RecordingQueue = {
    sent: [],
    capacity: Number.POSITIVE_INFINITY,
    async send(jobs: readonly QueuedJob[], { delaySeconds } = { delaySeconds: 0 }) {
      const accepted = jobs.slice(0, queue.capacity);
      queue.sent.push(...accepted.map((job) => ({ job: parseJob(jobJson(job)), delaySeconds })));
      const left = jobs.slice(accepted.length);
      if (left.length > 0) throw new JobQueueError(`${left.length} jobs were not taken`);
    },
    depth: async () => ({
      all: queue.sent.length,
      delayed: queue.sent.filter(({ delaySeconds }) => delaySeconds > 0).length,
    }),
  };
  return queue;
}
