import * as z from 'zod/mini';
import { failureFields, type Log } from '#base/log.ts';
import type { ReceivedMessage } from '#queue/job-queue.ts';
import { parseEvent } from './parse-event.ts';

const recordSchema = z.looseObject({
  eventSource: z.literal('aws:sqs'),
  messageId: z.string(),
  body: z.string(),
  attributes: z.looseObject({ ApproximateReceiveCount: z._default(z.string(), '1') }),
});
const batchSchema = z.object({ Records: z.array(recordSchema).check(z.minLength(1)) });
const recordsSchema = z.object({ Records: z.array(z.unknown()) });

export function isSqsBatch(event: unknown): boolean {
  return recordsSchema.safeParse(event).success;
}

/** @throws EventError for any event but a batch of SQS */
export function parseSqsBatch(event: unknown): readonly ReceivedMessage[] {
  const { Records } = parseEvent(batchSchema, event, 'a batch of messages from SQS');
  return Records.map(({ messageId, body, attributes }) => ({
    messageId,
    body,
    receives: Number(attributes.ApproximateReceiveCount),
  }));
}

/**
 * Processes messages. A failure affects only its own message, which the queue retries. It is counted as `RecordsFailed`,
 * because the invocation itself succeeds, so Lambda's own count of errors misses it.
 * @returns the failed messages, in the form that Lambda expects
 * @throws EventError for any event but a batch of SQS
 */
export async function processBatch(
  event: unknown,
  log: Log,
  work: (received: ReceivedMessage) => Promise<unknown>,
) {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const received of parseSqsBatch(event)) {
    try {
      await work(received);
    } catch (error) {
      log.error('failed', failureFields(error));
      log.count('RecordsFailed', 1);
      batchItemFailures.push({ itemIdentifier: received.messageId });
    }
  }
  log.publish();
  return { batchItemFailures };
}
