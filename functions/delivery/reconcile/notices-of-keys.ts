/** Notices that name single things by their keys, each once: failed recipients, and the closings of answers. */

import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { together } from '#base/together.ts';
import {
  type ClosingAt,
  type ClosingOfIssue,
  closedAnswers,
  readClosing,
} from '#delivery/answers/closed-answers.ts';
import { closingText } from '#delivery/answers/closing-text.ts';
import { isTooSoon, newName } from '#delivery/notify/due-notices.ts';
import {
  continueNotice,
  type NewNotice,
  type NoticeResult,
  type NoticeState,
  sendNotice,
} from '#delivery/notify/notify-contact.ts';
import {
  dueRecipientNotices,
  type RecipientFailure,
  recipientNoticeText,
} from '#delivery/notify/recipient-notices.ts';
import {
  type FailedRecipientAt,
  failingSince,
  saveFailing,
  startOfDate,
} from '#delivery/recipients/failed-recipients.ts';
import { readManifests } from '#delivery/store/due-reports.ts';
import {
  type DispatchId,
  dispatchIdAt,
  reportInDispatch,
  reportName,
  windowPrefix,
} from '#delivery/store/names.ts';
import * as objects from '#delivery/store/objects.ts';
import { readGaps } from '#delivery/store/restored.ts';
import type { LookBack } from './look-back.ts';
import { type Left, type Notifying, type Unreadable, whileTimeLasts } from './open-dispatch.ts';

/** How far back is looked, and the notices of all kinds. */
export type Looked = LookBack & { readonly stored: readonly NoticeState[] };

type Named = Pick<NoticeState, 'dispatchId' | 'contact' | 'recipients'>;

export type CheckedKeys = NoticeResult &
  Pick<NoticeState, 'dispatchId'> & {
    readonly kind: 'recipients' | 'answers';
    readonly keys: number;
  };

/** One listing of what contacts may have to be notified of, and were, since the date of `from`. */
async function keysSince(store: ObjectStore, prefix: string, from: Temporal.Instant) {
  return new Set(await store.list(prefix, { after: `${prefix}${from.toString().slice(0, 10)}` }));
}

/** Continues the notices of a kind that are pending. */
async function continueNotices(kind: CheckedKeys['kind'], looked: Looked, notifying: Notifying) {
  const stored = looked.stored.filter((notice) => notice.kind === kind);
  const checked: (CheckedKeys | Unreadable | Left)[] = [];
  /** By key: the contact that was notified, undefined if that will never be possible. */
  const settled = new Map<string, string | undefined>();
  const settle = ({ contact, recipients }: Named, outcome: NoticeState['outcome']) => {
    if (outcome === 'pending') return;
    for (const key of recipients) settled.set(key, outcome === 'sent' ? contact : undefined);
  };
  const note = async (notice: Named, act: () => Promise<NoticeResult>) => {
    const { dispatchId, recipients } = notice;
    const result = await whileTimeLasts(dispatchId, notifying, act);
    if ('of' in result) checked.push(result);
    else {
      checked.push({ dispatchId, kind, keys: recipients.length, ...result });
      settle(notice, result.outcome);
    }
  };
  for (const notice of stored) {
    const { dispatchId, name, outcome } = notice;
    if (outcome === 'pending') await note(notice, () => continueNotice(dispatchId, name, notifying));
    else settle(notice, outcome);
  }
  return {
    stored,
    checked,
    settled,
    listed: new Set(stored.flatMap(({ recipients }) => recipients)),
    send: (notice: Omit<NewNotice, 'kind' | 'name'> & Named) =>
      note(notice, () =>
        sendNotice(
          notice.dispatchId,
          { ...notice, kind, name: newName({ ...notice, kind }, stored) },
          notifying,
        ),
      ),
  };
}

/** @returns also the dates of the failures that no contact had been notified of */
export async function notifyOfRecipients(at: Temporal.Instant, looked: Looked, notifying: Notifying) {
  const notices = await continueNotices('recipients', looked, notifying);
  const { stored, checked, settled } = notices;
  const { store } = notifying;
  const keys = await keysSince(store, objects.failedRecipient.under({}), looked.from);
  const all = objects.failedRecipient.in(keys).filter((one) => !keys.has(objects.recipientTold.key(one)));
  const failures: RecipientFailure[] = [];
  for (const [dispatchId, failed] of Map.groupBy(all, (one) => one.dispatchId)) {
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
    const dispatchId = dispatchIdAt(startOfDate(dates.at(-1) ?? ''), 'recipients');
    await notices.send({
      dispatchId,
      contact,
      recipients: own.map(({ name }) => name),
      reports: [...new Set(own.map(reportInDispatch))],
      text: recipientNoticeText(own, notifying),
    });
  }
  for (const one of all) {
    if (!settled.has(one.name)) continue;
    const left = await whileTimeLasts(one.dispatchId, notifying, () =>
      settle(one, settled.get(one.name), { at, store }),
    );
    if (left) checked.push(left);
  }
  return { checked, since: all.map(({ date }) => startOfDate(date)) };
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
    const failure = await objects.failedRecipient.read(store, one);
    const report = failure && due.get(reportName(failure));
    if (failure === undefined || report === undefined) {
      await objects.recipientTold.create(store, one, { at });
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
  const failure = contact === undefined ? undefined : await objects.failedRecipient.read(store, one);
  if (contact !== undefined && failure) {
    const of = { contact, address: failure.address };
    await saveFailing(store, of, Temporal.Instant.from(failure.at));
  }
  await objects.recipientTold.create(store, one, { at });
}

const closingsAtOnce = 4;

/**
 * Notifies contacts of what was answered, once the answers of an issue have closed.
 * @returns also when the answers close of which no contact had been notified
 */
export async function notifyOfAnswers(at: Temporal.Instant, looked: Looked, notifying: Notifying) {
  const { store } = notifying;
  const notices = await continueNotices('answers', looked, notifying);
  const { stored, checked, settled } = notices;
  const keys = await keysSince(store, objects.closing.under({}), looked.from);
  const pending = objects.closing.in(keys).filter((one) => !keys.has(objects.closingTold.key(one)));
  const closingKey = objects.closing.key;
  const hasClosed = (closing: ClosingAt) => Temporal.Instant.compare(closing.at, at) <= 0;
  const closedReports = new Set(pending.filter(hasClosed).map(reportName));
  const closings: ClosingOfIssue[] = [];
  for (const one of pending) {
    if (!closedReports.has(reportName(one))) continue;
    const read = await whileTimeLasts(closingKey(one), notifying, () => readClosing(store, one));
    if (read && 'of' in read) checked.push(read);
    else if (read) closings.push(read);
  }
  /** Then its answers are asked for again, and the closing of the later revision says what was answered. */
  const isAskedAgain = (closing: ClosingOfIssue) =>
    closings.some(
      (other) => windowPrefix(other) === windowPrefix(closing) && other.revision > closing.revision,
    );
  const due = closings.filter(
    (closing) => !notices.listed.has(closingKey(closing)) && hasClosed(closing) && !isAskedAgain(closing),
  );
  for (const [contact, own] of Map.groupBy(due, (closing) => closing.contact)) {
    const earlier = stored.filter((notice) => notice.contact === contact);
    if (isTooSoon(earlier, [], at)) continue;
    const dispatchId = dispatchIdAt(own.at(-1)?.at ?? at, 'answers');
    const read = await whileTimeLasts(dispatchId, notifying, async () => {
      const gaps = await readGaps(store);
      const closed = await together(own, closingsAtOnce, (closing) => closedAnswers(store, closing, gaps));
      return closed.filter((one) => one !== undefined);
    });
    if ('of' in read) {
      checked.push(read);
      continue;
    }
    const recipients = own.map(closingKey);
    if (read.length === 0) for (const key of recipients) settled.set(key, undefined);
    else {
      const reports = [...new Set(own.map(reportName))];
      await notices.send({ dispatchId, contact, recipients, reports, text: closingText(read, at) });
    }
  }
  for (const closing of closings) {
    if (isAskedAgain(closing) || settled.has(closingKey(closing)))
      await objects.closingTold.create(store, closing, { at });
  }
  const since = pending.map((closing) => closing.at);
  return { checked, since };
}
