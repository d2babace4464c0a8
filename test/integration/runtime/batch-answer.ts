/**
 * Reads a function's answer to a batch from SQS as Lambda does with ReportBatchItemFailures, by the lists of successes
 * and failures in its developer guide, under "Handling errors for an SQS event source".
 */
import * as z from 'zod/mini';
import type { RuntimeAnswer } from './runtime-api.ts';

// The object is strict, because AWS does not document that an object with any other key counts as success.
const acceptedAnswer = z.nullable(
  z.strictObject({
    batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.string() }))),
  }),
);

/**
 * @param messageIds of the batch @returns the messages that the queue delivers again: the named ones, or all if AWS
 * does not accept the answer
 */
export function failedMessageIds(answer: RuntimeAnswer, messageIds: readonly string[]): readonly string[] {
  if (answer.kind !== 'response') return messageIds;
  const accepted = acceptedAnswer.safeParse(answer.body);
  if (!accepted.success) return messageIds;
  const failed = (accepted.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => messageIds.includes(id)) ? failed : messageIds;
}
