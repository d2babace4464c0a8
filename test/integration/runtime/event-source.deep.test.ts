import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { eventSource } from './event-source.ts';
import { openQueues } from './queues.ts';
import type { Answer } from './runtime-api.ts';

const sqsEvent = z.object({
  Records: z.tuple([
    z.object({
      messageId: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.string() }),
    }),
  ]),
});
const succeeded: Answer = { kind: 'response', body: { batchItemFailures: [] } };

/** Two queues, and a source that calls `answer` with the body and the receive count. */
async function aSource(answer: (body: string, count: number, messageId: string) => Answer) {
  let now = 0;
  const queues = await openQueues({ maxReceiveCount: 3, visibilitySeconds: 1_800 }, () => now);
  onTestFinished(() => queues[Symbol.asyncDispose]());
  const { sqs, main, dead } = queues;
  const source = eventSource({
    queues,
    queue: main,
    now: () => now,
    invoke: async (event) => {
      const { body, attributes, messageId } = sqsEvent.parse(event).Records[0];
      return answer(body, Number(attributes.ApproximateReceiveCount), messageId);
    },
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

test('each message is delivered once, alone, and deleted when the function succeeds', async () => {
  const { send, drain, depths } = await aSource(() => succeeded);
  for (const body of ['a', 'b', 'c']) await send(body);
  expect((await drain()).map(({ body, deleted }) => [body, deleted]).sort()).toEqual([
    ['a', true],
    ['b', true],
    ['c', true],
  ]);
  expect(await depths()).toEqual({ main: 0, dead: 0 });
});

test.each<[string, (messageId: string) => Answer]>([
  ['an error', () => ({ kind: 'error', errorType: 'Error', errorMessage: 'no' })],
  ['a dead process', () => ({ kind: 'died', how: 'SIGKILL' })],
  [
    'a partial failure',
    (id) => ({ kind: 'response', body: { batchItemFailures: [{ itemIdentifier: id }] } }),
  ],
])(
  'after %s the message comes again in its time, and goes to the dead-letter queue at last',
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

test('a message that failed is invisible while the clock is stopped', async () => {
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

test('a delayed message is in the queue, and comes once the clock shows its time', async () => {
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
