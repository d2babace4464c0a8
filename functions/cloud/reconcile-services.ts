import { openArchive } from '../archive/open-archive.ts';
import { byFunction } from '../delivery/notify/send-again-command.ts';
import type { ReconcileServices } from '../delivery/reconcile/reconcile-event.ts';
import { bundledConfiguration } from './bundled-configuration.ts';
import { reconcileVariables } from './environment.ts';
import { createMetrics, createStepLog } from './log.ts';
import { openMailer } from './mail-service.ts';
import { type Environment, readVariables } from './read-variables.ts';
import { openQueue } from './sqs-queue.ts';

/** The services of the reconcile function in the cloud. */
export async function reconcileServices(
  environment: Environment,
  clock: Pick<ReconcileServices, 'now' | 'drawId'>,
): Promise<ReconcileServices> {
  const variables = readVariables(reconcileVariables, environment);
  const { configuration } = await bundledConfiguration(variables);
  return {
    configuration,
    store: openArchive(variables.ARCHIVE_BUCKET),
    mailer: openMailer(variables),
    queue: openQueue(variables.QUEUE_URL),
    sendAgain: byFunction(variables.REPORT_FUNCTION),
    log: createStepLog(),
    metrics: createMetrics(),
    ...clock,
  };
}
