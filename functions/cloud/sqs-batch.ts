import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import * as z from 'zod/mini';
import type { Received } from '../delivery/dispatch/job-queue.ts';
import { parseEvent } from '../delivery/parse-event.ts';

/** A message of SQS as Lambda delivers it, with the fields used here. */
const recordSchema = z.looseObject({
  eventSource: z.literal('aws:sqs'),
  messageId: z.string(),
  receiptHandle: z.string(),
  body: z.string(),
  attributes: z.looseObject({ ApproximateReceiveCount: z._default(z.string(), '1') }),
});
const batchSchema = z.object({ Records: z.array(recordSchema).check(z.minLength(1)) });
type SqsRecord = z.infer<typeof recordSchema>;

/**
 * The messages of an event of SQS; undefined for any other event.
 * @throws EventError for one from SQS that does not have the form of a batch
 */
export function batchOf(event: unknown): readonly SqsRecord[] | undefined {
  return fromQueue.safeParse(event).success ? recordsOf(event) : undefined;
}

const fromQueue = z.object({ Records: z.array(z.unknown()) });

/** @throws EventError for any event but a batch of SQS */
export function batchEvent(event: unknown): readonly Received[] {
  return recordsOf(event).map(receivedOf);
}

function recordsOf(event: unknown): readonly SqsRecord[] {
  return parseEvent(batchSchema, event, 'a batch of messages from SQS').Records;
}

function receivedOf({ messageId, body, attributes }: SqsRecord): Received {
  return { messageId, body, receives: Number(attributes.ApproximateReceiveCount) };
}

/**
 * Processes messages. A failure affects only its own message, which the queue retries.
 * @returns the failed ones, in the form that Lambda expects
 */
export function processBatch(
  records: readonly SqsRecord[],
  work: (received: Received) => Promise<void>,
): Promise<{ readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] }> {
  const processor = new BatchProcessor(EventType.SQS);
  // The answer says what failed; an invocation that throws as well would have the whole batch retried.
  const options = { throwOnFullBatchFailure: false };
  return processPartialResponse(
    { Records: [...records] },
    (record: SqsRecord) => work(receivedOf(record)),
    processor,
    options,
  );
}
