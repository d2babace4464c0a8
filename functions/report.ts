/** One report, from the planning service to the mail: a job of the queue, or a request by a person or a program. */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { once } from './base/once.ts';
import { reportServices } from './cloud/report-services.ts';
import { batchOf, processBatch } from './cloud/sqs-batch.ts';
import type { Invocation } from './delivery/report-services.ts';
import { answerRequest } from './delivery/request/answer-request.ts';
import { receiveJob } from './delivery/retry/receive-job.ts';

const clock = {
  now: () => Temporal.Now.instant(),
  elapsed: () => performance.now(),
  drawId: randomUUID,
  random: Math.random,
};
const services = once(() => reportServices(process.env, clock));

export async function handler(event: unknown, invocation: Invocation) {
  const parts = await services();
  const batch = batchOf(event);
  try {
    return batch
      ? await processBatch(batch, (received) => receiveJob(received, invocation, parts))
      : await answerRequest(event, invocation, parts);
  } finally {
    parts.metrics.publish();
  }
}
