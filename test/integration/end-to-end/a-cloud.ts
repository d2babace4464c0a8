/** A complete deployment on this machine: bundled functions, queues, S3, SES, secrets, and the planning service. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { decodeWords } from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { createS3Client, createS3Store } from '#archive/s3.ts';
import type { ProjectData } from '#planning-server/versions/version.ts';
import type { Invoked } from '../../support/aws/lambda-service.ts';
import { type AwsServer, type Permits, startAws, testCredentials } from '../../support/aws/start-aws.ts';
import { type Gate, openGate } from '../faults/gate.ts';
import { type InFlight, requestsInFlight } from '../faults/in-flight.ts';
import { type ApiGateway, openApiGateway } from '../runtime/api-gateway.ts';
import {
  type DeployedFunctionName,
  type DeployedFunctions,
  deploy,
  deployConfiguration,
  deployedFunctionNames,
} from '../runtime/deploy.ts';
import { type Delivery, eventSource } from '../runtime/event-source.ts';
import { openQueues, type Queue, type Queues } from '../runtime/queues.ts';
import { isAllowed } from '../runtime/roles.ts';
import type { RuntimeAnswer } from '../runtime/runtime-api.ts';
import type { QueueMapping, Stack } from '../runtime/synthesise.ts';
import { askedOfAws } from './asked-of-aws.ts';
import { type MovingClock, movingClock } from './moving-clock.ts';
import { passTime } from './pass-time.ts';
import { type PlanningOnLoopback, planningKey, servePlanning } from './planning-behind-a-gate.ts';

export type CloudOptions = {
  readonly stack: Stack;
  readonly projects: readonly ProjectData[];
  /** The text of `lookahead.yaml`, for a planning service on this machine or for the function `read-api`. */
  readonly configuration: (planningUrl: string, readApiUrl: string) => string;
  /** The time at which the cloud starts. */
  readonly clock: string;
  /** Whether the records of SES about accepted messages reach the function `events`. */
  readonly sendEvents: 'delivered' | 'lost';
  /**
   * The cloud of an earlier stack. The new cloud starts with the objects of that cloud's bucket; everything else is
   * new.
   */
  readonly retained?: Cloud | undefined;
  /** Whether SES keeps the content of messages; for thousands of messages, that takes too much memory. */
  readonly keepMail?: 'whole' | 'without content';
  /** Whether a function waits the real time between two tries, or a hundredth of it; 'real' by default. */
  readonly waits?: 'real' | 'short';
  /** Maximum number of concurrent jobs; 2 by default. */
  readonly maxConcurrency?: number | undefined;
};

type WorkOptions = {
  /** Whether time passes until no message is delayed or invisible. By default the clock is stopped. */
  readonly time?: 'passes' | 'stopped';
};

export interface Cloud extends AsyncDisposable {
  readonly aws: AwsServer;
  /** The gate between the functions and S3, SES and Secrets Manager. */
  readonly awsGate: Gate;
  readonly queues: Queues;
  /** The queue whose messages the function gets. */
  readonly queueOf: (name: DeployedFunctionName) => Queue;
  readonly planning: PlanningOnLoopback;
  /** The gateway in front of the function `read-api`. */
  readonly readApi: ApiGateway;
  /** The gateway in front of the function `download`. The links in messages lead to it. */
  readonly links: ApiGateway;
  readonly functions: DeployedFunctions;
  /** Requests of the functions to S3, SES, Secrets Manager and the planning service. */
  readonly inFlight: InFlight;
  readonly clock: MovingClock;
  readonly reconfigure: (configuration: CloudOptions['configuration']) => Promise<void>;
  /** Lets time pass in which nothing happens except that SES publishes its records. */
  readonly later: (by: { readonly minutes?: number; readonly seconds?: number }) => Promise<void>;
  /** Like `later`, but until an instant. Does nothing if the instant is past. */
  readonly until: (instant: string) => Promise<void>;
  /** Lets time pass as in AWS: messages come at their times, schedules fire, and SES publishes its records. */
  readonly pass: (by: {
    readonly hours?: number;
    readonly minutes?: number;
    /**
     * Minutes between two checks; 10 by default, as in the template. Use more for hours in which checks find nothing to
     * do.
     */
    readonly minutesBetweenChecks?: number;
  }) => Promise<void>;
  /** Delivers the jobs in the queue, until none is visible. */
  readonly work: (options?: WorkOptions) => Promise<readonly Delivery[]>;
  /** Delivers the jobs in the dead-letter queue. */
  readonly bury: () => Promise<readonly Delivery[]>;
  /** Puts events of SES into their queue, as its topic does, and delivers the visible ones. */
  readonly publishSesEvents: (...events: readonly unknown[]) => Promise<readonly Delivery[]>;
  /** Publishes SES's records of accepted messages that have not been published yet. */
  readonly tellOfSends: () => Promise<readonly Delivery[]>;
  /** Puts EventBridge's events of new objects into the queue of the inbox, and delivers the visible ones. */
  readonly announceUploads: (...events: readonly unknown[]) => Promise<readonly Delivery[]>;
  /**
   * The archive for a person who may do everything. Use each store for one call only: from the first answer on, its
   * client uses the real time of the server instead of the cloud's clock.
   */
  readonly store: () => ObjectStore;
  /** Every key in the archive with the hash of its bytes and the number of times it was written. */
  readonly archive: () => ReadonlyMap<string, string>;
  /** The messages that SES accepted, in order. */
  readonly mails: () => readonly { readonly to: string; readonly subject: string }[];
  /** Keys of the objects, and subjects of the messages, whose content contains the text. */
  readonly whereIn: (text: string) => readonly string[];
  /** The whole output of all functions. */
  readonly logs: () => string;
}

const bucket = 'archive';
const linkSecretName = 'links';
export const linkSecret = 'link-secret-that-must-not-be-seen-0123456789abcdef';

/** Access keys of a function. Each function has its own, so that the test server can enforce its role. */
export const keyOf = (name: DeployedFunctionName) => ({
  ...testCredentials,
  accessKeyId: `AKIA${name.replace('-', '').toUpperCase()}`,
});

/**
 * Permits the calls that the roles of the template allow, as IAM would. Callers other than functions may do everything.
 */
function permitsOf({ functions }: Stack, exists: (key: string) => boolean) {
  const roles = new Map(deployedFunctionNames.map((name) => [keyOf(name).accessKeyId, name]));
  return (...[accessKeyId, call, request]: Parameters<Permits>): boolean => {
    const name = roles.get(accessKeyId);
    const { permissions = [] } = functions.find((each) => each.name === name) ?? {};
    return (
      name === undefined ||
      askedOfAws(call, request, { linkSecretName, exists }).every((asked) => isAllowed(permissions, asked))
    );
  };
}

function mappingTo(name: DeployedFunctionName, { mappings }: Stack): QueueMapping {
  const mapping = mappings.find(({ functionName }) => functionName === name);
  if (!mapping) throw new Error(`The template has no queue for the function ${name}.`);
  return mapping;
}

export async function aCloud(options: CloudOptions): Promise<Cloud> {
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-cloud-'));
  const clock = movingClock(options.clock, join(folder, 'clock'));
  const inFlight = requestsInFlight();
  const planning = await servePlanning(options.projects, { now: clock.now, inFlight });
  const queues = await openQueues(options.stack.queues, clock.now);
  const queueOf = (name: DeployedFunctionName) => queues.named(mappingTo(name, options.stack).queue);
  const aws: AwsServer = await startAws({
    buckets: [bucket],
    secrets: {
      'lookahead/planning': planningKey,
      [linkSecretName]: JSON.stringify({ current: linkSecret }),
    },
    now: clock.now,
    credentials: [testCredentials, ...deployedFunctionNames.map(keyOf)],
    functions: (name) => invokedAs(deployedFunctionNames.find((each) => name.endsWith(`-prod-${each}`))),
    permits: permitsOf(options.stack, (key) => aws.state.buckets.get(bucket)?.has(key) === true),
    keepRawMail: options.keepMail !== 'without content',
  });
  for (const [key, object] of options.retained?.aws.state.buckets.get(bucket) ?? []) {
    aws.state.buckets.get(bucket)?.set(key, object);
  }
  const awsGate = await openGate(aws.url, { now: clock.now, inFlight });
  const readApi = await openApiGateway((event) => functions['read-api'].invoke(event), clock.now);
  const links = await openApiGateway((event) => functions.download.invoke(event), clock.now);
  const functions = await deploy(options.stack, {
    folder,
    configuration: options.configuration(planning.url, readApi.url),
    values: {
      ARCHIVE_BUCKET: bucket,
      QUEUE_URL: queueOf('report').url,
      LINK_BASE_URL: `${links.url}/`,
      LINK_SECRET: linkSecretName,
      ORIGIN: readApi.url,
      READ_API_URL: readApi.url,
    },
    around: (name) => ({
      environment: {
        ...aws.environment,
        AWS_ACCESS_KEY_ID: keyOf(name).accessKeyId,
        AWS_ENDPOINT_URL: awsGate.url,
        AWS_ENDPOINT_URL_SQS: queues.gate.url,
        ...(options.waits === 'short' ? { SHORT_WAITS: 'yes' } : {}),
      },
      clock,
    }),
  });
  const invokedAs = (name: DeployedFunctionName | undefined) =>
    name && (async (event: unknown) => invoked(await functions[name].invoke(event)));
  const all = Object.values(functions);
  let told = 0;
  const takeSendEvents = () => {
    const taken = aws.state.messages.slice(told).map(({ event }) => event);
    told = aws.state.messages.length;
    return options.sendEvents === 'lost' ? [] : taken;
  };
  const sourceOf = (name: DeployedFunctionName) => {
    const { batchSize } = mappingTo(name, options.stack);
    const { invoke } = functions[name];
    return eventSource({ queues, queue: queueOf(name), batchSize, invoke, now: clock.now });
  };
  const jobs = sourceOf('report');
  const deadLetters = sourceOf('dead-letter');
  const sesEvents = sourceOf('events');
  const inbox = sourceOf('import');
  // The body of a message is the event itself: the topic of SES uses raw delivery, and EventBridge adds no envelope.
  const enqueue = async (name: DeployedFunctionName, events: readonly unknown[]) => {
    const QueueUrl = queueOf(name).url;
    for (const event of events) {
      await queues.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event) }));
    }
  };
  const publishSends = () => enqueue('events', takeSendEvents());
  const publishSesEvents: Cloud['publishSesEvents'] = async (...events) => {
    await enqueue('events', events);
    return sesEvents.drain({ maxConcurrency: 1 });
  };
  const tellOfSends: Cloud['tellOfSends'] = () => publishSesEvents(...takeSendEvents());
  /** Schedules have fired up to this time. */
  let fired = Date.parse(options.clock);
  const moveTo = async (time: number) => {
    // SES publishes its records within seconds, so they arrive before the clock moves.
    await tellOfSends();
    clock.moveTo(time);
    fired = clock.now();
  };

  return {
    aws,
    awsGate,
    inFlight,
    queues,
    queueOf,
    planning,
    readApi,
    links,
    functions,
    clock,
    reconfigure: (configuration) =>
      deployConfiguration(options.stack, functions, {
        folder,
        configuration: configuration(planning.url, readApi.url),
      }),
    later: (by) => moveTo(clock.now() + Temporal.Duration.from(by).total('milliseconds')),
    until: (instant) => moveTo(Date.parse(instant)),
    pass: async ({ minutesBetweenChecks, ...by }) => {
      const from = fired;
      fired = Math.max(from, clock.now()) + Temporal.Duration.from(by).total('milliseconds');
      const { schedules } = options.stack;
      const sources = { jobs, deadLetters, sesEvents, inbox };
      const { maxConcurrency } = options;
      const world = { clock, functions, schedules, sources, publishSends, maxConcurrency };
      await passTime(world, { from, to: fired, minutesBetweenChecks });
    },
    work: ({ time } = {}) =>
      jobs.drain({
        maxConcurrency: options.maxConcurrency,
        waitUntil: time === 'passes' ? moveTo : undefined,
      }),
    bury: () => deadLetters.drain({ maxConcurrency: 1 }),
    publishSesEvents,
    tellOfSends,
    announceUploads: async (...events) => {
      await enqueue('import', events);
      return inbox.drain({ maxConcurrency: 1 });
    },
    store: () =>
      createS3Store({
        client: createS3Client({ ...aws.client, systemClockOffset: clock.now() - Date.now() }),
        bucket,
        linkTo: async () => '',
        writer: randomUUID(),
        random: Math.random,
      }),
    archive: () =>
      new Map(
        [...(aws.state.buckets.get(bucket) ?? [])].map(([key, { etag, versions }]) => [
          key,
          `${etag} ${versions}`,
        ]),
      ),
    mails: () =>
      aws.state.messages.map(({ recipients, subject = '' }) => ({
        to: recipients.join(', '),
        subject: decodeWords(subject),
      })),
    whereIn: (text) => [
      ...[...(aws.state.buckets.get(bucket) ?? [])]
        .filter(([, { body }]) => holds(body, text))
        .map(([key]) => key),
      ...aws.state.messages.filter(({ raw }) => raw && holds(raw, text)).map(({ subject = '' }) => subject),
    ],
    logs: () => all.map((each) => each.log()).join(''),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all.map((each) => each.retire()));
      await readApi[Symbol.asyncDispose]();
      await links[Symbol.asyncDispose]();
      await awsGate[Symbol.asyncDispose]();
      await aws.close();
      await queues[Symbol.asyncDispose]();
      await planning[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lambda's answer to a caller that waits. */
function invoked(answer: RuntimeAnswer): Invoked {
  switch (answer.kind) {
    case 'response':
      return answer;
    case 'error':
      return { ...answer, kind: 'failure' };
    case 'died':
      return { kind: 'failure', errorType: 'Sandbox.Timedout', errorMessage: answer.how };
  }
}

/**
 * Whether the bytes contain the text, also if they are gzip. Workbooks are not unzipped: a text in one would also be in
 * the snapshot from which it is made.
 */
function holds(bytes: Buffer, text: string): boolean {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isGzip ? gunzipSync(bytes) : bytes).includes(text);
}

/** Opens the link to the workbook in a text, as a reader's browser would, up to the redirect. */
export function openLinkIn(text = ''): Promise<Response> {
  const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/\?key=[^"\s]+/.exec(text) ?? [];
  return fetch(link, { redirect: 'manual' });
}
