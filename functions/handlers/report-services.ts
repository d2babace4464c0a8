import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { JobQueue } from '../delivery/dispatch/job-queue.ts';
import { openArchive } from './aws/archive-store.ts';
import { bundledConfiguration } from './aws/bundled-configuration.ts';
import { reportVariables } from './aws/environment.ts';
import { openMailer } from './aws/mail-service.ts';
import { createKeyFinder } from './aws/planning-key.ts';
import { openQueue } from './aws/queue-service.ts';
import { type Environment, readVariables } from './aws/read-variables.ts';
import { requestLimits } from './aws/request-limits.ts';
import { createSecretReader } from './aws/secrets.ts';
import { createLinkWriter } from './aws/write-link.ts';
import { createMetrics } from './log/metrics.ts';
import { createStepLog } from './log/step-log.ts';
import type { ReportServices } from './report-parts.ts';

/**
 * What a run may read of the planning service for each MB of its memory: 48 MiB in all with 1 GB. Measured on whole
 * runs of the bundled function, earlier issues included: 47 MiB of answers, 25,000 tasks, took 790 MB at its peak,
 * and 63 MiB took 960 MB. The rest is for reports with many cuts.
 */
const answerBytesPerMB = 49_152;

/** What the report function is made of, in the cloud. Opens connections only when they are used. */
export async function reportServices(
  environment: Environment,
  clock: Pick<ReportServices, 'now' | 'elapsed' | 'drawId'>,
): Promise<ReportServices & { readonly queue: JobQueue | undefined }> {
  const variables = readVariables(reportVariables, environment);
  const { ARCHIVE_BUCKET, CONFIGURATION_SET, QUEUE_URL } = variables;
  const readSecret = createSecretReader(new SecretsManagerClient({ requestHandler: requestLimits }));
  const linkTo = createLinkWriter({
    readSecret,
    secret: variables.LINK_SECRET,
    baseUrl: variables.LINK_BASE_URL,
    days: variables.LINK_DAYS,
    now: clock.now,
  });
  return {
    ...clock,
    ...(await bundledConfiguration(variables)),
    store: openArchive(ARCHIVE_BUCKET, linkTo),
    mailer: openMailer(CONFIGURATION_SET),
    queue: QUEUE_URL === undefined ? undefined : openQueue(QUEUE_URL),
    keyOf: createKeyFinder(readSecret),
    log: createStepLog(),
    metrics: createMetrics(),
    answerBytes: variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE * answerBytesPerMB,
  };
}
