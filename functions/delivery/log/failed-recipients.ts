/**
 * Recipients that a message will never reach, or who complained of it, by the day.
 */
import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { failedRecipientKey } from '../store/dispatch-keys.ts';
import { audienceText, type issueRecipientsSchema } from '../store/issue.ts';
import { instantText, someText, version, windowText, writeObject } from '../store/stored-object.ts';
import type { RecipientEvent } from './recipient-events.ts';

const failedRecipientSchema = z.object({
  version,
  event: z.enum(['bounced', 'complained', 'rejected']),
  address: someText,
  at: instantText,
  reason: z.string(),
  suppressed: z.optional(z.boolean()),
  project: someText,
  report: someText,
  window: windowText,
  runId: someText,
  audience: audienceText,
});
type FailedRecipient = Omit<z.infer<typeof failedRecipientSchema>, 'version'>;

/** The part of an issue that says whose recipients they are. */
type IssueRecipients = Omit<z.infer<typeof issueRecipientsSchema>, 'version'>;

/** Saves those events that a person has to act on. Does nothing for an issue of a release that did not store its dispatch. */
export async function saveFailedRecipients(
  store: ObjectStore,
  { issue, message }: { readonly issue: IssueRecipients; readonly message: string },
  events: readonly RecipientEvent[],
): Promise<void> {
  const { project, report, window, runId, dispatchId } = issue;
  const audience = issue.messages.find(({ id }) => id === message)?.audience;
  if (dispatchId === undefined || audience === undefined) return;
  for (const { event, address, at, reason, suppressed } of events) {
    if (!isFailure(event)) continue;
    const name = nameOf([project, report, runId, message, address.toLowerCase(), event]);
    const failed: FailedRecipient = {
      ...{ event, address, at, reason },
      ...(suppressed ? { suppressed } : {}),
      ...{ project, report, window, runId, audience },
    };
    const key = failedRecipientKey({ date: dateOf(at), dispatchId, name });
    await writeObject(store, key, { version: 1, ...failed });
  }
}

/** Whether a person has to act on it. */
export function isFailure(event: RecipientEvent['event']): event is FailedRecipient['event'] {
  return event === 'bounced' || event === 'complained' || event === 'rejected';
}

function nameOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** In UTC. */
function dateOf(at: string): string {
  return Temporal.Instant.from(at).toString().slice(0, 10);
}
