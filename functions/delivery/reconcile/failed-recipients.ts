/** Notifies contacts of recipients whom messages did not reach, or who complained, also of dispatches long settled. */
import { Temporal } from 'temporal-polyfill';
import type { Sender } from '../attempt.ts';
import { readManifests } from '../dispatch/manifest.ts';
import {
  failingSince,
  readFailedRecipient,
  saveFailing,
  saveTold,
  untoldRecipients,
} from '../log/failed-recipients.ts';
import type { NoticeOutcome } from '../notify/due-notices.ts';
import {
  continueNotice,
  type NoticeResult,
  type NoticeState,
  readNotices,
  sendNotice,
} from '../notify/notify-contact.ts';
import {
  dueRecipientNotices,
  type RecipientFailure,
  recipientNoticeText,
} from '../notify/recipient-notices.ts';
import { type FailedRecipientAt, reportName } from '../store/dispatch-keys.ts';
import type { DispatchId } from '../store/run-id.ts';
import type { World } from '../world.ts';
import type { LookBack } from './look-back.ts';
import { isolated, type Unreadable } from './open-dispatch.ts';

export type RecipientsChecked = {
  readonly dispatchId: DispatchId;
  /** Failures that a notice lists which was sent by this check. */
  readonly notified: number;
  /** Why notices will never be accepted. */
  readonly refused: readonly string[];
  /** Why notices could not be sent yet; the next check tries again. */
  readonly pending: readonly string[];
};

type Parts = Sender & Pick<World, 'configuration' | 'sendAgain' | 'awsRegion'>;

export async function notifyOfRecipients(
  at: Temporal.Instant,
  { from }: Pick<LookBack, 'from'>,
  parts: Parts,
): Promise<{
  readonly recipients: readonly (RecipientsChecked | Unreadable)[];
  /** The days of the failures that no contact had been told of before. */
  readonly since: readonly Temporal.Instant[];
}> {
  const recipients: (RecipientsChecked | Unreadable)[] = [];
  const untold = await untoldRecipients(parts.store, from);
  for (const [dispatchId, failed] of untold) {
    recipients.push(await isolated(dispatchId, () => notifyOf(dispatchId, failed, { at, parts })));
  }
  const since = [...untold.values()].flat().map(({ date }) => Temporal.Instant.from(`${date}T00:00Z`));
  return { recipients, since };
}

async function notifyOf(
  dispatchId: DispatchId,
  failed: readonly FailedRecipientAt[],
  { at, parts }: { readonly at: Temporal.Instant; readonly parts: Parts },
): Promise<RecipientsChecked> {
  const stored = (await readNotices(parts, dispatchId)).filter(({ kind }) => kind === 'recipients');
  const pending: string[] = [];
  const refused: string[] = [];
  let notified = 0;
  /** By failure: its contact where a notice was sent, undefined where that will never be possible. */
  const settled = new Map<string, string | undefined>();
  const note = (
    { recipients, contact }: Pick<NoticeState, 'recipients' | 'contact'>,
    outcome: NoticeOutcome,
  ) => {
    if (outcome === 'pending') return;
    for (const name of recipients) settled.set(name, outcome === 'sent' ? contact : undefined);
  };
  const tell = (notice: Pick<NoticeState, 'recipients' | 'contact'>, { outcome, reason }: NoticeResult) => {
    if (outcome === 'pending') pending.push(reason);
    if (outcome === 'refused') refused.push(reason);
    if (outcome === 'sent') notified += notice.recipients.length;
    note(notice, outcome);
  };
  for (const notice of stored) {
    if (notice.outcome === 'pending') tell(notice, await continueNotice(dispatchId, notice.name, parts));
    else note(notice, notice.outcome);
  }
  const listed = new Set(stored.flatMap(({ recipients }) => recipients));
  const failures = await readFailures(
    dispatchId,
    failed.filter(({ name }) => !listed.has(name)),
    { at, parts },
  );
  const due = dueRecipientNotices(failures, stored, at);
  for (const { name, contact, failures: own } of due) {
    const recipients = own.map((failure) => failure.name);
    const notice = {
      kind: 'recipients' as const,
      name,
      contact,
      recipients,
      reports: [...new Set(own.map(reportName))],
      text: recipientNoticeText(own, parts),
    };
    tell(notice, await sendNotice(dispatchId, notice, parts));
  }
  for (const one of failed) {
    if (settled.has(one.name)) await settle(one, settled.get(one.name), { at, parts });
  }
  return { dispatchId, notified, refused, pending };
}

/** The failures with whom to tell of them. Where nobody is configured any more, that is settled. */
async function readFailures(
  dispatchId: DispatchId,
  failed: readonly FailedRecipientAt[],
  { at, parts }: { readonly at: Temporal.Instant; readonly parts: Parts },
): Promise<readonly RecipientFailure[]> {
  if (failed.length === 0) return [];
  const { store } = parts;
  const due = new Map((await readManifests(store, dispatchId))?.due.map((one) => [reportName(one), one]));
  const failures: RecipientFailure[] = [];
  for (const one of failed) {
    const failure = await readFailedRecipient(store, one);
    const report = failure && due.get(reportName(failure));
    if (failure === undefined || report === undefined) {
      await saveTold(store, one, at);
      continue;
    }
    const { contact, projectName, reportName: name, limits, timeZone } = report;
    const since = await failingSince(
      store,
      { contact, address: failure.address },
      Temporal.Instant.from(failure.at),
    );
    failures.push({
      ...failure,
      name: one.name,
      contact,
      projectName,
      reportName: name,
      limits,
      timeZone,
      since,
    });
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
