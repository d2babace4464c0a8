import type { Temporal } from 'temporal-polyfill';
import { openArchive } from '../archive/open-archive.ts';
import type { DispatchServices } from '../delivery/dispatch/dispatch-schedule.ts';
import { bundledConfiguration } from './bundled-configuration.ts';
import { dispatchVariables } from './environment.ts';
import { createMetrics, createStepLog } from './log.ts';
import { type Environment, readVariables } from './read-variables.ts';
import { openQueue } from './sqs-queue.ts';

/** The services of the dispatch function in the cloud. */
export async function dispatchServices(
  environment: Environment,
  now: () => Temporal.Instant,
): Promise<DispatchServices> {
  const variables = readVariables(dispatchVariables, environment);
  return {
    ...(await bundledConfiguration(variables)),
    store: openArchive(variables.ARCHIVE_BUCKET),
    queue: openQueue(variables.QUEUE_URL),
    log: createStepLog(),
    metrics: createMetrics(),
    now,
  };
}
