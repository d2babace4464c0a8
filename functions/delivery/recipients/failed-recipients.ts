/**
 * Recipients that a message will never reach, or who complained of it, by the day: reconcile finds here whom their
 * contacts are to be told of, long after the dispatch is settled, without listing the runs.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { sha256Of } from '../../base/digest.ts';
import {
  type AtContact,
  type FailedRecipientAt,
  failedRecipientKey,
  failedRecipientOfKey,
  failedRecipientsFrom,
  failedRecipientsPrefix,
  failingAddressKey,
  failingAddressPrefix,
  toldKey,
} from '../store/dispatch-keys.ts';
import { audience as audienceSchema, type issueRecipientsSchema } from '../store/issue.ts';
import { messagePrefix, recipientEventKey, runPrefix } from '../store/keys.ts';
import type { DispatchId } from '../store/run-id.ts';
import {
  instant,
  instantText,
  readObject,
  someText,
  window as windowSchema,
  writeObject,
} from '../store/stored-object.ts';
import { type RecipientEvent, readRecipientEvent, undeliveredCause } from './recipient-events.ts';

const failedEvents = z.enum(['bounced', 'undelivered', 'complained', 'rejected']);
/** 'no address': of what the planning service has in the place of one, to which nothing can be sent. */
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

/** The part of an issue that says whose recipients they are. */
type IssueOfRecipient = Pick<FailedRecipient, 'project' | 'report' | 'window' | 'runId'>;
type IssueRecipients = z.output<typeof issueRecipientsSchema>;

/**
 * Saves those events that a person has to act on, before the events themselves: an event that was stored before says when
 * it was first heard, so that one that comes again, on another day, is told once.
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
    const { address, at, reason, suppressed, cause, heard = at } = stored ?? one;
    const failure = {
      event,
      address,
      at,
      reason,
      ...(suppressed ? { suppressed } : {}),
      ...(cause ? { cause } : {}),
    };
    await saveFailedRecipient(store, failure, { issue, message, audience, heard });
  }
}

/** Saves one, once. `heard` is when it was first heard, `at` by default. */
export async function saveFailedRecipient(
  store: ObjectStore,
  failure: Omit<FailedRecipient, keyof IssueOfRecipient | 'audience'>,
  of: {
    readonly issue: IssueOfRecipient & Pick<IssueRecipients, 'dispatchId'>;
    readonly message: string;
    readonly audience: FailedRecipient['audience'];
    readonly heard?: string;
  },
): Promise<void> {
  const { issue, message, audience, heard = failure.at } = of;
  const { project, report, window, runId, dispatchId } = issue;
  const parts = [project, report, runId, message, failure.address.toLowerCase(), failure.event];
  const name = sha256Of(JSON.stringify(parts)).slice(0, 16);
  const failed = z.encode(failedRecipientSchema, {
    ...failure,
    project,
    report,
    window,
    runId,
    audience,
  });
  await writeObject(store, failedRecipientKey({ date: dateOf(heard), dispatchId, name }), failed);
}

/** Whether a person has to act on it. */
export function isFailure(event: RecipientEvent['event']): event is z.output<typeof failedEvents> {
  return failedEvents.safeParse(event).success;
}

/** In UTC. */
function dateOf(at: string): string {
  return Temporal.Instant.from(at).toString().slice(0, 10);
}

/** Those of the dates from one on that their contact has not been told of, by dispatch. One listing. */
export async function untoldRecipients(
  store: ObjectStore,
  from: Temporal.Instant,
): Promise<ReadonlyMap<DispatchId, readonly FailedRecipientAt[]>> {
  const keys = new Set(
    await store.list(failedRecipientsPrefix, { after: failedRecipientsFrom(dateOf(from.toString())) }),
  );
  const untold = [...keys]
    .flatMap((key) => failedRecipientOfKey(key) ?? [])
    .filter((failed) => !keys.has(toldKey(failed)));
  return Map.groupBy(untold, ({ dispatchId }) => dispatchId);
}

/** @throws RunStoreError where it cannot be read */
export async function readFailedRecipient(
  store: ObjectStore,
  at: FailedRecipientAt,
): Promise<FailedRecipient | undefined> {
  return readObject(store, failedRecipientKey(at), failedRecipientSchema);
}

/** Records that the contact has been told, or that nobody can be. */
export async function saveTold(
  store: ObjectStore,
  of: FailedRecipientAt,
  at: Temporal.Instant,
): Promise<void> {
  await writeObject(store, toldKey(of), { at: at.toString() });
}

/** An address that did not fail for longer than a monthly report takes has worked meanwhile, or was not written to. */
const maxDaysBetween = 35;

/** Since when an address has failed, as far as its contact was told: the first time in full, then a line an issue. */
const failingSchema = z.object({ since: instant });

/**
 * @param at when it failed now
 * @returns when it failed first; undefined where the contact has not been told of it, or long ago
 * @throws RunStoreError where that cannot be read
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
  if (at.since(last).total('hours') / 24 > maxDaysBetween) return undefined;
  return (await readObject(store, key, failingSchema))?.since;
}

/** Records that the contact was told of a failure. */
export async function saveFailing(
  store: ObjectStore,
  of: AtContact,
  failed: { readonly at: Temporal.Instant; readonly since: Temporal.Instant },
): Promise<void> {
  const date = failed.at.toString().slice(0, 10);
  await writeObject(store, failingAddressKey(of, date), { since: failed.since.toString() });
}
