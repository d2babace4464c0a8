import { setTimeout } from 'node:timers/promises';
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { backOffDuration } from '#base/back-off.ts';
import { type JobQueue, JobQueueError, jobJson, type QueuedJob } from '#queue/job-queue.ts';
import { requestTimeouts } from './aws-request-limits.ts';

/** Maximum number of messages in one request: the limit of SQS. */
const batchSize = 10;
/** Maximum number of requests in progress: two thousand jobs take two hundred requests. */
const maxConcurrentBatches = 8;
const tries = 4;
const firstWaitMs = 200;

export type SqsQueueOptions = {
  readonly client: { readonly send: SQSClient['send'] };
  readonly url: string;
  readonly wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
};

export function openQueue(url: string): JobQueue {
  return createSqsQueue({ client: new SQSClient({ requestHandler: requestTimeouts }), url });
}

export function createSqsQueue({ client, url, wait = setTimeout }: SqsQueueOptions): JobQueue {
  async function sendBatch(jobs: readonly QueuedJob[], delaySeconds: number): Promise<RefusedJobs> {
    const Entries = jobs.map((job, index) => ({
      Id: String(index),
      MessageBody: jobJson(job),
      ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
    }));
    try {
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
      const refused = new Map(Failed.map(({ Id, Code }) => [Id, Code ?? 'no code']));
      return {
        jobs: jobs.filter((_, index) => refused.has(String(index))),
        why: [...new Set(refused.values())].join(', '),
        cause: undefined,
      };
    } catch (error) {
      return { jobs, why: error instanceof Error ? error.name : 'no answer', cause: error };
    }
  }

  async function sendWhole(jobs: readonly QueuedJob[], delaySeconds: number): Promise<RefusedJobs> {
    let refused: RefusedJobs = { jobs, why: '', cause: undefined };
    for (let tried = 0; tried < tries && refused.jobs.length > 0; tried += 1) {
      if (tried > 0) await wait(backOffDuration(tried, { first: firstWaitMs }));
      refused = await sendBatch(refused.jobs, delaySeconds);
    }
    return refused;
  }

  return {
    send: async (jobs, { delaySeconds } = { delaySeconds: 0 }) => {
      const left: RefusedJobs[] = [];
      const batches = Array.from({ length: Math.ceil(jobs.length / batchSize) }, (_, index) =>
        jobs.slice(index * batchSize, (index + 1) * batchSize),
      );
      for (let start = 0; start < batches.length; start += maxConcurrentBatches) {
        const concurrentBatches = batches.slice(start, start + maxConcurrentBatches);
        left.push(...(await Promise.all(concurrentBatches.map((batch) => sendWhole(batch, delaySeconds)))));
      }
      const refused = left.filter((one) => one.jobs.length > 0);
      const [first] = refused;
      if (!first) return;
      const lost = refused.flatMap((one) => one.jobs);
      throw new JobQueueError(
        `The queue did not accept ${lost.length} of ${jobs.length} jobs in ${tries} tries (${first.why})`,
        first.cause,
      );
    },
    depth: async () => {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: Object.values(depths) }),
      );
      const count = (name: (typeof depths)[keyof typeof depths]) => Number(Attributes[name] ?? 0);
      const delayed = count(depths.delayed);
      return { all: count(depths.ready) + count(depths.inProgress) + delayed, delayed };
    },
  };
}

const depths = {
  ready: 'ApproximateNumberOfMessages',
  inProgress: 'ApproximateNumberOfMessagesNotVisible',
  delayed: 'ApproximateNumberOfMessagesDelayed',
} as const;

type RefusedJobs = { readonly jobs: readonly QueuedJob[]; readonly why: string; readonly cause: unknown };
