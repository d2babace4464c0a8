import { SQSClient } from '@aws-sdk/client-sqs';
import type { JobQueue } from '../../delivery/dispatch/job-queue.ts';
import { requestLimits } from './request-limits.ts';
import { createSqsQueue } from './sqs-queue.ts';

/** The queue of jobs of the deployed stack. */
export function openQueue(url: string): JobQueue {
  return createSqsQueue({ client: new SQSClient({ requestHandler: requestLimits }), url });
}
