/** One report, from the planning service to the mail: a job of the queue, or a request by a person or a program. */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { answerRequest } from './entry/answer-request.ts';
import { once } from './entry/once.ts';
import type { Invocation } from './entry/report-parts.ts';
import { reportServices } from './entry/report-services.ts';
import { batchOf, takeBatch } from './entry/take-batch.ts';
import { workJob } from './entry/work-job.ts';

const clock = { now: () => Temporal.Now.instant(), elapsed: () => performance.now(), drawId: randomUUID };
const services = once(() => reportServices(process.env, clock));

export async function handler(event: unknown, invocation: Invocation) {
  const parts = await services();
  const batch = batchOf(event);
  try {
    return batch
      ? await takeBatch(batch, (received) => workJob(received, invocation, parts))
      : await answerRequest(event, invocation, parts);
  } finally {
    parts.measures.publish();
  }
}
