import { Temporal } from 'temporal-polyfill';
import type { Sender } from '../attempt.ts';
import { newName } from '../notify/due-notices.ts';
import { continueNotice, type NoticeResult, type NoticeState, sendNotice } from '../notify/notify-contact.ts';
import {
  dueRecipientNotices,
  type RecipientFailure,
  recipientNoticeText,
} from '../notify/recipient-notices.ts';
import {
  failingSince,
  pendingRecipients,
  readFailedRecipient,
  saveFailing,
  saveNotified,
} from '../recipients/failed-recipients.ts';
import { type FailedRecipientAt, reportInDispatch, reportName } from '../store/dispatch-keys.ts';
import { readManifests } from '../store/dispatch-manifest.ts';
import { type DispatchId, recipientsDispatchId } from '../store/run-id.ts';
import type { ReconcileWorld } from '../world.ts';
import type { LookBack } from './look-back.ts';
import { isolated, type Unreadable } from './open-dispatch.ts';

export type RecipientsChecked = NoticeResult & {
  readonly dispatchId: DispatchId;
  readonly failures: number;
};

type Notifying = Sender & ReconcileWorld;

/** @returns also the dates of the failures that no contact had been notified of */
export async function notifyOfRecipients(
  at: Temporal.Instant,
  looked: LookBack & { readonly stored: readonly NoticeState[] },
  notifying: Notifying,
) {
  const stored = looked.stored.filter(({ kind }) => kind === 'recipients');
  const pending = await pendingRecipients(notifying.store, looked.from);
  const recipients: (RecipientsChecked | Unreadable)[] = [];
  /** By failure: the contact that was notified, undefined if that will never be possible. */
  const settled = new Map<string, string | undefined>();
  const note = (
    { dispatchId, recipients: names, contact }: SentNotice,
    result: NoticeResult | Unreadable,
  ) => {
    if ('unreadable' in result) recipients.push(result);
    else {
      recipients.push({ dispatchId, failures: names.length, ...result });
      if (result.outcome === 'pending') return;
      for (const name of names) settled.set(name, result.outcome === 'sent' ? contact : undefined);
    }
  };
  for (const notice of stored) {
    const { dispatchId, name, outcome, contact } = notice;
    if (outcome === 'pending')
      note(notice, await isolated(dispatchId, () => continueNotice(dispatchId, name, notifying)));
    else for (const one of notice.recipients) settled.set(one, outcome === 'sent' ? contact : undefined);
  }
  const listed = new Set(stored.flatMap((notice) => notice.recipients));
  const failures: RecipientFailure[] = [];
  for (const [dispatchId, failed] of pending) {
    const left = failed.filter(({ name }) => !listed.has(name));
    const read = await isolated(dispatchId, () => readFailures(dispatchId, left, { at, notifying }));
    if ('unreadable' in read) recipients.push(read);
    else failures.push(...read);
  }
  for (const { contact, failures: own } of dueRecipientNotices(failures, stored, at)) {
    const dates = own.map(({ date }) => date).sort();
    const dispatchId = recipientsDispatchId(dates.at(-1) ?? '');
    const notice = {
      kind: 'recipients' as const,
      name: newName({ kind: 'recipients', contact, dispatchId }, stored),
      contact,
      recipients: own.map(({ name }) => name),
      reports: [...new Set(own.map(reportInDispatch))],
      text: recipientNoticeText(own, notifying),
    };
    note(
      { dispatchId, ...notice },
      await isolated(dispatchId, () => sendNotice(dispatchId, notice, notifying)),
    );
  }
  const all = [...pending.values()].flat();
  for (const one of all) {
    if (settled.has(one.name)) await settle(one, settled.get(one.name), { at, notifying });
  }
  return { recipients, since: all.map(({ date }) => Temporal.Instant.from(`${date}T00:00Z`)) };
}

type SentNotice = {
  readonly dispatchId: DispatchId;
  readonly recipients: readonly string[];
  readonly contact: string;
};

/** The failures with their reports' contacts. A failure without a configured contact is settled. */
async function readFailures(
  dispatchId: DispatchId,
  failed: readonly FailedRecipientAt[],
  { at, notifying }: { readonly at: Temporal.Instant; readonly notifying: Notifying },
): Promise<readonly RecipientFailure[]> {
  if (failed.length === 0) return [];
  const { store } = notifying;
  // The check of the dispatch reports what is damaged.
  const manifests = await readManifests(store, dispatchId, { onDamaged: () => undefined });
  const due = new Map(manifests?.due.map((one) => [reportName(one), one]));
  const failures: RecipientFailure[] = [];
  for (const one of failed) {
    const failure = await readFailedRecipient(store, one);
    const report = failure && due.get(reportName(failure));
    if (failure === undefined || report === undefined) {
      await saveNotified(store, one, at);
      continue;
    }
    const of = { contact: report.contact, address: failure.address };
    const since = await failingSince(store, of, Temporal.Instant.from(failure.at));
    failures.push({ ...report, ...failure, ...one, since });
  }
  return failures;
}

/** Only after the notice has gone out: before, the address might never be explained in full. */
async function settle(
  one: FailedRecipientAt,
  contact: string | undefined,
  { at, notifying }: { readonly at: Temporal.Instant; readonly notifying: Notifying },
): Promise<void> {
  const { store } = notifying;
  const failure = contact === undefined ? undefined : await readFailedRecipient(store, one);
  if (contact !== undefined && failure) {
    const of = { contact, address: failure.address };
    const failedAt = Temporal.Instant.from(failure.at);
    const since = (await failingSince(store, of, failedAt)) ?? failedAt;
    await saveFailing(store, of, { at: failedAt, since });
  }
  await saveNotified(store, one, at);
}
