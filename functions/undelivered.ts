/** Retries used up: writes down what failed, and tells the contact once, with cause and remedy. */
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { giveUpJob, undeliveredServices } from './entry/give-up-job.ts';
import { once } from './entry/once.ts';

import { batchEvent, takeBatch } from './entry/take-batch.ts';

const clock = { now: () => Temporal.Now.instant(), drawId: randomUUID };
const services = once(() => undeliveredServices(process.env, clock));

export async function handler(event: unknown) {
  const parts = await services();
  try {
    return await takeBatch(batchEvent(event), (received) => giveUpJob(received, parts));
  } finally {
    parts.measures.publish();
  }
}
