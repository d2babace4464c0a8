/** Where jobs wait to be processed. */
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { parseJson } from '../../base/parse-json.ts';
import { inEnglish } from '../../base/text/english.ts';
import { type DueReport, dueReportSchema } from '../store/due-reports.ts';
import { type DispatchId, dispatchIdSchema } from '../store/run-id.ts';
import { instantText, positiveInt, storeFormat } from '../store/stored-object.ts';

/** One report to deliver. */
export type QueuedJob = DueReport & {
  readonly dispatchId: DispatchId;
  /** Which attempt at the report this is: 1 for the first. */
  readonly attempt: number;
  /** How often the job was brought back from the dead-letter queue. */
  readonly broughtBack: number;
  /** When the attempt may begin, where that is later than the queue can wait; ISO 8601 instant. */
  readonly notBefore?: string | undefined;
  /** The planning service that was down when the job was put back, as the brake names it. */
  readonly waitsFor?: string | undefined;
};

/** A message of the queue that jobs wait in, whichever queue that is. */
export type Received = {
  /** The same where the queue delivers it again. */
  readonly messageId: string;
  readonly body: string;
  /** How often the queue has delivered it, this time included. */
  readonly receives: number;
};

/** About how many jobs a queue holds. */
export type QueueDepth = {
  /** Ready for a worker, with one, and delayed. */
  readonly all: number;
  /** Those among them that wait for the time of their attempt. */
  readonly delayed: number;
};

/** Each job is delivered at least once. */
export interface JobQueue {
  /**
   * Puts jobs on the queue.
   * @param options.delaySeconds how long before they may be delivered: 0 to `maxDelaySeconds`
   * @throws JobQueueError where the queue did not take some of them; it has the others
   */
  send(jobs: readonly QueuedJob[], options?: { readonly delaySeconds: number }): Promise<void>;
  depth(): Promise<QueueDepth>;
}

/** The longest delay of a message in SQS. */
const maxDelaySeconds = 900;

/**
 * Puts a job back on the queue for a later time. A queue delays a message by so much at most; the job says when its time
 * really comes.
 * @returns in how many seconds that is
 */
export async function putBack(
  queue: Pick<JobQueue, 'send'>,
  job: QueuedJob,
  { at, now }: { readonly at: Temporal.Instant; readonly now: Temporal.Instant },
): Promise<number> {
  const seconds = Math.max(0, Math.ceil((at.epochMilliseconds - now.epochMilliseconds) / 1_000));
  const notBefore = seconds > maxDelaySeconds ? at.toString() : undefined;
  await queue.send([{ ...job, notBefore }], { delaySeconds: Math.min(seconds, maxDelaySeconds) });
  return seconds;
}

/** The first attempt at a report. */
export function firstJob(dispatchId: DispatchId, due: DueReport): QueuedJob {
  return { ...due, dispatchId, attempt: 1, broughtBack: 0 };
}

const jobSchema = z.object({
  version: z.literal(storeFormat, `expected ${storeFormat}`),
  ...dueReportSchema.shape,
  dispatchId: dispatchIdSchema,
  attempt: positiveInt,
  broughtBack: z.int().check(z.nonnegative()),
  notBefore: z.optional(instantText),
  waitsFor: z.optional(z.string()),
});

/** The job as a message of the queue. */
export function jobText(job: QueuedJob): string {
  return JSON.stringify(z.encode(jobSchema, { version: storeFormat, ...job }));
}

/** @throws JobError for a message that is not a job of this release */
export function parseJob(text: string): QueuedJob {
  const parsed = jobSchema.safeParse(parseJson(text), inEnglish);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    const path = problem && problem.path.length > 0 ? `${toDotPath(problem.path)}: ` : '';
    throw new JobError(`${path}${problem?.message ?? 'it does not fit'}`);
  }
  const { version: _, ...job } = parsed.data;
  return job;
}

/** A message of the queue that is not a job. */
class JobError extends LookaheadError {
  override readonly name = 'JobError';

  constructor(problem: string) {
    super(`A message of the queue is not a job (${problem})`, {
      kind: 'defect',
      remedy:
        'If another release queued it, deploy that one again. Otherwise reconcile queues its report again.',
    });
  }
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
