import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSqsQueue } from '#cloud/sqs-queue.ts';
import { parseJob, type QueuedJob } from '#queue/job-queue.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';

const jobs = (count: number): readonly QueuedJob[] =>
  Array.from({ length: count }, (_, index) => aQueuedJob({ project: `p${index}` }));

async function aQueue() {
  const app = buildApp({ logger: false, defaultRegion: 'eu-west-2' });
  onTestFinished(() => app.close());
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint, region: 'eu-west-2', credentials, useQueueUrlAsEndpoint: false });
  const { QueueUrl: url = '' } = await client.send(new CreateQueueCommand({ QueueName: 'jobs' }));
  const depths = async () => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
    );
    return [Attributes?.ApproximateNumberOfMessages, Attributes?.ApproximateNumberOfMessagesDelayed].map(
      Number,
    );
  };
  const receive = async () =>
    (await client.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 1 }))).Messages?.[0];
  return { client, url, depths, receive };
}

describe('a queue of SQS', () => {
  it('accepts any number of jobs, and returns each unchanged', async () => {
    const { client, url, depths, receive } = await aQueue();
    const queue = createSqsQueue({ client, url });
    await queue.send([]);
    await queue.send(jobs(23));
    expect(await depths()).toEqual([23, 0]);
    const message = await receive();
    expect(parseJob(message?.Body ?? '')).toEqual(jobs(1)[0]);
  });

  it('counts a delayed job among all its jobs, and separately', async () => {
    const { client, url, depths, receive } = await aQueue();
    const queue = createSqsQueue({ client, url });
    expect(await queue.depth()).toEqual({ all: 0, delayed: 0 });
    await queue.send(jobs(1), { delaySeconds: 900 });
    expect(await depths()).toEqual([0, 1]);
    await queue.send(jobs(2));
    await receive();
    // One job is delayed, one in progress, and one ready.
    expect(await queue.depth()).toEqual({ all: 3, delayed: 1 });
  });
});

describe('a queue that refuses some jobs of a batch', () => {
  /** Refuses jobs at the given positions of the nth request, or the whole request. */
  function refusing(...script: readonly (readonly number[] | 'whole')[]) {
    const asked: string[][] = [];
    const send = async (command: unknown) => {
      if (!(command instanceof SendMessageBatchCommand)) throw new Error('No other request was expected.');
      const entries = command.input.Entries ?? [];
      asked.push(entries.map(({ MessageBody = '' }) => parseJob(MessageBody).project));
      const refused = script[asked.length - 1] ?? [];
      if (refused === 'whole') throw new Error('connection reset');
      const Failed = refused.map((index) => ({
        Id: entries[index]?.Id,
        Code: 'InternalError',
        SenderFault: false,
      }));
      return { $metadata: {}, Successful: [], Failed };
    };
    return { asked, client: { send } };
  }
  const wait = async () => undefined;

  it('gets only these jobs again', async () => {
    const { asked, client } = refusing([1, 3], 'whole', [0]);
    await createSqsQueue({ client, url: 'https://queue.example.com', wait }).send(jobs(5));
    expect(asked).toEqual([['p0', 'p1', 'p2', 'p3', 'p4'], ['p1', 'p3'], ['p1', 'p3'], ['p1']]);
  });

  it('causes an error with their number if it keeps refusing', async () => {
    const { client } = refusing([1], [0], [0], [0]);
    const sending = createSqsQueue({ client, url: 'https://queue.example.com', wait }).send(jobs(5));
    await expect(sending).rejects.toMatchObject({
      name: 'JobQueueError',
      message: expect.stringMatching(/^The queue did not accept 1 of 5 jobs in 4 tries \(InternalError\)\./),
    });
  });
});
