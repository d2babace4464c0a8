/** What Lambda does between a queue and a function: batches of one, partial failures, a limit to how many at once. */
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { Answer } from './runtime-api.ts';

type EventSource = {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly invoke: (event: unknown) => Promise<Answer>;
  /** How many invocations at once. */
  readonly maxConcurrency: number;
  /** What happens until a message that failed is visible again; nothing, and it is at once, by default. */
  readonly beforeRetry?: (() => Promise<void>) | undefined;
};

/** What came of one receipt of one message. */
export type Delivery = {
  readonly body: string;
  readonly receiveCount: number;
  readonly answer: Answer;
  /** Whether the message was taken from the queue. */
  readonly deleted: boolean;
};

const batchAnswer = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/**
 * Delivers until no message is visible. One that failed is visible again at once, as after its visibility
 * timeout, until the queue moves it to its dead-letter queue.
 */
export async function drainQueue(source: EventSource): Promise<readonly Delivery[]> {
  const deliveries: Delivery[] = [];
  const busy = new Set<Promise<void>>();
  for (;;) {
    const message = busy.size < source.maxConcurrency ? await receive(source) : undefined;
    if (message) {
      const work = deliver(source, message).then((delivery) => {
        deliveries.push(delivery);
        busy.delete(work);
      });
      busy.add(work);
    } else if (busy.size > 0) await Promise.race(busy);
    else return deliveries;
  }
}

async function receive({ sqs, queueUrl }: EventSource): Promise<Message | undefined> {
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 1,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages?.[0];
}

async function deliver(source: EventSource, message: Message): Promise<Delivery> {
  const { sqs, queueUrl } = source;
  const handle = { QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle };
  const answer = await source.invoke({ Records: [recordOf(source, message)] });
  const deleted = succeeded(answer);
  if (deleted) await sqs.send(new DeleteMessageCommand(handle));
  else {
    await source.beforeRetry?.();
    await sqs.send(new ChangeMessageVisibilityCommand({ ...handle, VisibilityTimeout: 0 }));
  }
  const receiveCount = Number(message.Attributes?.ApproximateReceiveCount);
  return { body: message.Body ?? '', receiveCount, answer, deleted };
}

/** With partial batch failures reported, an answer that cannot be read counts as a failure of the whole batch. */
function succeeded(answer: Answer): boolean {
  if (answer.kind !== 'response') return false;
  if (answer.body === null) return true;
  const { success, data } = batchAnswer.safeParse(answer.body);
  return success && (data.batchItemFailures ?? []).length === 0;
}

function recordOf({ queueArn }: EventSource, message: Message): object {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
        name,
        {
          stringValue: value.StringValue,
          dataType: value.DataType,
          stringListValues: [],
          binaryListValues: [],
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3],
  };
}
