import type { Temporal } from 'temporal-polyfill';
import { openArchive } from '../archive/open-archive.ts';
import type { DeadLetterServices } from '../delivery/retry/handle-dead-letter.ts';
import { deadLetterVariables } from './environment.ts';
import { createStepLog } from './log.ts';
import { type Environment, readVariables } from './read-variables.ts';
import { openQueue } from './sqs-queue.ts';

/** The services of the dead-letter function in the cloud. */
export function deadLetterServices(
  environment: Environment,
  now: () => Temporal.Instant,
): DeadLetterServices {
  const variables = readVariables(deadLetterVariables, environment);
  return {
    store: openArchive(variables.ARCHIVE_BUCKET),
    queue: openQueue(variables.QUEUE_URL),
    log: createStepLog(),
    now,
  };
}
