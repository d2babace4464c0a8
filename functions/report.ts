/** Makes and mails one report: a job of the queue, or a request by a person or a program. */

import process from 'node:process';
import { openArchive } from './archive/s3.ts';
import { once } from './base/once.ts';
import { systemClock, systemRandomSource } from './base/system.ts';
import { readConfigurationBundle } from './cloud/bundled-configuration.ts';
import { createLog, withRequestIdInLog } from './cloud/log.ts';
import { openMailer, openSendPacer } from './cloud/mail-service.ts';
import { openPlanningFetch } from './cloud/planning-fetch.ts';
import { readVariables } from './cloud/read-variables.ts';
import {
  createCloudSecretReader,
  createPageLinkSigner,
  createSecretsManagerLookup,
  createWorkbookLinkSigner,
} from './cloud/secret-reader.ts';
import { isSqsBatch, parseSqsBatch } from './cloud/sqs-batch.ts';
import { openQueue } from './cloud/sqs-queue.ts';
import { reportVariablesSchema } from './cloud/variables.ts';
import { carryOutReportRequest } from './queue/carry-out-report-request.ts';
import { createOutageBrake } from './queue/outage.ts';
import { processJob } from './queue/process-job.ts';
import { createKeyFinder, maxResponseBytesForMemory, planningConnector } from './runs/connect.ts';
import { createWorkbookRenderer } from './workbook/render-workbook.ts';

// Made once per process, so that the outage brake, the keys and the quota stay cached from one invocation to the next.
const world = once(async () => {
  const variables = readVariables(reportVariablesSchema, process.env);
  const { configuration, configurationFolder } = await readConfigurationBundle(variables);
  const log = createLog(process.env);
  const readSecret = createCloudSecretReader();
  const links = { readSecret, secret: variables.LINK_SECRET, baseUrl: variables.LINK_BASE_URL };
  const linkTo = createWorkbookLinkSigner({ ...links, days: variables.LINK_DAYS, now: systemClock.now });
  const fetch = openPlanningFetch(variables);
  const store = openArchive(variables.ARCHIVE_BUCKET, { linkTo });
  return {
    configuration,
    store,
    signPage: createPageLinkSigner(links),
    mailer: openMailer(variables, { store, clock: systemClock }),
    pace: openSendPacer(variables.MAX_CONCURRENCY, log),
    allowedDomains: variables.ALLOWED_DOMAINS,
    queue: openQueue(variables.QUEUE_URL),
    brake: createOutageBrake(store, systemClock, systemRandomSource),
    connect: planningConnector(createKeyFinder(createSecretsManagerLookup(readSecret), { fetch }), {
      fetch,
      maxTotalBytes: maxResponseBytesForMemory(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
      moreMemory: 'give the function report more memory (infra/functions.ts) and deploy again',
    }),
    renderer: createWorkbookRenderer(configurationFolder),
    log,
    clock: systemClock,
    chance: systemRandomSource,
  };
});

/**
 * A batch is one job.
 * @throws the error that a job or request crashed with, so that the invocation fails and the queue retries the job
 */
export const handler = withRequestIdInLog(async (event: unknown, by) => {
  const own = await world();
  try {
    if (!isSqsBatch(event)) return await carryOutReportRequest(event, by, own);
    for (const received of parseSqsBatch(event)) await processJob(received, own, by);
    return undefined;
  } finally {
    own.log.publish();
  }
});
