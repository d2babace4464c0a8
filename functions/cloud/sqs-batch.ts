import * as z from 'zod/mini';
import type { Received } from '../delivery/queue/job-queue.ts';
import { failureFields, type Log } from '../delivery/step-log.ts';
import { parseEvent } from './parse-event.ts';

/** A message of SQS as Lambda delivers it, with the fields used here. */
const recordSchema = z.looseObject({
  eventSource: z.literal('aws:sqs'),
  messageId: z.string(),
  body: z.string(),
  attributes: z.looseObject({ ApproximateReceiveCount: z._default(z.string(), '1') }),
});
const batchSchema = z.object({ Records: z.array(recordSchema).check(z.minLength(1)) });
const fromQueue = z.object({ Records: z.array(z.unknown()) });

export function isBatch(event: unknown): boolean {
  return fromQueue.safeParse(event).success;
}

/** The messages of a batch. @throws EventError for any event but a batch of SQS */
export function batchOf(event: unknown): readonly Received[] {
  const { Records } = parseEvent(batchSchema, event, 'a batch of messages from SQS');
  return Records.map(({ messageId, body, attributes }) => ({
    messageId,
    body,
    receives: Number(attributes.ApproximateReceiveCount),
  }));
}

/**
 * Processes messages. A failure affects only its own message, which the queue retries. It is logged and counted as
 * `RecordsFailed`, because the invocation succeeds: Lambda's own count of errors does not see it.
 * @returns the failed ones, in the form that Lambda expects
 * @throws EventError for any event but a batch of SQS
 */
export async function processBatch(
  event: unknown,
  log: Pick<Log, 'error' | 'count' | 'publish'>,
  work: (received: Received) => Promise<unknown>,
) {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const received of batchOf(event)) {
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
