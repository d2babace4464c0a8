import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { drainQueue } from './event-source.ts';
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
  const queues = await openQueues(3);
  onTestFinished(() => queues[Symbol.asyncDispose]());
  const { sqs, main, dead } = queues;
  return {
    send: (body: string) => sqs.send(new SendMessageCommand({ QueueUrl: main.url, MessageBody: body })),
    depths: async () => ({ main: await queues.depth(main), dead: await queues.depth(dead) }),
    drain: () =>
      drainQueue({
        sqs,
        queueUrl: main.url,
        queueArn: main.arn,
        maxConcurrency: 2,
        invoke: async (event) => {
          const { body, attributes, messageId } = sqsEvent.parse(event).Records[0];
          return answer(body, Number(attributes.ApproximateReceiveCount), messageId);
        },
      }),
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
])('after %s the message comes again, and goes to the dead-letter queue at last', async (_, failure) => {
  const { send, drain, depths } = await aSource((body, count, id) =>
    body === 'recovers' && count === 2 ? succeeded : failure(id),
  );
  await send('recovers');
  await send('never');
  const receipts = (await drain()).map(({ body, receiveCount }) => `${body} ${receiveCount}`);
  expect(receipts.sort()).toEqual(['never 1', 'never 2', 'never 3', 'recovers 1', 'recovers 2']);
  expect(await depths()).toEqual({ main: 0, dead: 1 });
});
