import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { eventSource } from './event-source.ts';
import { keptStack } from './kept-stack.ts';
import { openQueues } from './queues.ts';
import type { RuntimeAnswer } from './runtime-api.ts';

const record = z.object({
  messageId: z.string(),
  body: z.string(),
  attributes: z.object({ ApproximateReceiveCount: z.string() }),
});
const oneRecord = z.object({ Records: z.tuple([record]) });
const records = z.object({ Records: z.array(record) });
const succeeded: RuntimeAnswer = { kind: 'response', body: { batchItemFailures: [] } };

const { mappings, queues: queueSettings } = await keptStack();

/** A source of batches with one message, which calls `answer` with the body and the receive count. */
function aSource(answer: (body: string, count: number, messageId: string) => RuntimeAnswer) {
  return aBatchSource(1, (event) => {
    const { body, attributes, messageId } = oneRecord.parse(event).Records[0];
    return answer(body, Number(attributes.ApproximateReceiveCount), messageId);
  });
}

/** Two queues, and a source that calls `answer` with each batch. */
async function aBatchSource(batchSize: number, answer: (event: unknown) => RuntimeAnswer) {
  let now = 0;
  const queues = await openQueues(
    [
      { name: 'main', visibilitySeconds: 1_800, redrive: { to: 'dead', maxReceiveCount: 3 } },
      { name: 'dead', visibilitySeconds: 30 },
    ],
    () => now,
  );
  onTestFinished(() => queues[Symbol.asyncDispose]());
  const { sqs } = queues;
  const [main, dead] = [queues.named('main'), queues.named('dead')];
  const source = eventSource({
    queues,
    queue: main,
    batchSize,
    now: () => now,
    invoke: async (event) => answer(event),
  });
  return {
    send: (body: string) => sqs.send(new SendMessageCommand({ QueueUrl: main.url, MessageBody: body })),
    sendLater: (body: string, DelaySeconds: number) =>
      sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: main.url,
          Entries: [{ Id: '0', MessageBody: body, DelaySeconds }],
        }),
      ),
    depths: async () => ({ main: await queues.depth(main), dead: await queues.depth(dead) }),
    drain: () => source.drain(),
    drainInTime: () =>
      source.drain({
        waitUntil: async (time) => {
          now = time;
        },
      }),
    minutes: () => now / 60_000,
  };
}

it('each message is delivered once, alone, and deleted when the function succeeds', async () => {
  const { send, drain, depths } = await aSource(() => succeeded);
  for (const body of ['a', 'b', 'c']) await send(body);
  expect((await drain()).map(({ body, deleted }) => [body, deleted]).sort()).toEqual([
    ['a', true],
    ['b', true],
    ['c', true],
  ]);
  expect(await depths()).toEqual({ main: 0, dead: 0 });
});

it.each<[string, (messageId: string) => RuntimeAnswer]>([
  ['an error', () => ({ kind: 'error', errorType: 'Error', errorMessage: 'no' })],
  ['a dead process', () => ({ kind: 'died', how: 'SIGKILL' })],
  [
    'a partial failure',
    (id) => ({ kind: 'response', body: { batchItemFailures: [{ itemIdentifier: id }] } }),
  ],
  ['an answer that AWS does not accept', () => ({ kind: 'response', body: [{ outcome: 'imported' }] })],
])(
  'after %s the message is delivered again after its visibility timeout, and ends up in the dead-letter queue',
  async (_, failure) => {
    const { send, drainInTime, depths, minutes } = await aSource((body, count, id) =>
      body === 'recovers' && count === 2 ? succeeded : failure(id),
    );
    await send('recovers');
    await send('never');
    const receipts = (await drainInTime()).map(({ body, receiveCount }) => `${body} ${receiveCount}`);
    expect(receipts.sort()).toEqual(['never 1', 'never 2', 'never 3', 'recovers 1', 'recovers 2']);
    expect(await depths()).toEqual({ main: 0, dead: 1 });
    expect(minutes()).toBe(3 * 30);
  },
);

it('a batch is filled up to its size; if it fails in part, exactly the named messages are delivered again', async () => {
  const sizes: number[] = [];
  const { send, drainInTime, depths } = await aBatchSource(10, (event) => {
    const { Records } = records.parse(event);
    sizes.push(Records.length);
    const failed = Records.filter(({ body, attributes }) => {
      return body.startsWith('odd') && attributes.ApproximateReceiveCount === '1';
    });
    const batchItemFailures = failed.map(({ messageId }) => ({ itemIdentifier: messageId }));
    return { kind: 'response', body: { batchItemFailures } };
  });
  const bodies = ['odd 1', 'odd 2', ...Array.from({ length: 10 }, (_, index) => `even ${index}`)];
  for (const body of bodies) await send(body);
  const deliveries = await drainInTime();
  expect(sizes).toEqual([10, 2, 2]);
  expect(
    deliveries
      .filter(({ deleted }) => deleted)
      .map(({ body }) => body)
      .sort(),
  ).toEqual(bodies.sort());
  expect(
    deliveries
      .filter(({ receiveCount }) => receiveCount === 2)
      .map(({ body }) => body)
      .sort(),
  ).toEqual(['odd 1', 'odd 2']);
  expect(await depths()).toEqual({ main: 0, dead: 0 });
});

it('a message that failed is invisible while the clock is stopped', async () => {
  const { send, drain, drainInTime, depths, minutes } = await aSource((_, count) =>
    count === 1 ? { kind: 'died', how: 'SIGKILL' } : succeeded,
  );
  await send('once more');
  expect(await drain()).toHaveLength(1);
  expect(await drain()).toHaveLength(0);
  expect(await depths()).toEqual({ main: 1, dead: 0 });
  expect(await drainInTime()).toMatchObject([{ receiveCount: 2, deleted: true }]);
  expect(minutes()).toBe(30);
});

it('a delayed message is in the queue, and is delivered when the clock reaches its time', async () => {
  const { sendLater, drain, drainInTime, depths, minutes } = await aSource(() => succeeded);
  const { Successful } = await sendLater('in fifteen minutes', 900);
  expect(Successful).toMatchObject([{ Id: '0', MessageId: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  await sendLater('in one minute', 60);
  expect(await drain()).toHaveLength(0);
  expect(await depths()).toEqual({ main: 2, dead: 0 });
  expect((await drainInTime()).map(({ body }) => body)).toEqual(['in one minute', 'in fifteen minutes']);
  expect(minutes()).toBe(15);
  expect(await depths()).toEqual({ main: 0, dead: 0 });
});

it('the template maps queues to dead-letter, events, import and report, with batches for events only', () => {
  expect(mappings.map(({ functionName, batchSize }) => [functionName, batchSize]).sort()).toEqual([
    ['dead-letter', 1],
    ['events', 10],
    ['import', 1],
    ['report', 1],
  ]);
});

it.each(mappings.filter(({ functionName }) => functionName !== 'dead-letter'))(
  'with the settings of the template, a message to $functionName ends up in the dead-letter queue if the function answers with a list of results',
  async ({ queue: name, batchSize }) => {
    let now = 0;
    await using queues = await openQueues(queueSettings, () => now);
    const { visibilitySeconds, redrive } = queueSettings.find((each) => each.name === name) ?? {};
    const queue = queues.named(name);
    const source = eventSource({
      queues,
      queue,
      batchSize,
      now: () => now,
      invoke: async () => ({ kind: 'response', body: [{ outcome: 'imported' }] }),
    });
    await queues.sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: '{}' }));
    const deliveries = await source.drain({
      waitUntil: async (time) => {
        now = time;
      },
    });
    expect(deliveries).toHaveLength(redrive?.maxReceiveCount ?? 0);
    expect(now).toBe((visibilitySeconds ?? 0) * 1_000 * deliveries.length);
    const depths = [await queues.depth(queue), await queues.depth(queues.named(redrive?.to ?? ''))];
    expect(depths).toEqual([0, 1]);
  },
);
