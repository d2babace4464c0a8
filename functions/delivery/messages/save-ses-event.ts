import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { isFailure, saveFailedRecipients } from '#delivery/recipients/failed-recipients.ts';
import { messageOfEvent, recipientEventsOf, type SesEvent } from '#delivery/recipients/parse-ses-event.ts';
import { saveRecipientEvents } from '#delivery/recipients/recipient-events.ts';
import { issueRecipientsSchema } from '#delivery/store/issue.ts';
import { issueKey } from '#delivery/store/run-keys.ts';
import { readObject } from '#delivery/store/stored-object.ts';
import { saveSendEvidence } from './message-log.ts';

export type SavedSesEvent = {
  /** The keys of the event, also if stored before; empty for a message that is not in the run store. */
  readonly keys: readonly string[];
  readonly nobodyToNotify?: 'notice' | 'no issue' | undefined;
};

/**
 * Saves the event once; events may come in any order.
 * @param heard when it arrived, which may be days after it happened
 * @throws RunStoreError for an issue that cannot be read: without it, no contact could be notified of the event
 */
export async function saveSesEvent(
  store: ObjectStore,
  event: SesEvent,
  heard: Temporal.Instant,
): Promise<SavedSesEvent> {
  const of = messageOfEvent(event);
  if (of === undefined) return { keys: [] };
  const { prefix, message, messageAt } = of;
  if (event.eventType === 'Send') {
    return { keys: [await saveSendEvidence(store, messageAt, event.mail)] };
  }
  const events = recipientEventsOf(event).map((one) => ({ ...one, heard: heard.toString() }));
  const save = () => saveRecipientEvents(store, messageAt, events);
  // A test goes only to its requester, who sees for himself.
  if (!events.some((one) => isFailure(one.event)) || prefix.startsWith('test-runs/')) {
    return { keys: await save() };
  }
  if (prefix.startsWith('dispatches/')) return { keys: await save(), nobodyToNotify: 'notice' };
  const issue = await readObject(store, issueKey(prefix), issueRecipientsSchema);
  if (issue === undefined) return { keys: await save(), nobodyToNotify: 'no issue' };
  await saveFailedRecipients(store, { issue, message }, events);
  return { keys: await save() };
}
