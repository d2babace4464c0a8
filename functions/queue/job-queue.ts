import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { parseJson } from '#base/json.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { englishZodMessages } from '#base/text/english.ts';
import { type DispatchId, dispatchIdSchema } from '#runs/store/names.ts';
import { dueReportSchema } from '#runs/store/objects.ts';
import { instantTextSchema, positiveIntSchema, storeFormatVersion } from '#runs/store/stored-object.ts';
import type { DueReport } from './due-reports.ts';

/**
 * Maximum number of deliveries of a job that crashes. After that it is a dead letter.
 * @tunable
 */
export const maxReceives = 5;

export type QueuedJob = DueReport & {
  readonly dispatchId: DispatchId;
  readonly attempt: number;
  readonly broughtBack: number;
  /** ISO 8601 instant before which the attempt must not begin, if it is further away than the queue can delay. */
  readonly notBefore?: string | undefined;
  /** Id of the planning service that was down when the job was put back; from `planningServiceId`. */
  readonly waitsFor?: string | undefined;
};

export type ReceivedMessage = {
  readonly messageId: string;
  readonly body: string;
  readonly receives: number;
};

/** Approximate numbers of messages. */
export type QueueDepth = {
  readonly all: number;
  readonly delayed: number;
};

export interface JobSender {
  /**
   * @param options.delaySeconds 0 to 900
   * @throws JobQueueError for the jobs that the queue did not take
   */
  send(jobs: readonly QueuedJob[], options?: { readonly delaySeconds: number }): Promise<void>;
}

/** Each job is delivered at least once. */
export interface JobQueue extends JobSender {
  depth(): Promise<QueueDepth>;
}

/** Maximum delay of SQS. */
const maxDelaySeconds = 900;

/**
 * Queues a job for a later time. If that is later than the queue can delay, `notBefore` tells the worker.
 * @returns seconds until then
 */
export async function requeueJob(
  queue: JobSender,
  job: QueuedJob,
  { at, now }: { readonly at: Temporal.Instant; readonly now: Temporal.Instant },
): Promise<number> {
  const seconds = Math.max(0, Math.ceil((at.epochMilliseconds - now.epochMilliseconds) / 1_000));
  const notBefore = seconds > maxDelaySeconds ? at.toString() : undefined;
  await queue.send([{ ...job, notBefore }], { delaySeconds: Math.min(seconds, maxDelaySeconds) });
  return seconds;
}

export function createFirstJob(dispatchId: DispatchId, due: DueReport): QueuedJob {
  return { ...due, dispatchId, attempt: 1, broughtBack: 0 };
}

export function jobLogFields({ project, report, dispatchId, runId, attempt }: QueuedJob) {
  return { project, report, dispatchId, runId, attempt };
}

const jobSchema = z.object({
  version: z.literal(storeFormatVersion, `expected ${storeFormatVersion}`),
  ...dueReportSchema.shape,
  dispatchId: dispatchIdSchema,
  attempt: positiveIntSchema,
  broughtBack: z.int().check(z.nonnegative()),
  notBefore: z.optional(instantTextSchema),
  waitsFor: z.optional(z.string()),
});

export function jobJson(job: QueuedJob): string {
  return JSON.stringify(z.encode(jobSchema, { version: storeFormatVersion, ...job }));
}

/** @throws JobError for a message that is not a job of this release */
export function parseJob(text: string): QueuedJob {
  const parsed = jobSchema.safeParse(parseJson(text), englishZodMessages);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    const path = problem && problem.path.length > 0 ? `${toDotPath(problem.path)}: ` : '';
    throw new JobError(`${path}${problem?.message ?? 'it does not fit'}`);
  }
  const { version: _, ...job } = parsed.data;
  return job;
}

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

export class JobQueueError extends LookaheadError {
  override readonly name = 'JobQueueError';
  constructor(what: string, cause?: unknown) {
    super(what, {
      kind: 'retryable',
      remedy:
        'It is retried automatically; check that the queue exists and that this function may write to it.',
      cause,
    });
  }
}
