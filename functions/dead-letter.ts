/** A job on which the report function crashed time and again: brought back twice, hours apart, then given up. */
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { once } from './base/once.ts';
import { deadLetterServices } from './cloud/dead-letter-services.ts';
import { batchEvent } from './cloud/sqs-batch.ts';
import { handleDeadLetter } from './delivery/retry/handle-dead-letter.ts';

const now = () => Temporal.Now.instant();
const services = once(async () => deadLetterServices(process.env, now));

/**
 * A batch is one message.
 * @throws what went wrong, so that the invocation counts as failed, its alarm goes off, and the queue retries
 */
export async function handler(event: unknown): Promise<void> {
  const parts = await services();
  for (const received of batchEvent(event)) await handleDeadLetter(received, parts);
}
