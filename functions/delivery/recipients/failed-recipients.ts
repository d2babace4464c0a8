/**
 * Recipients whom a message did not reach, or who complained, by date of the report. Reconcile finds them here long after
 * the dispatch is settled, without listing the runs.
 */

import { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Content } from '#archive/objects.ts';
import { sha256Of, shortDigest } from '#base/digest.ts';
import type { Issue } from '#delivery/store/issue.ts';
import { messagePrefix, runPrefix, startOfDate, utcDate } from '#delivery/store/names.ts';
import * as objects from '#delivery/store/objects.ts';
import { messageOfEvent, recipientEventsOf, type SesEvent } from './parse-ses-event.ts';

/** Days without a failure after which an address counts as working: longer than the time between two monthly reports. */
const maxDaysBetweenFailures = 35;

export type FailedRecipient = Content<typeof objects.failedRecipient>;

type IssueOfRecipient = Pick<Issue, 'project' | 'report' | 'window' | 'runId' | 'dispatchId'>;

/**
 * Saves the events that a person has to act on. It must run before the events themselves are stored: a stored event
 * dates its failure, so that one that arrives again on another day is notified once.
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
    if (!isFailure(event)) continue;
    const stored = await objects.recipientEvent.read(store, recipientEventAt(mail, one));
    const failure = { ...(stored ?? one), event };
    await saveFailedRecipient(store, failure, { issue, message, audience, heard: failure.heard });
  }
}

type Failure = Pick<FailedRecipient, 'event' | 'address' | 'at' | 'reason' | 'cause' | 'suppressed'>;

/** @param of.heard when the failure was first reported; its own time by default */
export async function saveFailedRecipient(
  store: ObjectStore,
  failure: Failure,
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

function isFailure(event: string): event is z.output<typeof objects.failures> {
  return objects.failures.safeParse(event).success;
}

export type AtContact = { readonly contact: string; readonly address: string };

function failingName({ contact, address }: AtContact): string {
  return sha256Of(JSON.stringify([contact.toLowerCase(), address.toLowerCase()])).slice(0, 32);
}

/**
 * @param at time of the latest failure
 * @returns when it first failed; undefined if the contact has not been notified of it, or long ago
 * @throws RunStoreError
 */
export async function failingSince(
  store: ObjectStore,
  of: AtContact,
  at: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const last = (await objects.failing.list(store, { name: failingName(of) })).at(-1);
  if (last === undefined) return undefined;
  const days = at.since(startOfDate(last.date)).total('hours') / 24;
  return days > maxDaysBetweenFailures ? undefined : (await objects.failing.read(store, last))?.since;
}

/** Records that the contact was notified of a failure. */
export async function saveFailing(store: ObjectStore, of: AtContact, at: Temporal.Instant): Promise<void> {
  const since = (await failingSince(store, of, at)) ?? at;
  await objects.failing.create(store, { name: failingName(of), date: utcDate(at) }, { since });
}

/**
 * Saves the event once; events may come in any order.
 * @param heard when it arrived, which may be days after it happened
 * @returns the keys of the event, also if stored before; none for a message that is not in the run store
 * @throws RunStoreError for an issue that cannot be read: without it, no contact could be notified of the event
 */
export async function saveSesEvent(store: ObjectStore, event: SesEvent, heard: Temporal.Instant) {
  const of = messageOfEvent(event);
  if (of === undefined) return { keys: [] };
  const { prefix, message, mail } = of;
  if (event.eventType === 'Send') {
    const { timestamp, messageId } = event.mail;
    const at = new Date(timestamp).toISOString();
    await objects.sendEvent.create(store, { mail }, { at, messageId });
    return { keys: [objects.sendEvent.key({ mail })] };
  }
  const events = recipientEventsOf(event).map((one) => ({ ...one, heard: heard.toString() }));
  const save = () => saveRecipientEvents(store, mail, events);
  // A test goes only to its requester, who sees for himself.
  if (!events.some((one) => isFailure(one.event)) || prefix.startsWith('test-runs/')) {
    return { keys: await save() };
  }
  if (prefix.startsWith('contacts/')) return { keys: await save(), nobodyToNotify: 'contact' };
  const issue = await objects.issue.read(store, { run: prefix });
  if (issue === undefined) return { keys: await save(), nobodyToNotify: 'no issue' };
  await saveFailedRecipients(store, { issue, message }, events);
  return { keys: await save() };
}

/** @param mail prefix of the message */
export function recipientEventAt(
  mail: string,
  { address, event }: Pick<objects.RecipientEvent, 'address' | 'event'>,
) {
  return { mail, digest: shortDigest(address.toLowerCase()), event };
}

/** @returns the keys */
export async function saveRecipientEvents(
  store: ObjectStore,
  mail: string,
  events: readonly objects.RecipientEvent[],
): Promise<readonly string[]> {
  return Promise.all(
    events.map(async (event) => {
      const at = recipientEventAt(mail, event);
      await objects.recipientEvent.create(store, at, event);
      return objects.recipientEvent.key(at);
    }),
  );
}
