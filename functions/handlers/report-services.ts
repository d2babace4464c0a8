import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Configuration, ProjectConfiguration } from '../config/configuration.ts';
import type { JobQueue } from '../delivery/dispatch/job-queue.ts';
import { createKeyFinder, type FoundKey } from '../delivery/request/planning-key.ts';
import type { Renderer } from '../delivery/request/run-report.ts';
import { createOutageBrake, type OutageBrake } from '../delivery/retry/outage.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import type { Pace } from '../mail/transport/pace.ts';
import type { RetryOptions } from '../planning/client/retry.ts';
import { answerBytesFor } from './answer-bytes.ts';
import { openArchive } from './aws/archive-store.ts';
import { bundledConfiguration } from './aws/bundled-configuration.ts';
import { reportVariables } from './aws/environment.ts';
import { createLinkWriter } from './aws/link-secrets.ts';
import { openMailer, openPace } from './aws/mail-service.ts';
import { secretsManagerValues } from './aws/planning-key.ts';
import { type Environment, readVariables } from './aws/read-variables.ts';
import { requestLimits } from './aws/request-limits.ts';
import { createSecretReader } from './aws/secrets.ts';
import { openQueue } from './aws/sqs-queue.ts';
import { createMetrics, type Metrics } from './log/metrics.ts';
import { createStepLog, type StepLog } from './log/step-log.ts';
import { createRenderer } from './workbook-renderer.ts';

/** The services of the report function, built once. */
export type ReportServices = {
  readonly configuration: Configuration;
  readonly renderer: Renderer;
  readonly store: ObjectStore;
  readonly mailer: Mailer;
  /** Asked before a message of a report is sent; absent where nothing limits how fast messages are sent. */
  readonly pace?: Pace | undefined;
  readonly keyOf: (project: ProjectConfiguration) => Promise<FoundKey>;
  readonly log: StepLog;
  readonly metrics: Metrics;
  readonly now: () => Temporal.Instant;
  /** Milliseconds; only differences count. */
  readonly elapsed: () => number;
  /** A unique id, drawn at random. */
  readonly drawId: () => string;
  /** Bytes of the planning service's answers, of all queries of a run together, that there is memory for. */
  readonly answerBytes: number;
  /** Waits before a refused message is tried again; real time where it is absent. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** How the planning service is asked, and by which clock; HTTP and real time where it is absent. */
  readonly planning?: Pick<RetryOptions, 'fetch' | 'now' | 'timer' | 'sleep' | 'random'> | undefined;
};

/** What jobs of the queue take besides. */
export type JobServices = ReportServices & {
  readonly queue: JobQueue;
  readonly brake: OutageBrake;
  /** 0 to 1. */
  readonly random: () => number;
};

/** What Lambda provides for one invocation. */
export type Invocation = {
  readonly awsRequestId: string;
  readonly getRemainingTimeInMillis: () => number;
};

/** The services of the report function in the cloud. Opens connections only when they are used. */
export async function reportServices(
  environment: Environment,
  clock: Pick<JobServices, 'now' | 'elapsed' | 'drawId' | 'random'>,
): Promise<JobServices> {
  const variables = readVariables(reportVariables, environment);
  const { ARCHIVE_BUCKET, CONFIGURATION_SET, MAX_CONCURRENCY, QUEUE_URL } = variables;
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
    mailer: openMailer(CONFIGURATION_SET),
    pace: openPace(MAX_CONCURRENCY, { log }),
    queue: openQueue(QUEUE_URL),
    keyOf: createKeyFinder(secretsManagerValues(readSecret)),
    log,
    metrics: createMetrics(),
    answerBytes: answerBytesFor(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
  };
}
