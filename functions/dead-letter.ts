/**
 * Redrives a job that crashed the report function at every delivery. A job is redriven at most twice, hours apart;
 * after that its report is not delivered.
 */
import process from 'node:process';
import { openArchive } from './archive/s3.ts';
import { once } from './base/once.ts';
import { systemClock } from './base/system.ts';
import { createLogWithoutMetrics, withRequestIdInLog } from './cloud/log.ts';
import { readVariables } from './cloud/read-variables.ts';
import { parseSqsBatch } from './cloud/sqs-batch.ts';
import { openQueue } from './cloud/sqs-queue.ts';
import { deadLetterVariablesSchema } from './cloud/variables.ts';
import { processDeadLetter } from './queue/dead-letter.ts';

const world = once(async () => {
  const variables = readVariables(deadLetterVariablesSchema, process.env);
  return {
    store: openArchive(variables.ARCHIVE_BUCKET),
    queue: openQueue(variables.QUEUE_URL),
    log: createLogWithoutMetrics(process.env),
    clock: systemClock,
  };
});

/**
 * A batch is one message. @throws what went wrong, so that the invocation fails, its alarm goes off, and the queue
 * retries
 */
export const handler = withRequestIdInLog(async (event: unknown): Promise<void> => {
  const own = await world();
  for (const received of parseSqsBatch(event)) await processDeadLetter(received, own);
});
