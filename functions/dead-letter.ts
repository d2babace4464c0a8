/** A job whose retries are used up: records it as a dead letter and notifies the contact once, with cause and remedy. */
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { once } from './base/once.ts';
import { deadLetterServices, handleDeadLetter } from './handlers/handle-dead-letter.ts';
import { batchEvent } from './handlers/sqs-batch.ts';

const clock = { now: () => Temporal.Now.instant(), drawId: randomUUID };
const services = once(() => deadLetterServices(process.env, clock));

/**
 * A batch is one message.
 * @throws what went wrong, so that the invocation counts as failed, its alarm goes off, and the queue retries
 */
export async function handler(event: unknown): Promise<void> {
  const parts = await services();
  try {
    for (const received of batchEvent(event)) await handleDeadLetter(received, parts);
  } finally {
    parts.metrics.publish();
  }
}
