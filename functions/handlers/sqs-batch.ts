import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import * as z from 'zod/mini';
import { parseEvent } from './parse-event.ts';

/** A message of SQS as Lambda brings it, as far as it matters here. */
const recordSchema = z.looseObject({
  eventSource: z.literal('aws:sqs'),
  messageId: z.string(),
  receiptHandle: z.string(),
  body: z.string(),
  attributes: z.looseObject({ ApproximateReceiveCount: z._default(z.string(), '1') }),
});
const batchSchema = z.object({ Records: z.array(recordSchema).check(z.minLength(1)) });
export type Received = z.infer<typeof recordSchema>;

/**
 * The messages of an event of SQS; undefined for any other event.
 * @throws EventError for one that is from SQS and not as Lambda brings it
 */
export function batchOf(event: unknown): readonly Received[] | undefined {
  return fromQueue.safeParse(event).success ? batchEvent(event) : undefined;
}

const fromQueue = z.object({ Records: z.array(z.unknown()) });

/** @throws EventError for any event but a batch of SQS */
export function batchEvent(event: unknown): readonly Received[] {
  return parseEvent(batchSchema, event, 'a batch of messages from SQS').Records;
}

/**
 * Works through messages. One that fails fails alone, and the queue brings it again.
 * @returns which failed, as Lambda wants it
 */
export function processBatch(
  records: readonly Received[],
  work: (received: Received) => Promise<void>,
): Promise<{ readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] }> {
  const processor = new BatchProcessor(EventType.SQS);
  // The answer says what failed; an invocation that throws besides would have the whole batch brought again.
  const options = { throwOnFullBatchFailure: false };
  return processPartialResponse({ Records: [...records] }, work, processor, options);
}
