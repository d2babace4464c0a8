/**
 * Facts that are stored until their contact was told, which an object beside them records: answers that have closed,
 * readers to remind, files of the inbox. Those of recipients (`failed-recipients.ts`) go the same way.
 */

import type { Temporal } from 'temporal-polyfill';
import { answersToIssue, type ClosingOfIssue, readClosing } from '#answers/answers-to-issue.ts';
import { answersSummary, closingLines } from '#answers/closing-text.ts';
import { standingAnswers } from '#answers/objects.ts';
import { readStandingAnswers } from '#answers/standing-answers.ts';
import { questionKey } from '#answers/submissions.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { together } from '#base/together.ts';
import type { ReportConfiguration } from '#config/configuration.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { textLine } from '#mail/notice-layout.ts';
import { addressOfKey, pageKey } from '#pages/page-link.ts';
import { messagePrefix, reportName, startOfDate, utcDate, windowPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { readGaps } from '#runs/store/restored-archive.ts';
import { ifUnreadable, isolated, type Unreadable } from '#runs/store/stored-object.ts';
import type { Fact, Said } from './facts.ts';

const readAtOnce = 32;

export type Finding = {
  readonly store: ObjectStore;
  readonly at: Temporal.Instant;
  /** How far back it looks. */
  readonly from: Temporal.Instant;
  readonly configuration: { readonly reports: readonly ReportConfiguration[] };
  readonly awsRegion?: string | undefined;
  /** What cannot be read is added here and left out. */
  readonly unreadable: Unreadable[];
  /** When what is open began. */
  readonly since: Temporal.Instant[];
};

/** It began on the date in its key, if it does not say when. */
type StoredFact = Omit<Fact, 'since'> & Partial<Pick<Fact, 'since'>>;

/** @param read 'told': nobody need be told. undefined: not now */
export async function openOf<Of>(
  kind: { under(given: object): string; in(keys: Iterable<string>): readonly Of[]; key(of: Of): string },
  { store, at, from, unreadable, since }: Finding,
  read: (of: Of, all: readonly Of[]) => Promise<StoredFact | 'told' | undefined>,
): Promise<readonly Fact[]> {
  const prefix = kind.under({});
  const keys = new Set(await store.list(prefix, { after: `${prefix}${utcDate(from)}` }));
  const all = kind.in(keys);
  const facts = await together(all, readAtOnce, async (of) => {
    const key = kind.key(of);
    const toTell = key.slice(0, key.lastIndexOf('/') + 1);
    if (keys.has(objects.told.key({ toTell }))) return [];
    const began = startOfDate(key.slice(prefix.length).slice(0, 10));
    since.push(began);
    const fact = await isolated(key, async () => read(of, all));
    const mark = async (wasSent: boolean) => {
      if (fact && fact !== 'told' && 'mark' in fact) await fact.mark?.(wasSent);
      await objects.told.create(store, { toTell }, { at });
    };
    if (fact === 'told') await mark(false);
    else if (fact && 'unreadable' in fact) unreadable.push(fact);
    else if (fact) return [{ since: began, ...fact, mark }];
    return [];
  });
  return facts.flat();
}

/** In words of the function that imports files. */
export function inboxFacts(finding: Finding): Promise<readonly Fact[]> {
  return openOf(objects.inboxResult, finding, async (of) => {
    const { to, title, lines } = await objects.inboxResult.readExisting(finding.store, of);
    const id = `inbox:${objects.inboxResult.key(of)}`;
    return { kind: 'inbox', id, to, said: { what: title, lines } };
  });
}

/** Monday's working paper. */
export function answerFacts(finding: Finding): Promise<readonly Fact[]> {
  const { store, at } = finding;
  return openOf(objects.closing, finding, async (of, all) => {
    const closing = of.at.epochMilliseconds > at.epochMilliseconds ? undefined : await readClosing(store, of);
    if (closing === undefined) return undefined;
    const same = all.filter((other) => reportName(other) === reportName(of));
    const closings = await Promise.all(same.map((other) => readClosing(store, other)));
    // Then its answers are asked for again, and the closing of the later revision says what was answered.
    const isAskedAgain = closings.some(
      (other) => other && other.revision > closing.revision && windowPrefix(other) === windowPrefix(closing),
    );
    const said = isAskedAgain ? undefined : await saidOf(closing, finding);
    if (said === undefined) return 'told';
    return { kind: 'answers', id: `answers:${objects.closing.key(of)}`, to: closing.contact, said };
  });
}

async function saidOf(closing: ClosingOfIssue, { at, store }: Finding): Promise<Said | undefined> {
  const read = answersToIssue(store, closing, await readGaps(store));
  const answers = await read.catch(ifUnreadable(({ message }) => message));
  if (answers === undefined) return undefined;
  if (typeof answers === 'string') {
    return {
      what: `${closing.projectName}, ${closing.reportName}: answers cannot be read`,
      details: [answers],
    };
  }
  const what = answersSummary(answers);
  return { what, lines: closingLines(answers, at) };
}

/** For those who were asked and have not answered all. */
export function reminderFacts(finding: Finding): Promise<readonly Fact[]> {
  const { store, at } = finding;
  return openOf(objects.reminder, finding, async (of) => {
    if (of.at.epochMilliseconds > at.epochMilliseconds) return undefined;
    const { run, projectName, link, ...to } = await objects.reminder.readExisting(store, of);
    const page = addressOfKey(pageKey(run, of.message));
    const [standing] = await readStandingAnswers(store, await standingAnswers.list(store, page));
    if (standing === undefined || Date.parse(standing.closes.instant) <= at.epochMilliseconds) return 'told';
    const { asked, answers, closes, cut } = standing;
    const answered = new Set(answers.map(questionKey));
    const isOpen = (task: string) => !answered.has(questionKey({ task, week: page.first, says: 'promise' }));
    const open = asked.filter(isOpen).length;
    if (open === 0) return 'told';
    // Nobody is reminded of a message that has not gone out.
    const sent = objects.sent.key({ mail: messagePrefix(run, of.message) });
    if ((await store.list(sent)).length === 0) return undefined;
    const tasks = countText(open, 'task');
    const said: Said = {
      what: `${tasks} of ${projectName} ${open === 1 ? 'has' : 'have'} no answer yet: until ${closes.label} (${cut.name})`,
      lines: [
        textLine(`Please answer for ${open} of your ${countText(asked.length, 'task')} by ${closes.label}.`),
        { kind: 'button', text: `Answer for your ${tasks}`, url: link },
      ],
    };
    // One for all revisions.
    const id = `remind:${of.project}_${of.report}/${standingAnswers.under(page)}`;
    return { kind: 'remind', id, ...to, said };
  });
}
