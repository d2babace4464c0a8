/** The main queue and its dead-letter queue, on loopback. */
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { type Gate, openGate } from '../faults/gate.ts';

export interface Queues extends AsyncDisposable {
  readonly sqs: SQSClient;
  /** Between the functions and their queues. */
  readonly gate: Gate;
  /** The address behind the gate. */
  readonly directly: string;
  readonly main: { readonly url: string; readonly arn: string };
  readonly dead: { readonly url: string; readonly arn: string };
  /** Messages in a queue, visible or not. */
  readonly depth: (queue: { readonly url: string }) => Promise<number>;
}

/** @param maxReceiveCount how often a job is tried before it goes to the dead-letter queue */
export async function openQueues(maxReceiveCount: number): Promise<Queues> {
  const app = buildApp({ logger: false, defaultRegion: 'eu-west-2' });
  const directly = await app.listen({ port: 0, host: '127.0.0.1' });
  const gate = await openGate(directly);
  // Queue addresses carry the host they were asked for at, so queues made at the gate are reached through it.
  const sqs = new SQSClient({
    endpoint: gate.url,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const create = async (name: string, attributes: Record<string, string>) => {
    const { QueueUrl: url = '' } = await sqs.send(
      new CreateQueueCommand({ QueueName: name, Attributes: attributes }),
    );
    return { url, arn: `arn:aws:sqs:eu-west-2:000000000000:${name}` };
  };
  const dead = await create('dead', {});
  const main = await create('main', {
    VisibilityTimeout: '900',
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount }),
  });
  return {
    sqs,
    gate,
    directly,
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
    [Symbol.asyncDispose]: async () => {
      sqs.destroy();
      await gate[Symbol.asyncDispose]();
      await app.close();
    },
  };
}
