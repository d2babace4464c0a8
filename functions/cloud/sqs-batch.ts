import * as z from 'zod/mini';
import type { Received } from '../delivery/dispatch/job-queue.ts';
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
 * Processes messages. A failure affects only its own message, which the queue retries; whoever threw has logged it.
 * @returns the failed ones, in the form that Lambda expects
 */
export async function processBatch(event: unknown, work: (received: Received) => Promise<void>) {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const received of batchOf(event)) {
    await work(received).catch(() => batchItemFailures.push({ itemIdentifier: received.messageId }));
  }
  return { batchItemFailures };
}
