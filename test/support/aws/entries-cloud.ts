/** The services around the deployed entries of `functions/`: S3, SES, Secrets Manager and SQS on loopback. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { formatConfigurationBundle } from '#cloud/bundled-configuration.ts';
import { openQueue } from '#cloud/sqs-queue.ts';
import { configurationOf } from '../a-world.ts';
import { aConfigurationText, riverside, weekly } from '../builders/a-configuration.ts';
import { planningOnLoopback, siteKey } from '../planning/planning-on-loopback.ts';
import { startAws } from './start-aws.ts';

export const entriesLinkSecret = 'a-secret-for-links-of-forty-characters-..';

const aboutQueue = z.looseObject({ QueueUrl: z.string() });

/**
 * Starts the services, and sets the environment of the entries, which read it once. The caller removes the environment.
 * @param of.cron of the weekly report, in UTC
 * @param whenOver called with functions that close the services; by default, they are called when the test ends
 */
export async function anEntriesCloud(
  of: {
    readonly cron: string;
    readonly variables?: Readonly<Record<string, string>>;
    readonly project?: Readonly<Record<string, string>>;
    readonly report?: Readonly<Record<string, string>>;
  },
  whenOver: (close: () => Promise<void>) => void = onTestFinished,
) {
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-'));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  const planning = await planningOnLoopback(undefined, undefined, whenOver);
  const served = { baseUrl: `'${planning.url}'`, apiKey: '{ secret: lookahead/planning }' };
  const configuration = configurationOf(
    aConfigurationText({
      projects: [{ ...riverside, ...served, ...of.project }],
      reports: [{ ...weekly, when: `{ cron: '${of.cron}', timeZone: UTC }`, ...of.report }],
    }),
  );
  await writeFile(join(folder, 'lookahead.json'), formatConfigurationBundle(configuration));
  const app = buildApp({ logger: false, defaultRegion: 'eu-west-2' });
  whenOver(() => app.close());
  // The client of SQS uses a host name that not every machine can look up.
  let known = '';
  app.addHook('preHandler', async (request) => {
    const { data, success } = aboutQueue.safeParse(request.body);
    if (success) request.body = { ...data, QueueUrl: known };
  });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const aws = await startAws({
    secrets: {
      'lookahead/planning': siteKey,
      'lookahead/link': JSON.stringify({ current: entriesLinkSecret }),
    },
  });
  whenOver(() => aws.close());
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint, region: 'eu-west-2', credentials, useQueueUrlAsEndpoint: false });
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'jobs' }));
  known = QueueUrl;
  const environment = {
    ...aws.environment,
    AWS_ENDPOINT_URL_SQS: endpoint,
    ARCHIVE_BUCKET: 'archive',
    CONFIGURATION_FILE: 'lookahead.json',
    LAMBDA_TASK_ROOT: folder,
    QUEUE_URL: `${endpoint}/000000000000/jobs`,
    CONFIGURATION_SET: 'lookahead',
    LINK_SECRET: 'lookahead/link',
    LINK_BASE_URL: 'https://links.example.com/',
    LINK_DAYS: '30',
    MAX_CONCURRENCY: '10',
    REPORT_FUNCTION: 'lookahead-test-report',
    COMMIT: '1a2b3c4d5e6f',
    SCHEDULES: 'on',
    POWERTOOLS_SERVICE_NAME: 'lookahead',
    POWERTOOLS_METRICS_NAMESPACE: 'Lookahead',
    ...of.variables,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const receive = async () =>
    (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1 }))).Messages?.[0];
  return { aws, planning, receive, configuration, queue: openQueue(environment.QUEUE_URL), folder };
}
