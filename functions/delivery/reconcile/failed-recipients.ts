/** Notifies contacts of recipients whom messages did not reach, or who complained, also of dispatches long settled. */
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
  readFailedRecipient,
  saveFailing,
  saveTold,
  untoldRecipients,
} from '../recipients/failed-recipients.ts';
import { type FailedRecipientAt, reportInDispatch, reportName } from '../store/dispatch-keys.ts';
import { readManifests } from '../store/manifest.ts';
import { type DispatchId, recipientsDispatchId } from '../store/run-id.ts';
import type { World } from '../world.ts';
import type { LookBack } from './look-back.ts';
import { isolated, type Unreadable } from './open-dispatch.ts';

/** What became of a notice of this check, or of an earlier one that could not be sent. */
export type RecipientsChecked = NoticeResult & {
  readonly dispatchId: DispatchId;
  /** Failures that it lists. */
  readonly failures: number;
};

type Parts = Sender & Pick<World, 'configuration' | 'sendAgain' | 'awsRegion'>;

/**
 * @param looked.stored the notices of all dispatches in the look-back
 * @returns also the days of the failures that no contact had been told of before
 */
export async function notifyOfRecipients(
  at: Temporal.Instant,
  looked: Pick<LookBack, 'from'> & { readonly stored: readonly NoticeState[] },
  parts: Parts,
) {
  const stored = looked.stored.filter(({ kind }) => kind === 'recipients');
  const untold = await untoldRecipients(parts.store, looked.from);
  const recipients: (RecipientsChecked | Unreadable)[] = [];
  /** By failure: its contact where a notice was sent, undefined where that will never be possible. */
  const settled = new Map<string, string | undefined>();
  const note = (
    { dispatchId, recipients: names, contact }: Pick<NoticeState, 'dispatchId' | 'recipients' | 'contact'>,
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
      note(notice, await isolated(dispatchId, () => continueNotice(dispatchId, name, parts)));
    else for (const one of notice.recipients) settled.set(one, outcome === 'sent' ? contact : undefined);
  }
  const listed = new Set(stored.flatMap((notice) => notice.recipients));
  const failures: RecipientFailure[] = [];
  for (const [dispatchId, failed] of untold) {
    const left = failed.filter(({ name }) => !listed.has(name));
    const read = await isolated(dispatchId, () => readFailures(dispatchId, left, { at, parts }));
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
      text: recipientNoticeText(own, parts),
    };
    note({ dispatchId, ...notice }, await isolated(dispatchId, () => sendNotice(dispatchId, notice, parts)));
  }
  const all = [...untold.values()].flat();
  for (const one of all) {
    if (settled.has(one.name)) await settle(one, settled.get(one.name), { at, parts });
  }
  return { recipients, since: all.map(({ date }) => Temporal.Instant.from(`${date}T00:00Z`)) };
}

/** The failures with whom to tell of them. Where nobody is configured any more, that is settled. */
async function readFailures(
  dispatchId: DispatchId,
  failed: readonly FailedRecipientAt[],
  { at, parts }: { readonly at: Temporal.Instant; readonly parts: Parts },
): Promise<readonly RecipientFailure[]> {
  if (failed.length === 0) return [];
  const { store } = parts;
  // What is damaged is reported where the dispatch is checked.
  const manifests = await readManifests(store, dispatchId, { onDamaged: () => undefined });
  const due = new Map(manifests?.due.map((one) => [reportName(one), one]));
  const failures: RecipientFailure[] = [];
  for (const one of failed) {
    const failure = await readFailedRecipient(store, one);
    const report = failure && due.get(reportName(failure));
    if (failure === undefined || report === undefined) {
      await saveTold(store, one, at);
      continue;
    }
    const of = { contact: report.contact, address: failure.address };
    const since = await failingSince(store, of, Temporal.Instant.from(failure.at));
    failures.push({ ...report, ...failure, ...one, since });
  }
  return failures;
}

/** Once the notice has gone out: before, an address might never be told of in full. Without a contact, nobody was told. */
async function settle(
  one: FailedRecipientAt,
  contact: string | undefined,
  { at, parts }: { readonly at: Temporal.Instant; readonly parts: Parts },
): Promise<void> {
  const { store } = parts;
  const failure = contact === undefined ? undefined : await readFailedRecipient(store, one);
  if (contact !== undefined && failure) {
    const of = { contact, address: failure.address };
    const failedAt = Temporal.Instant.from(failure.at);
    const since = (await failingSince(store, of, failedAt)) ?? failedAt;
    await saveFailing(store, of, { at: failedAt, since });
  }
  await saveTold(store, one, at);
}
