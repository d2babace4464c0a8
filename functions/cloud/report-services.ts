import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openArchive } from '../archive/open-archive.ts';
import { answerBytesFor } from '../delivery/answer-bytes.ts';
import type { JobServices } from '../delivery/report-services.ts';
import { createKeyFinder } from '../delivery/request/planning-key.ts';
import { createOutageBrake } from '../delivery/retry/outage.ts';
import { createRenderer } from '../workbook/renderer.ts';
import { bundledConfiguration } from './bundled-configuration.ts';
import { reportVariables } from './environment.ts';
import { createLinkWriter } from './link-secrets.ts';
import { createMetrics, createStepLog } from './log.ts';
import { openMailer, openPace } from './mail-service.ts';
import { secretsManagerValues } from './planning-key.ts';
import { type Environment, readVariables } from './read-variables.ts';
import { requestLimits } from './request-limits.ts';
import { createSecretReader } from './secrets.ts';
import { openQueue } from './sqs-queue.ts';

/** The services of the report function in the cloud. Opens connections only when they are used. */
export async function reportServices(
  environment: Environment,
  clock: Pick<JobServices, 'now' | 'elapsed' | 'drawId' | 'random'>,
): Promise<JobServices> {
  const variables = readVariables(reportVariables, environment);
  const { ARCHIVE_BUCKET, MAX_CONCURRENCY, QUEUE_URL } = variables;
  const { configuration, configurationFolder } = await bundledConfiguration(variables);
  const log = createStepLog();
  const readSecret = createSecretReader(new SecretsManagerClient({ requestHandler: requestLimits }));
  const linkTo = createLinkWriter({
    readSecret,
    secret: variables.LINK_SECRET,
    baseUrl: variables.LINK_BASE_URL,
    days: variables.LINK_DAYS,
    now: clock.now,
  });
  const store = openArchive(ARCHIVE_BUCKET, linkTo);
  return {
    ...clock,
    configuration,
    renderer: createRenderer(configurationFolder),
    store,
    brake: createOutageBrake({ store, ...clock }),
    mailer: openMailer(variables),
    allowedDomains: variables.ALLOWED_DOMAINS,
    pace: openPace(MAX_CONCURRENCY, { log }),
    queue: openQueue(QUEUE_URL),
    keyOf: createKeyFinder(secretsManagerValues(readSecret)),
    log,
    metrics: createMetrics(),
    answerBytes: answerBytesFor(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
    moreMemory: 'give the function report more memory (infra/functions.ts) and deploy again',
  };
}
