/**
 * Facts that are stored when they arise: closings of answers, reminders, results of inbox files, and failed recipients
 * (`failed-recipients.ts`). An object beside each fact records that its contact was notified.
 */

import type { Temporal } from 'temporal-polyfill';
import { type ClosingOfIssue, readAnswersToIssue, readClosing } from '#answers/answers-to-issue.ts';
import { answersSummaryText, closingLines } from '#answers/closing-text.ts';
import { readLatestAnswers } from '#answers/latest-answers.ts';
import { latestAnswersObject } from '#answers/objects.ts';
import { questionKey } from '#answers/submissions.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import type { ReportConfiguration } from '#config/configuration.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { textLine } from '#mail/notice-layout.ts';
import { pageKey, parsePageKey } from '#pages/page-link.ts';
import { messagePrefix, reportNameInKeys, startOfUtcDate, utcDate, windowPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { readRestoreGaps } from '#runs/store/restored-archive.ts';
import {
  catchUnreadable,
  type UnreadableObject,
  unreadableObjectHandler,
} from '#runs/store/stored-object.ts';
import type { FactText, NotifiableFact } from './facts.ts';

const readAtOnce = 32;

export type FactSearchContext = {
  readonly store: ObjectStore;
  readonly at: Temporal.Instant;
  /** Facts from before this time are not read. */
  readonly from: Temporal.Instant;
  readonly configuration: { readonly reports: readonly ReportConfiguration[] };
  readonly awsRegion?: string | undefined;
  /** Output: unreadable facts, which are left out. */
  readonly unreadable: UnreadableObject[];
  /** Output: when each open fact began. */
  readonly openSince: Temporal.Instant[];
};

/** Without `since`, a fact began on the date in its key. */
type StoredFact = Omit<NotifiableFact, 'since'> & Partial<Pick<NotifiableFact, 'since'>>;

/** @param read returns 'told' if nobody needs to be notified, undefined if it is too early to notify */
export async function findFactsInStoredObjects<Of>(
  kind: { under(given: object): string; in(keys: Iterable<string>): readonly Of[]; key(of: Of): string },
  { store, at, from, unreadable, openSince }: FactSearchContext,
  read: (of: Of, all: readonly Of[]) => Promise<StoredFact | 'told' | undefined>,
): Promise<readonly NotifiableFact[]> {
  const prefix = kind.under({});
  const keys = new Set(await store.list(prefix, { after: `${prefix}${utcDate(from)}` }));
  const all = kind.in(keys);
  const facts = await mapConcurrently(all, readAtOnce, async (of) => {
    const key = kind.key(of);
    const notifiedFolder = key.slice(0, key.lastIndexOf('/') + 1);
    if (keys.has(objects.noticeSettled.key({ notifiedFolder }))) return [];
    const began = startOfUtcDate(key.slice(prefix.length).slice(0, 10));
    openSince.push(began);
    const fact = await catchUnreadable(key, async () => read(of, all));
    const markNotified = async (wasSent: boolean) => {
      if (fact && fact !== 'told' && 'markNotified' in fact) await fact.markNotified?.(wasSent);
      await objects.noticeSettled.create(store, { notifiedFolder }, { at });
    };
    if (fact === 'told') await markNotified(false);
    else if (fact && 'unreadable' in fact) unreadable.push(fact);
    else if (fact) return [{ since: began, ...fact, markNotified }];
    return [];
  });
  return facts.flat();
}

/** Facts about the results of inbox files. The import wrote their texts. */
export function findInboxFacts(finding: FactSearchContext): Promise<readonly NotifiableFact[]> {
  return findFactsInStoredObjects(objects.inboxResult, finding, async (of) => {
    const { to, title, lines } = await objects.inboxResult.readExisting(finding.store, of);
    const id = `inbox:${objects.inboxResult.key(of)}`;
    return { kind: 'inbox', id, to, text: { what: title, lines } };
  });
}

/** Facts about answers that have closed. */
export function findAnswerFacts(finding: FactSearchContext): Promise<readonly NotifiableFact[]> {
  const { store, at } = finding;
  return findFactsInStoredObjects(objects.answersClosing, finding, async (of, all) => {
    const closing = of.at.epochMilliseconds > at.epochMilliseconds ? undefined : await readClosing(store, of);
    if (closing === undefined) return undefined;
    const same = all.filter((other) => reportNameInKeys(other) === reportNameInKeys(of));
    const closings = await Promise.all(same.map((other) => readClosing(store, other)));
    // A later revision asks for the answers again, and its own closing reports them.
    const isAskedAgain = closings.some(
      (other) => other && other.revision > closing.revision && windowPrefix(other) === windowPrefix(closing),
    );
    const text = isAskedAgain ? undefined : await closingFactText(closing, finding);
    if (text === undefined) return 'told';
    return { kind: 'answers', id: `answers:${objects.answersClosing.key(of)}`, to: closing.contact, text };
  });
}

async function closingFactText(
  closing: ClosingOfIssue,
  { at, store }: FactSearchContext,
): Promise<FactText | undefined> {
  const read = readAnswersToIssue(store, closing, await readRestoreGaps(store));
  const answers = await read.catch(unreadableObjectHandler(({ message }) => message));
  if (answers === undefined) return undefined;
  if (typeof answers === 'string') {
    return {
      what: `${closing.projectName}, ${closing.reportName}: answers cannot be read`,
      details: [answers],
    };
  }
  const what = answersSummaryText(answers);
  return { what, lines: closingLines(answers, at) };
}

/** Reminders for readers who have not answered all their questions. */
export function findReminderFacts(finding: FactSearchContext): Promise<readonly NotifiableFact[]> {
  const { store, at } = finding;
  return findFactsInStoredObjects(objects.reminder, finding, async (of) => {
    if (of.at.epochMilliseconds > at.epochMilliseconds) return undefined;
    const { run, projectName, link, ...to } = await objects.reminder.readExisting(store, of);
    const page = parsePageKey(pageKey(run, of.message));
    const [standing] = await readLatestAnswers(store, await latestAnswersObject.list(store, page));
    if (standing === undefined || Date.parse(standing.closes.instant) <= at.epochMilliseconds) return 'told';
    const { asked, answers, closes, cut } = standing;
    const answered = new Set(answers.map(questionKey));
    const isOpen = (task: string) => !answered.has(questionKey({ task, week: page.first, says: 'promise' }));
    const open = asked.filter(isOpen).length;
    if (open === 0) return 'told';
    // Nobody is reminded of a message that was not sent.
    const sent = objects.messageSent.key({ mail: messagePrefix(run, of.message) });
    if ((await store.list(sent)).length === 0) return undefined;
    const tasks = countText(open, 'task');
    const text: FactText = {
      what: `${tasks} of ${projectName} ${open === 1 ? 'needs' : 'need'} your answer by ${closes.label} (${cut.name})`,
      lines: [
        textLine(`Please answer for ${open} of your ${countText(asked.length, 'task')} by ${closes.label}.`),
        { kind: 'button', text: `Answer for your ${tasks}`, url: link },
      ],
    };
    // All revisions share one reminder.
    const id = `remind:${of.project}_${of.report}/${latestAnswersObject.under(page)}`;
    return { kind: 'remind', id, ...to, text };
  });
}
