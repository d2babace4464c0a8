/** The messages of a run that will never be accepted, as their contact is told of them. */
import type { DeliveryResult } from '../run/delivery-result.ts';
import type { FailedMessage } from '../store/attempts.ts';

export function failedMessagesOf(messages: DeliveryResult['messages']): readonly FailedMessage[] {
  return messages.flatMap(({ id, to, subject, outcome }) =>
    outcome.kind === 'failed'
      ? [{ subject: subject ?? id, to: [...to], cause: outcome.cause, reason: outcome.reason }]
      : [],
  );
}
