/**
 * Recipients whom a message did not reach, or who complained. They are stored under the date on which this was
 * reported, so that a check finds them long after the dispatch is settled, without listing the runs.
 */

import { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import { sha256Of, shortDigest } from '#base/digest.ts';
import type { Issue } from '#runs/store/issue.ts';
import { messagePrefix, runPrefix, utcDate } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
export type FailedRecipient = ContentOf<typeof objects.failedRecipient>;

type IssueOfRecipient = Pick<Issue, 'project' | 'report' | 'window' | 'runId' | 'dispatchId'>;

/**
 * Saves the events that a person has to act on. It must run before the events themselves are stored: a failure has the
 * date of the stored event, so one that arrives again on another day is notified once.
 * @throws RunStoreError for a stored event that cannot be read
 */
export async function saveFailedRecipients(
  store: ObjectStore,
  { issue, message }: { readonly issue: Issue; readonly message: string },
  events: readonly objects.RecipientEvent[],
): Promise<void> {
  const audience = issue.messages.find(({ id }) => id === message)?.audience;
  if (audience === undefined) return;
  const mail = messagePrefix(runPrefix(issue), message);
  for (const one of events) {
    const { event } = one;
    if (!isRecipientFailure(event)) continue;
    const stored = await objects.recipientEvent.read(store, recipientEventKeyValues(mail, one));
    const failure = { ...(stored ?? one), event };
    await saveFailedRecipient(store, failure, { issue, message, audience, heard: failure.heard });
  }
}

type RecipientFailure = Pick<FailedRecipient, 'event' | 'address' | 'at' | 'reason' | 'cause' | 'suppressed'>;

/** @param of.heard when the failure was first reported; its own time by default */
export async function saveFailedRecipient(
  store: ObjectStore,
  failure: RecipientFailure,
  of: {
    readonly issue: IssueOfRecipient;
    readonly message: string;
    readonly audience: FailedRecipient['audience'];
    readonly heard?: string | undefined;
  },
): Promise<void> {
  const { issue, message, audience, heard = failure.at } = of;
  const { project, report, runId, dispatchId } = issue;
  const parts = [project, report, runId, message, failure.address.toLowerCase(), failure.event];
  const name = sha256Of(JSON.stringify(parts)).slice(0, 16);
  const at = { date: utcDate(Temporal.Instant.from(heard)), dispatchId, name };
  await objects.failedRecipient.create(store, at, { ...issue, ...failure, audience });
}

export function isRecipientFailure(event: string): event is z.output<typeof objects.recipientFailureKinds> {
  return objects.recipientFailureKinds.safeParse(event).success;
}

/** @param mail prefix of the message */
export function recipientEventKeyValues(
  mail: string,
  { address, event }: Pick<objects.RecipientEvent, 'address' | 'event'>,
) {
  return { mail, digest: shortDigest(address.toLowerCase()), event };
}

/** @returns the keys of the events, even if they were stored before */
export async function saveRecipientEvents(
  store: ObjectStore,
  mail: string,
  events: readonly objects.RecipientEvent[],
): Promise<readonly string[]> {
  return Promise.all(
    events.map(async (event) => {
      const at = recipientEventKeyValues(mail, event);
      await objects.recipientEvent.create(store, at, event);
      return objects.recipientEvent.key(at);
    }),
  );
}
