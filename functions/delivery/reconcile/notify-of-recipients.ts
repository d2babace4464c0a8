import { Temporal } from 'temporal-polyfill';
import {
  dueRecipientNotices,
  type RecipientFailure,
  recipientNoticeText,
} from '#delivery/notify/recipient-notices.ts';
import {
  failingSince,
  pendingRecipients,
  readFailedRecipient,
  saveFailing,
  saveNotified,
} from '#delivery/recipients/failed-recipients.ts';
import { type FailedRecipientAt, reportInDispatch, reportName } from '#delivery/store/dispatch-keys.ts';
import { readManifests } from '#delivery/store/dispatch-manifest.ts';
import { type DispatchId, recipientsDispatchId } from '#delivery/store/run-id.ts';
import { continueNotices, type Looked } from './notices-of-keys.ts';
import { type Notifying, whileTimeLasts } from './open-dispatch.ts';

/** @returns also the dates of the failures that no contact had been notified of */
export async function notifyOfRecipients(at: Temporal.Instant, looked: Looked, notifying: Notifying) {
  const notices = await continueNotices('recipients', looked, notifying);
  const { stored, checked, settled } = notices;
  const { store } = notifying;
  const pending = await pendingRecipients(store, looked.from);
  const failures: RecipientFailure[] = [];
  for (const [dispatchId, failed] of pending) {
    const left = failed.filter(({ name }) => !notices.listed.has(name));
    if (left.length === 0) continue;
    const read = await whileTimeLasts(dispatchId, notifying, () =>
      readFailures(dispatchId, left, { at, store }),
    );
    if ('of' in read) checked.push(read);
    else failures.push(...read);
  }
  for (const { contact, failures: own } of dueRecipientNotices(failures, stored, at)) {
    const dates = own.map(({ date }) => date).sort();
    const dispatchId = recipientsDispatchId(dates.at(-1) ?? '');
    await notices.send({
      dispatchId,
      contact,
      recipients: own.map(({ name }) => name),
      reports: [...new Set(own.map(reportInDispatch))],
      text: recipientNoticeText(own, notifying),
    });
  }
  const all = [...pending.values()].flat();
  for (const one of all) {
    if (!settled.has(one.name)) continue;
    const left = await whileTimeLasts(one.dispatchId, notifying, () =>
      settle(one, settled.get(one.name), { at, store }),
    );
    if (left) checked.push(left);
  }
  return { checked, since: all.map(({ date }) => Temporal.Instant.from(`${date}T00:00Z`)) };
}

type ReadAt = Pick<Notifying, 'store'> & { readonly at: Temporal.Instant };

/** The failures with their reports' contacts. A failure without a configured contact is settled. */
async function readFailures(
  dispatchId: DispatchId,
  failed: readonly FailedRecipientAt[],
  { at, store }: ReadAt,
): Promise<readonly RecipientFailure[]> {
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
  { at, store }: ReadAt,
): Promise<void> {
  const failure = contact === undefined ? undefined : await readFailedRecipient(store, one);
  if (contact !== undefined && failure) {
    const of = { contact, address: failure.address };
    const failedAt = Temporal.Instant.from(failure.at);
    const since = (await failingSince(store, of, failedAt)) ?? failedAt;
    await saveFailing(store, of, { at: failedAt, since });
  }
  await saveNotified(store, one, at);
}
