/** Notifies contacts of what was answered, once the answers of an issue have closed. */
import { Temporal } from 'temporal-polyfill';
import { together } from '../../base/together.ts';
import { closedAnswers } from '../answers/closed-answers.ts';
import { closingText } from '../answers/closing-text.ts';
import { type ClosingOfIssue, pendingClosings, readClosing, saveTold } from '../answers/closings.ts';
import type { Sender } from '../attempt.ts';
import { isTooSoon, newName } from '../notify/due-notices.ts';
import { continueNotice, type NoticeResult, type NoticeState, sendNotice } from '../notify/notify-contact.ts';
import { type ClosingAt, closingKey } from '../store/archive-keys.ts';
import { reportName } from '../store/dispatch-keys.ts';
import { closingsDispatchId, type DispatchId } from '../store/run-id.ts';
import { windowPrefix } from '../store/run-keys.ts';
import type { ReconcileWorld } from '../world.ts';
import type { LookBack } from './look-back.ts';
import { isolated, type Unreadable } from './open-dispatch.ts';

const closingsAtOnce = 4;

type Notifying = Sender & ReconcileWorld;

export type AnswersChecked = NoticeResult & { readonly dispatchId: DispatchId; readonly reports: number };

/** @returns also when the answers close of which no contact had been notified */
export async function notifyOfAnswers(
  at: Temporal.Instant,
  looked: LookBack & { readonly stored: readonly NoticeState[] },
  notifying: Notifying,
) {
  const { store } = notifying;
  const answers: (AnswersChecked | Unreadable)[] = [];
  const stored = looked.stored.filter(({ kind }) => kind === 'answers');
  const told = new Set<string>();
  const listed = new Set(stored.flatMap(({ recipients }) => recipients));
  const note = (of: Pick<NoticeState, 'dispatchId' | 'recipients'>, result: NoticeResult | Unreadable) => {
    if ('unreadable' in result) answers.push(result);
    else {
      answers.push({ dispatchId: of.dispatchId, reports: of.recipients.length, ...result });
      if (result.outcome !== 'pending') for (const key of of.recipients) told.add(key);
    }
  };
  for (const notice of stored) {
    const { dispatchId, name, outcome, recipients } = notice;
    if (outcome === 'pending')
      note(notice, await isolated(dispatchId, () => continueNotice(dispatchId, name, notifying)));
    else for (const key of recipients) told.add(key);
  }
  const pending = await pendingClosings(store, looked.from);
  const hasClosed = (closing: ClosingAt) => Temporal.Instant.compare(closing.at, at) <= 0;
  const closedReports = new Set(pending.filter(hasClosed).map(reportName));
  const closings: ClosingOfIssue[] = [];
  for (const one of pending) {
    if (!closedReports.has(reportName(one))) continue;
    const read = await isolated(closingKey(one), () => readClosing(store, one));
    if (read && 'unreadable' in read) answers.push(read);
    else if (read) closings.push(read);
  }
  /** Then its answers are asked for again, and the closing of the later revision says what was answered. */
  const isAskedAgain = (closing: ClosingOfIssue) =>
    closings.some(
      (other) => windowPrefix(other) === windowPrefix(closing) && other.revision > closing.revision,
    );
  const due = closings.filter(
    (closing) => !listed.has(closingKey(closing)) && hasClosed(closing) && !isAskedAgain(closing),
  );
  for (const [contact, own] of Map.groupBy(due, (closing) => closing.contact)) {
    const earlier = stored.filter((notice) => notice.contact === contact);
    if (isTooSoon(earlier, [], at)) continue;
    const dispatchId = closingsDispatchId(own.at(-1)?.at ?? at);
    const read = await isolated(dispatchId, async () =>
      (await together(own, closingsAtOnce, (closing) => closedAnswers(store, closing))).filter(
        (one) => one !== undefined,
      ),
    );
    if ('unreadable' in read) {
      answers.push(read);
      continue;
    }
    const recipients = own.map((closing) => closingKey(closing));
    if (read.length === 0) for (const key of recipients) told.add(key);
    else {
      const notice = {
        kind: 'answers' as const,
        name: newName({ kind: 'answers', contact, dispatchId }, stored),
        contact,
        recipients,
        reports: [...new Set(own.map(reportName))],
        text: closingText(read, at),
      };
      note(
        { dispatchId, recipients },
        await isolated(dispatchId, () => sendNotice(dispatchId, notice, notifying)),
      );
    }
  }
  for (const closing of closings) {
    if (isAskedAgain(closing) || told.has(closingKey(closing))) await saveTold(store, closing, at);
  }
  const since = pending.map((closing) => closing.at);
  return { answers, since };
}
