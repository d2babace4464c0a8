/** The queues of a template, on loopback. */
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import * as z from 'zod/mini';
import { type Gate, openGate } from '../faults/gate.ts';
import { delayedMessages, queueNameIn } from './delayed-messages.ts';

export type Queue = {
  readonly url: string;
  readonly arn: string;
  /** Visibility timeout of a received message, in seconds. */
  readonly visibilitySeconds: number;
};

export interface Queues extends AsyncDisposable {
  /** A client that bypasses the gate, for what Lambda itself does with the queue. */
  readonly sqs: SQSClient;
  /** The gate between the functions and their queues. */
  readonly gate: Gate;
  /** @throws Error for a name that is not in the settings */
  readonly named: (name: string) => Queue;
  /** Number of messages in a queue: visible, in progress and delayed. */
  readonly depth: (queue: Queue) => Promise<number>;
  /** When the next delayed message is due, in milliseconds since 1970. */
  readonly nextDue: (queue: Queue) => number | undefined;
  /** A number that changes whenever a request may have made a message visible in the queue. */
  readonly changes: (queue: Queue) => number;
  /** Makes delayed messages visible if they are due. */
  readonly showDue: (queue: Queue) => Promise<void>;
}

const region = 'eu-west-2';
const aboutQueue = z.looseObject({ QueueUrl: z.string() });
const hiding = z.looseObject({ QueueUrl: z.string(), VisibilityTimeout: z.number().check(z.minimum(1)) });
const attributesAnswer = z.object({ Attributes: z.record(z.string(), z.string()) });
const delayedCount = 'ApproximateNumberOfMessagesDelayed';

export type QueueSettings = {
  readonly name: string;
  readonly visibilitySeconds: number;
  /** The dead-letter queue, and the number of deliveries after which a message goes there. */
  readonly redrive?: { readonly to: string; readonly maxReceiveCount: number } | undefined;
};

/** @param now the clock for the date of answers and for delays, in milliseconds since 1970 */
export async function openQueues(settings: readonly QueueSettings[], now: () => number): Promise<Queues> {
  const app = buildApp({ logger: false, defaultRegion: region });
  const addresses = new Map<string, string>();
  const changes = new Map<string, number>();
  app.addHook('preHandler', async (request) => {
    const { data, success } = aboutQueue.safeParse(request.body);
    if (!success) return;
    const name = queueNameIn(data.QueueUrl);
    // The server uses a host name for its queues that not every machine can look up.
    request.body = { ...data, QueueUrl: addresses.get(name) ?? data.QueueUrl };
    const changed = changedBy(String(request.headers['x-amz-target']), name, data, settings);
    if (changed !== undefined) changes.set(changed, (changes.get(changed) ?? 0) + 1);
  });
  const delayed = delayedMessages(now);
  app.addHook('preHandler', async (request, reply) => {
    const answer = delayed.take(request.body);
    if (answer) return reply.send(answer);
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    const asked = aboutQueue.safeParse(request.body);
    if (!asked.success || typeof payload !== 'string' || !payload.includes(delayedCount)) return payload;
    const { Attributes } = attributesAnswer.parse(JSON.parse(payload));
    const count = delayed.count(queueNameIn(asked.data.QueueUrl));
    return JSON.stringify({ Attributes: { ...Attributes, [delayedCount]: String(count) } });
  });
  const directly = await app.listen({ port: 0, host: '127.0.0.1' });
  const gate = await openGate(directly, { now });
  const sqs = new SQSClient({
    endpoint: directly,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const arnOf = (name: string) => `arn:aws:sqs:${region}:000000000000:${name}`;
  const queues = new Map<string, Queue>();
  // A dead-letter queue has to exist before the queue that names it.
  for (const { name, visibilitySeconds, redrive } of settings.toSorted(deadLettersFirst)) {
    const { QueueUrl = '' } = await sqs.send(
      new CreateQueueCommand({
        QueueName: name,
        Attributes: redrive && {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: arnOf(redrive.to),
            maxReceiveCount: redrive.maxReceiveCount,
          }),
        },
      }),
    );
    addresses.set(name, QueueUrl);
    queues.set(name, { url: `${gate.url}/000000000000/${name}`, arn: arnOf(name), visibilitySeconds });
  }
  return {
    sqs,
    gate,
    named: (name) => {
      const queue = queues.get(name);
      if (!queue) throw new Error(`There is no queue ${name}.`);
      return queue;
    },
    depth: async ({ url }) => {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
      );
      const { ApproximateNumberOfMessages: ready, ApproximateNumberOfMessagesNotVisible: inFlight } =
        Attributes;
      return Number(ready) + Number(inFlight) + Number(Attributes[delayedCount]);
    },
    changes: ({ url }) => changes.get(queueNameIn(url)) ?? 0,
    nextDue: ({ url }) => delayed.nextDue(queueNameIn(url)),
    showDue: async ({ url }) => {
      for (const body of delayed.takeDue(queueNameIn(url))) {
        await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: body }));
      }
    },
    [Symbol.asyncDispose]: async () => {
      sqs.destroy();
      await gate[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

/** @returns the name of the queue in which the request can make a message visible; undefined if there is none */
function changedBy(
  target: string,
  name: string,
  body: unknown,
  settings: readonly QueueSettings[],
): string | undefined {
  const action = target.split('.').at(-1) ?? '';
  // A message that was received too often goes to the dead-letter queue instead.
  if (action === 'ReceiveMessage') return settings.find((each) => each.name === name)?.redrive?.to;
  if (action === 'ChangeMessageVisibility' && hiding.safeParse(body).success) return undefined;
  return /^(?:Delete|Get|List)/.test(action) ? undefined : name;
}

function deadLettersFirst(left: QueueSettings, right: QueueSettings): number {
  return Number(left.redrive !== undefined) - Number(right.redrive !== undefined);
}
