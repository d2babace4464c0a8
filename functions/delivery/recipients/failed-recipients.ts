/**
 * Recipients whom a message did not reach, or who complained, by date of the report. Reconcile finds them here long after
 * the dispatch is settled, without listing the runs.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { sha256Of } from '#base/digest.ts';
import {
  type AtContact,
  type FailedRecipientAt,
  failedRecipientKey,
  failedRecipientOfKey,
  failedRecipientsFrom,
  failedRecipientsPrefix,
  failingAddressKey,
  failingAddressPrefix,
} from '#delivery/store/dispatch-keys.ts';
import { audience as audienceSchema, type issueRecipientsSchema } from '#delivery/store/issue.ts';
import type { DispatchId } from '#delivery/store/run-id.ts';
import { messagePrefix, recipientEventKey, runPrefix } from '#delivery/store/run-keys.ts';
import {
  instant,
  instantText,
  readObject,
  someText,
  window as windowSchema,
  writeObject,
} from '#delivery/store/stored-object.ts';
import { type RecipientEvent, readRecipientEvent, undeliveredCause } from './recipient-events.ts';

/** Days without a failure after which an address counts as working: longer than the time between two monthly reports. */
const maxDaysBetweenFailures = 35;

const failedEvents = z.enum(['bounced', 'undelivered', 'complained', 'rejected']);
/** 'no address': the planning service's text is not an e-mail address, so nothing can be sent. */
const failures = z.enum([...failedEvents.options, 'no address']);

const failedRecipientSchema = z.object({
  event: failures,
  address: someText,
  at: instantText,
  reason: z.string(),
  cause: z.optional(undeliveredCause),
  suppressed: z.optional(z.boolean()),
  project: someText,
  report: someText,
  window: windowSchema,
  runId: someText,
  audience: audienceSchema,
});
export type FailedRecipient = z.output<typeof failedRecipientSchema>;

type IssueOfRecipient = Pick<FailedRecipient, 'project' | 'report' | 'window' | 'runId'>;
type IssueRecipients = z.output<typeof issueRecipientsSchema>;

/**
 * Saves the events that a person has to act on. It must run before the events themselves are stored: a stored event
 * dates its failure, so that one that arrives again on another day is notified once.
 * @throws RunStoreError for a stored event that cannot be read
 */
export async function saveFailedRecipients(
  store: ObjectStore,
  { issue, message }: { readonly issue: IssueRecipients; readonly message: string },
  events: readonly RecipientEvent[],
): Promise<void> {
  const audience = issue.messages.find(({ id }) => id === message)?.audience;
  if (audience === undefined) return;
  const messageAt = messagePrefix(runPrefix(issue), message);
  for (const one of events) {
    const { event } = one;
    if (!isFailure(event)) continue;
    const stored = await readRecipientEvent(store, recipientEventKey(messageAt, one));
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
    readonly issue: IssueOfRecipient & { readonly dispatchId: IssueRecipients['dispatchId'] };
    readonly message: string;
    readonly audience: FailedRecipient['audience'];
    readonly heard?: string | undefined;
  },
): Promise<void> {
  const { issue, message, audience, heard = failure.at } = of;
  const { project, report, runId, dispatchId } = issue;
  const parts = [project, report, runId, message, failure.address.toLowerCase(), failure.event];
  const name = sha256Of(JSON.stringify(parts)).slice(0, 16);
  const failed = z.encode(failedRecipientSchema, { ...issue, ...failure, audience });
  await writeObject(store, failedRecipientKey({ date: utcDate(heard), dispatchId, name }), failed);
}

export function isFailure(event: RecipientEvent['event']): event is z.output<typeof failedEvents> {
  return failedEvents.safeParse(event).success;
}

function utcDate(at: string): string {
  return Temporal.Instant.from(at).toString().slice(0, 10);
}

/** Failures since the date of `from` that no contact has been notified of, by dispatch. One listing. */
export async function pendingRecipients(
  store: ObjectStore,
  from: Temporal.Instant,
): Promise<ReadonlyMap<DispatchId, readonly FailedRecipientAt[]>> {
  const keys = new Set(
    await store.list(failedRecipientsPrefix, { after: failedRecipientsFrom(utcDate(from.toString())) }),
  );
  const pending = [...keys]
    .flatMap((key) => failedRecipientOfKey(key) ?? [])
    .filter((failed) => !keys.has(failedRecipientKey(failed, 'told')));
  return Map.groupBy(pending, ({ dispatchId }) => dispatchId);
}

export async function readFailedRecipient(
  store: ObjectStore,
  at: FailedRecipientAt,
): Promise<FailedRecipient | undefined> {
  return readObject(store, failedRecipientKey(at), failedRecipientSchema);
}

export async function saveNotified(
  store: ObjectStore,
  of: FailedRecipientAt,
  at: Temporal.Instant,
): Promise<void> {
  await writeObject(store, failedRecipientKey(of, 'told'), { at: at.toString() });
}

/** Since when an address has failed without a break. */
const failingSchema = z.object({ since: instant });

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
  const key = (await store.list(failingAddressPrefix(of))).at(-1);
  const date = key?.slice(-'2026-11-20.json'.length, -'.json'.length);
  if (key === undefined || date === undefined) return undefined;
  const last = Temporal.Instant.from(`${date}T00:00Z`);
  if (at.since(last).total('hours') / 24 > maxDaysBetweenFailures) return undefined;
  return (await readObject(store, key, failingSchema))?.since;
}

export async function saveFailing(
  store: ObjectStore,
  of: AtContact,
  failed: { readonly at: Temporal.Instant; readonly since: Temporal.Instant },
): Promise<void> {
  const date = failed.at.toString().slice(0, 10);
  await writeObject(store, failingAddressKey(of, date), { since: failed.since.toString() });
}
