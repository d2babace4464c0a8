/**
 * The part of Lambda between a queue and a function: batches, partial failures, and a limit of concurrent invocations.
 */
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { failedMessageIds } from './batch-answer.ts';
import type { Queue, Queues } from './queues.ts';
import type { RuntimeAnswer } from './runtime-api.ts';

type Source = {
  readonly queues: Queues;
  readonly queue: Queue;
  /** Maximum number of messages per invocation. */
  readonly batchSize: number;
  readonly invoke: (event: unknown) => Promise<RuntimeAnswer>;
  /** The clock by which a failed message becomes visible again, in milliseconds since 1970. */
  readonly now: () => number;
};

type DrainOptions = {
  /** Maximum number of concurrent invocations; 2 by default. */
  readonly maxConcurrency?: number | undefined;
  /**
   * Advances the clock, so that delayed and invisible messages are delivered too, each at its time. By default the
   * clock is stopped.
   */
  readonly waitUntil?: ((time: number) => Promise<void>) | undefined;
};

/** The outcome of one receipt of one message. */
export type Delivery = {
  readonly body: string;
  readonly receiveCount: number;
  /** The answer to the batch with the message. */
  readonly answer: RuntimeAnswer;
  /** Whether the message was deleted from the queue. */
  readonly deleted: boolean;
};

export interface EventSource {
  /** Delivers until no message is visible. A failed message is invisible for the time that the queue sets. */
  readonly drain: (options?: DrainOptions) => Promise<readonly Delivery[]>;
  /** When the next delayed or invisible message becomes visible, in milliseconds since 1970. */
  readonly nextDue: () => number | undefined;
}

/** Maximum visibility timeout of SQS, in seconds. */
const longestVisibility = 43_200;

export function eventSource(source: Source): EventSource {
  const { sqs } = source.queues;
  /** Change count of the queue when it was last found empty. */
  let emptyAt: number | undefined;
  const invisible: { readonly handle: string; readonly until: number }[] = [];

  /** Makes delayed messages, and messages that `hide` has hidden, visible if they are due. */
  async function show(): Promise<void> {
    await source.queues.showDue(source.queue);
    for (const each of invisible.filter(({ until }) => until <= source.now())) {
      invisible.splice(invisible.indexOf(each), 1);
      await setVisibility(each.handle, 0);
    }
  }

  /** Receives messages, unless the queue has not changed since it was found empty. */
  async function next(): Promise<readonly Message[]> {
    const at = source.queues.changes(source.queue);
    if (at === emptyAt) return [];
    const batch = await receive(source);
    if (batch.length === 0) emptyAt = at;
    return batch;
  }

  const setVisibility = (handle: string, seconds: number) =>
    sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: source.queue.url,
        ReceiptHandle: handle,
        VisibilityTimeout: seconds,
      }),
    );

  async function deliver(batch: readonly Message[]): Promise<readonly Delivery[]> {
    const answer = await source.invoke({ Records: batch.map((message) => recordOf(source.queue, message)) });
    const failed = failedMessageIds(
      answer,
      batch.map(({ MessageId = '' }) => MessageId),
    );
    return Promise.all(
      batch.map(async (message) => {
        const deleted = !failed.includes(message.MessageId ?? '');
        await (deleted ? remove(message) : hide(message));
        const receiveCount = Number(message.Attributes?.ApproximateReceiveCount);
        return { body: message.Body ?? '', receiveCount, answer, deleted };
      }),
    );
  }

  const remove = ({ ReceiptHandle }: Message) =>
    sqs.send(new DeleteMessageCommand({ QueueUrl: source.queue.url, ReceiptHandle }));

  /**
   * Hides a message until it is due by the clock `source.now`. The queue server, which goes by the machine's clock, is
   * told to hide it for as long as SQS can; `show` makes it visible when it is due.
   */
  function hide({ ReceiptHandle: handle = '' }: Message) {
    invisible.push({ handle, until: source.now() + source.queue.visibilitySeconds * 1_000 });
    return setVisibility(handle, longestVisibility);
  }

  function nextDue(): number | undefined {
    const times = invisible.map(({ until }) => until);
    const delayed = source.queues.nextDue(source.queue);
    if (delayed !== undefined) times.push(delayed);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  return {
    nextDue,
    drain: async ({ maxConcurrency = 2, waitUntil } = {}) => {
      const deliveries: Delivery[] = [];
      const busy = new Set<Promise<void>>();
      for (;;) {
        await show();
        const batch = busy.size < maxConcurrency ? await next() : [];
        if (batch.length > 0) {
          const work = deliver(batch).then((delivered) => {
            deliveries.push(...delivered);
            busy.delete(work);
          });
          busy.add(work);
        } else if (busy.size > 0) await Promise.race(busy);
        else {
          const next = waitUntil && nextDue();
          if (next === undefined) return deliveries;
          await waitUntil?.(next);
        }
      }
    },
  };
}

async function receive({ queues, queue, batchSize }: Source): Promise<readonly Message[]> {
  const { Messages = [] } = await queues.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queue.url,
      MaxNumberOfMessages: batchSize,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages;
}

function recordOf({ arn }: Queue, message: Message): object {
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
    eventSourceARN: arn,
    awsRegion: arn.split(':')[3],
  };
}
