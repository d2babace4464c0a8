/**
 * The facts that are stored until a contact was told, which an object beside them records: recipients whom a message did
 * not reach, or who complained; answers that are missing, or have closed; files of the inbox.
 */

import { Temporal } from 'temporal-polyfill';
import { answersToIssue, type ClosingOfIssue, readClosing } from '#answers/answers-to-issue.ts';
import { answersSummary, closingLines } from '#answers/closing-text.ts';
import { standingAnswers } from '#answers/objects.ts';
import { readStandingAnswers } from '#answers/standing-answers.ts';
import { questionKey } from '#answers/submissions.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { localDayOf } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { inShell } from '#base/text/shell.ts';
import { together } from '#base/together.ts';
import type { ReportConfiguration } from '#config/configuration.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { textLine } from '#mail/notice-layout.ts';
import { addressOfKey, pageKey } from '#pages/page-link.ts';
import { readManifests } from '#queue/due-reports.ts';
import type { FailedRecipient } from '#runs/messages/recipient-events.ts';
import { messagePrefix, reportName, startOfDate, utcDate, windowPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { readGaps } from '#runs/store/restored-archive.ts';
import { ifUnreadable, isolated, type Unreadable } from '#runs/store/stored-object.ts';
import type { Fact, Said } from './facts.ts';
import { failingSince, saveFailing } from './failing-addresses.ts';

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
async function openOf<Of>(
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

/** An address is explained in full the first time, and listed after that. */
export function recipientFacts(finding: Finding): Promise<readonly Fact[]> {
  const { store, configuration, awsRegion = '<AWS region>' } = finding;
  const manifests = new Map<string, ReturnType<typeof readManifests>>();
  return openOf(objects.failedRecipient, finding, async (of) => {
    const { dispatchId, name } = of;
    const failure = await objects.failedRecipient.readExisting(store, of);
    // The check of the dispatch reports what is damaged.
    const read = () => readManifests(store, dispatchId, { onDamaged: () => undefined });
    const due = (await getOrInsert(manifests, dispatchId, read))?.due ?? [];
    const report = due.find((one) => reportName(one) === reportName(failure));
    if (report === undefined) return 'told';
    const { address, event, cause, reason, audience, suppressed } = failure;
    const { contact, projectName, limits = [], timeZone } = report;
    const failed = Temporal.Instant.from(failure.at);
    const first = await failingSince(store, { contact, address }, failed);
    const only = [...limits, ...(audience.kind === 'everyone' ? [] : [audience.name])].join(' · ');
    const [happened, todo] = explained[cause ?? event];
    const place = whereConfigured(failure, configuration);
    const explanation = [
      happened,
      `Reason given: ${reason}`,
      todo.includes('{place}') && place === undefined ? notConfigured : todo.replace('{place}', place ?? ''),
    ];
    const leaveList = [
      textLine(
        `The mail service does not try ${address} any more, because it is on the account's suppression list. If it is right, take it off:`,
      ),
      {
        kind: 'command',
        text: `aws sesv2 delete-suppressed-destination --region ${awsRegion} --email-address ${inShell(address)}`,
      },
    ] as const;
    return {
      kind: first ? 'still' : event === 'complained' ? 'spam' : 'address',
      id: `address:${dispatchId}/${name}`,
      to: contact,
      since: Temporal.Instant.compare(failed, startOfDate(of.date)) > 0 ? failed : startOfDate(of.date),
      said: {
        what: address,
        details: [
          ...(first ? [`still failing since ${dayAndYearText(localDayOf(first, timeZone))}`] : explanation),
          `In: ${projectName}, ${report.reportName}${only === '' ? '' : `, only ${only}`}`,
        ],
        commands: suppressed && !first ? leaveList : [],
      },
      mark: async (wasSent) => {
        if (wasSent) await saveFailing(store, { contact, address }, failed);
      },
    };
  });
}

const correct = 'Correct or remove the address: {place}.';
const otherwise = 'If the address is wrong, correct or remove it: {place}.';
const notConfigured =
  'The address is no longer configured, or it was given in a request. Nothing has to be changed for the next report.';

/** What happened, and what to do. */
const explained: Readonly<
  Record<FailedRecipient['event'] | NonNullable<FailedRecipient['cause']>, readonly [string, string]>
> = {
  bounced: ['its mail server refused the message for good', correct],
  complained: [
    'the reader marked the message as spam',
    'Ask the reader, or remove the address: {place}. Of too many complaints, the mail service stops all mail.',
  ],
  rejected: [
    'the mail service refused to send the message',
    'Look into the workbook and the message for what the mail service may object to.',
  ],
  'no address': ['the planning service has this in the place of an e-mail address', correct],
  undelivered: [
    'the message could not be delivered, for a reason that may pass by itself',
    `Forward the report, and ask the reader whether other mail arrives. ${otherwise}`,
  ],
  'not in time': [
    'its mail server did not accept the message within an hour, or by the last attempt',
    `Forward the report, and ask the reader why the mail server put it off. ${otherwise}`,
  ],
  'mailbox full': [
    'its mailbox is full',
    `Forward the report, and ask the reader to make room. ${otherwise}`,
  ],
  'too large': [
    'its mail server does not take a message of this size',
    `Make the report smaller, or ask the reader for a higher limit. ${otherwise}`,
  ],
  'content refused': [
    'its mail server refused the message because of its content or attachments',
    `Ask whoever runs that mail server to let these messages through. ${otherwise}`,
  ],
};

/**
 * `reports[2].to in lookahead.yaml`; the planning service, if the address is from there; undefined if it was corrected
 * meanwhile, or a request named it.
 */
export function whereConfigured(
  { address, report: key, audience }: Pick<FailedRecipient, 'address' | 'report' | 'audience'>,
  { reports }: Finding['configuration'],
): string | undefined {
  const index = reports.findIndex((report) => report.key === key);
  const report = reports[index];
  if (report === undefined) return undefined;
  const places =
    audience.kind === 'everyone'
      ? Object.entries({ to: report.to, cc: report.cc })
      : report.audiences.flatMap(({ each, to = {} }, position) =>
          each === audience.kind
            ? Object.entries(to).map(([name, own]) => [`audiences[${position}].to (${name})`, own] as const)
            : [],
        );
  const isIt = (other: string) => other.toLowerCase() === address.toLowerCase();
  const place = places.find(([, addresses]) => addresses.some(isIt))?.[0];
  if (place !== undefined) return `reports[${index}].${place} in lookahead.yaml`;
  return audience.kind === 'everyone'
    ? undefined
    : `the planning service (${audience.kind} ${audience.name})`;
}
