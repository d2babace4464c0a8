import type { QueuedJob } from './job-request.ts';

/** Where jobs wait for whoever does them: each is brought at least once. */
export interface JobQueue {
  /**
   * Puts jobs on the queue.
   * @param options.delaySeconds how long before they may be brought: 0 to 900
   * @throws JobQueueError where some could not be put there; the others are
   */
  send(jobs: readonly QueuedJob[], options?: { readonly delaySeconds: number }): Promise<void>;
  /** Has a job that is at work brought again after so many seconds, should this attempt fail. */
  retryAfter(receipt: string, seconds: number): Promise<void>;
}

export class JobQueueError extends Error {
  override readonly name = 'JobQueueError';
  /** The jobs that are not on the queue, as far as is known. */
  readonly jobs: readonly QueuedJob[];

  constructor(message: string, details: { readonly jobs: readonly QueuedJob[]; readonly cause?: unknown }) {
    super(message, { cause: details.cause });
    this.jobs = details.jobs;
  }
}
