import type * as z from 'zod/mini';
import { LookaheadError } from '../../base/lookahead-error.ts';
import type { DispatchId } from '../store/dispatch-id.ts';
import type { RunId } from '../store/run-id.ts';
import type { windowText } from '../store/stored-object.ts';

/** One report to deliver, as the queue carries it. */
export type QueuedJob = {
  readonly project: string;
  readonly report: string;
  readonly dispatchId: DispatchId;
  readonly runId: RunId;
  readonly window: z.infer<typeof windowText>;
  /** How often the job has been postponed. */
  readonly postponed?: number;
};

/** Where jobs wait to be processed. Each is delivered at least once. */
export interface JobQueue {
  /**
   * Puts jobs on the queue.
   * @param options.delaySeconds how long before they may be delivered: 0 to 900
   * @throws JobQueueError where the queue did not take some of them; it has the others
   */
  send(jobs: readonly QueuedJob[], options?: { readonly delaySeconds: number }): Promise<void>;
  /** Sets the seconds after which a job in progress is delivered again if this attempt fails. */
  retryAfter(receipt: string, seconds: number): Promise<void>;
}

/** The queue did not take some jobs. */
export class JobQueueError extends LookaheadError {
  override readonly name = 'JobQueueError';
  /** The jobs that are not on the queue, as far as is known. */
  readonly jobs: readonly QueuedJob[];

  constructor(what: string, details: { readonly jobs: readonly QueuedJob[]; readonly cause?: unknown }) {
    super(what, {
      kind: 'retryable',
      remedy:
        'It is retried automatically; check that the queue exists and that this function may write to it.',
      cause: details.cause,
    });
    this.jobs = details.jobs;
  }
}
