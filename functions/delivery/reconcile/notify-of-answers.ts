/** Notifies contacts of what was answered, once the answers of an issue have closed. */
import { Temporal } from 'temporal-polyfill';
import { together } from '#base/together.ts';
import { closedAnswers } from '#delivery/answers/closed-answers.ts';
import { closingText } from '#delivery/answers/closing-text.ts';
import { type ClosingOfIssue, pendingClosings, readClosing, saveTold } from '#delivery/answers/closings.ts';
import { isTooSoon } from '#delivery/notify/due-notices.ts';
import { type ClosingAt, closingKey } from '#delivery/store/archive-keys.ts';
import { reportName } from '#delivery/store/dispatch-keys.ts';
import { readGaps } from '#delivery/store/restored.ts';
import { closingsDispatchId } from '#delivery/store/run-id.ts';
import { windowPrefix } from '#delivery/store/run-keys.ts';
import { continueNotices, type Looked } from './notices-of-keys.ts';
import { type Notifying, whileTimeLasts } from './open-dispatch.ts';

const closingsAtOnce = 4;

/** @returns also when the answers close of which no contact had been notified */
export async function notifyOfAnswers(at: Temporal.Instant, looked: Looked, notifying: Notifying) {
  const { store } = notifying;
  const notices = await continueNotices('answers', looked, notifying);
  const { stored, checked, settled } = notices;
  const pending = await pendingClosings(store, looked.from);
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
    const dispatchId = closingsDispatchId(own.at(-1)?.at ?? at);
    const read = await whileTimeLasts(dispatchId, notifying, async () => {
      const gaps = await readGaps(store);
      const closed = await together(own, closingsAtOnce, (closing) => closedAnswers(store, closing, gaps));
      return closed.filter((one) => one !== undefined);
    });
    if ('of' in read) {
      checked.push(read);
      continue;
    }
    const recipients = own.map((closing) => closingKey(closing));
    if (read.length === 0) for (const key of recipients) settled.set(key, undefined);
    else {
      const reports = [...new Set(own.map(reportName))];
      await notices.send({ dispatchId, contact, recipients, reports, text: closingText(read, at) });
    }
  }
  for (const closing of closings) {
    if (isAskedAgain(closing) || settled.has(closingKey(closing))) await saveTold(store, closing, at);
  }
  const since = pending.map((closing) => closing.at);
  return { checked, since };
}
