/** The main queue and its dead-letter queue, on loopback. */
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import * as z from 'zod/mini';
import { type Gate, openGate } from '../faults/gate.ts';

export type Queue = {
  readonly url: string;
  readonly arn: string;
  /** How long a message that was received is invisible, unless it is said otherwise of that one. */
  readonly visibilitySeconds: number;
};

export interface Queues extends AsyncDisposable {
  /** Past the gate: for what Lambda itself does with the queue. */
  readonly sqs: SQSClient;
  /** Between the functions and their queues. */
  readonly gate: Gate;
  readonly main: Queue;
  readonly dead: Queue;
  /** Messages in a queue, visible or not. */
  readonly depth: (queue: Queue) => Promise<number>;
  /** Seconds for which a function last asked a message it had received to be invisible. */
  readonly visibilityAskedFor: (receiptHandle: string) => number | undefined;
  /** Messages that a function asked to be brought later, with the seconds. On this machine they are brought after one. */
  readonly delaysAskedFor: () => readonly { readonly body: string; readonly seconds: number }[];
}

const region = 'eu-west-2';
/** The longest invisibility that SQS knows, in seconds: what the event source asks for itself. */
export const longest = 43_200;
const aboutQueue = z.looseObject({ QueueUrl: z.string() });
const batch = z.looseObject({
  Entries: z.array(z.looseObject({ MessageBody: z.string(), DelaySeconds: z._default(z.number(), 0) })),
});
const visibility = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: z.number() });

export type QueueSettings = {
  /** How often a job is tried before it goes to the dead-letter queue. */
  readonly maxReceiveCount: number;
  readonly visibilitySeconds: number;
};

/**
 * @param now the clock that answers are dated by; the machine's own by default
 */
export async function openQueues(settings: QueueSettings, now?: () => number): Promise<Queues> {
  const app = buildApp({ logger: false, defaultRegion: region });
  const addresses = new Map<string, string>();
  // It knows its queues by a host name of its own, which not every machine can look up.
  app.addHook('preHandler', async (request) => {
    const { data, success } = aboutQueue.safeParse(request.body);
    if (success) request.body = { ...data, QueueUrl: addresses.get(nameIn(data.QueueUrl)) ?? data.QueueUrl };
  });
  const asked = new Map<string, number>();
  app.addHook('preHandler', async (request) => {
    const { data, success } = visibility.safeParse(request.body);
    if (success && data.VisibilityTimeout < longest) asked.set(data.ReceiptHandle, data.VisibilityTimeout);
  });
  const delays: { readonly body: string; readonly seconds: number }[] = [];
  app.addHook('preHandler', async (request) => {
    const { data, success } = batch.safeParse(request.body);
    if (!success) return;
    for (const { MessageBody: body, DelaySeconds: seconds } of data.Entries) {
      if (seconds > 0) delays.push({ body, seconds });
    }
    const Entries = data.Entries.map((entry) => ({
      ...entry,
      DelaySeconds: Math.min(1, entry.DelaySeconds),
    }));
    request.body = { ...data, Entries };
  });
  const directly = await app.listen({ port: 0, host: '127.0.0.1' });
  const gate = await openGate(directly, now);
  const sqs = new SQSClient({
    endpoint: directly,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const create = async (name: string, attributes: Record<string, string>): Promise<Queue> => {
    const { QueueUrl = '' } = await sqs.send(
      new CreateQueueCommand({ QueueName: name, Attributes: attributes }),
    );
    addresses.set(name, QueueUrl);
    return {
      url: `${gate.url}/000000000000/${name}`,
      arn: `arn:aws:sqs:${region}:000000000000:${name}`,
      visibilitySeconds: settings.visibilitySeconds,
    };
  };
  const dead = await create('dead', {});
  const { maxReceiveCount } = settings;
  const main = await create('main', {
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount }),
  });
  return {
    sqs,
    gate,
    main,
    dead,
    depth: async ({ url }) => {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
      );
      const { ApproximateNumberOfMessages: ready, ApproximateNumberOfMessagesNotVisible: inFlight } =
        Attributes;
      return Number(ready) + Number(inFlight) + Number(Attributes.ApproximateNumberOfMessagesDelayed);
    },
    visibilityAskedFor: (handle) => asked.get(handle),
    delaysAskedFor: () => delays,
    [Symbol.asyncDispose]: async () => {
      sqs.destroy();
      await gate[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

function nameIn(queueUrl: string): string {
  return queueUrl.split('/').at(-1) ?? '';
}
