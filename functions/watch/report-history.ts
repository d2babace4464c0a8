/**
 * The history of all reports that were due or requested since a date: whether each was made, and who got its messages.
 * Keys sort by date, so the archive is listed only from that date. Test runs are left out.
 */

import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { clockTimeOf } from '#base/day.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import type { ReportDates } from '#lookahead/dates/report-dates.ts';
import { isOutboxKey } from '#mail/transport/outbox.ts';
import {
  type DueReport,
  findDispatchIds,
  readManifests,
  scheduledDispatchKeyPrefix,
} from '#queue/due-reports.ts';
import { readMessageHistory, type MessageHistory as StoredLog } from '#runs/messages/message-history.ts';
import { unansweredSendDecisionTime } from '#runs/messages/next-message-step.ts';
import { recipientEventKeyValues } from '#runs/messages/recipient-events.ts';
import type { IssueMessage, StoredWorkbook } from '#runs/store/issue.ts';
import { type DispatchId, messagePrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { openRunStore, type RunStore } from '#runs/store/run-store.ts';
import { type RunStoreError, reportDatesOf, unreadableObjectHandler } from '#runs/store/stored-object.ts';
import { minutesUntilLate, type ReportState } from './contacts/late-and-failed-reports.ts';
import { killedRequestFailure, minutesUntilUnansweredRequestFails } from './open-dispatches.ts';
import { isGivenUp, type OpenReport, readOpenReports } from './open-reports.ts';

export type MessageHistoryEntry = {
  readonly audience: string;
  readonly subject: string;
  readonly state: MessageLogState;
  readonly messageId: string | undefined;
  readonly recipients: readonly RecipientHistoryEntry[];
};

/**
 * - `delivered`: every message was sent.
 * - `partly delivered`: messages were sent, but a recipient will not get theirs.
 * - `written to files`: the messages are files, which reach nobody by themselves.
 * - `waiting`, `late`: retried until `until`; late from an hour after it was due.
 * - `not delivered`: no further attempt is made, and some or all messages are missing.
 * - `skipped`: not sent on purpose, for the given reason.
 */
export type ReportOutcome =
  | 'delivered'
  | 'partly delivered'
  | 'written to files'
  | 'waiting'
  | 'late'
  | 'not delivered'
  | 'skipped';

/**
 * Who retries a report. `schedule`: the queue, until the deadline. `request`: the caller until the issue is stored,
 * then reconcile. `by hand`: the person at the command line.
 */
type Origin = 'schedule' | 'request' | 'by hand';

export type ReportHistoryEntry = Pick<
  ReportState,
  | 'dispatchId'
  | 'project'
  | 'report'
  | 'projectName'
  | 'reportName'
  | 'contact'
  | 'timeZone'
  | 'window'
  | 'runId'
  | 'due'
  | 'reportDay'
> & {
  readonly state: ReportOutcome;
  readonly sentAt: Temporal.Instant | undefined;
  readonly until: Temporal.Instant | undefined;
  readonly reason: string;
  readonly issue: number | undefined;
  readonly source: ReportDates | undefined;
  readonly messages: readonly MessageHistoryEntry[];
  readonly measures: readonly Pick<StoredWorkbook, 'audience' | 'measures'>[];
};

async function readReportLog(
  store: ObjectStore,
  of: TrackedReport,
  now: Temporal.Instant,
): Promise<ReportHistoryEntry> {
  const { report } = of;
  const runStore = openRunStore(store, report);
  const keys = await runStore.keys();
  const { project, projectName, reportName, contact, timeZone } = report;
  const { window, runId, dispatchId, due, reportDay } = report;
  const head = {
    project,
    report: report.report,
    projectName,
    reportName,
    contact,
    timeZone,
    window,
    runId,
    dispatchId,
    due,
    reportDay,
  };
  const run = { run: runStore.prefix };
  if (keys.has(objects.issue.key(run))) {
    const issue = await runStore.issue();
    const { number, messages, workbooks } = issue;
    const measures = workbooks.map(({ audience, measures: of }) => ({ audience, measures: of }));
    const at = { runStore, keys, timeZone };
    const logs = await Promise.all(messages.map((message) => readMessage(message, at)));
    const state = stateOfIssue(of, logs, now);
    const ended = state.state === 'not delivered' ? logs.map(notTriedAgain) : logs;
    return { ...head, source: reportDatesOf(issue), issue: number, messages: ended, measures, ...state };
  }
  const none = { issue: undefined, messages: [], measures: [], sentAt: undefined };
  if (keys.has(objects.skippedRun.key(run))) {
    const skipped = await runStore.skipped();
    const { reason } = skipped;
    const source = reportDatesOf(skipped);
    return { ...head, ...none, source, state: 'skipped', until: undefined, reason };
  }
  return { ...head, ...none, source: undefined, ...stateOfUnmade(of, now) };
}

type State = {
  readonly state: ReportOutcome;
  readonly until: Temporal.Instant | undefined;
  readonly reason: string;
};

type TrackedReport = { readonly report: OpenReport; readonly origin: Origin };

function stateOfIssue(
  tracked: TrackedReport,
  messages: readonly MessageHistoryEntry[],
  now: Temporal.Instant,
): State & { readonly sentAt: Temporal.Instant | undefined } {
  const { report, origin } = tracked;
  const sentAt = messages
    .flatMap(({ state }) =>
      state.kind === 'sent' || state.kind === 'in outbox' ? [Temporal.Instant.from(state.at)] : [],
    )
    .sort(Temporal.Instant.compare)
    .at(-1);
  const open = messages.flatMap(({ state }) =>
    state.kind === 'waiting' || state.kind === 'perhaps sent' ? [state.reason] : [],
  );
  if (open.length > 0) {
    const why = [...new Set(open)].filter((reason) => reason !== '').join(' ') || report.failure?.message;
    return {
      ...(origin === 'by hand' ? stateByHand(tracked, why, now) : stateOfOpen(tracked, why, now)),
      sentAt,
    };
  }
  if (sentAt !== undefined) {
    const isFile = messages.some(({ state }) => state.kind === 'in outbox');
    const isPart = messages.some(({ recipients }) => recipients.some(({ state }) => lostStates.has(state)));
    const state = isPart ? 'partly delivered' : isFile ? 'written to files' : 'delivered';
    return { state, until: undefined, reason: '', sentAt };
  }
  const [reason = ''] = messages.flatMap(({ state }) => (state.kind === 'failed' ? [state.reason] : []));
  return { state: 'not delivered', until: undefined, reason, sentAt };
}

const lostStates: ReadonlySet<RecipientHistoryEntry['state']> = new Set([
  'bounced',
  'undelivered',
  'rejected',
  'failed',
]);

function stateOfUnmade(tracked: TrackedReport, now: Temporal.Instant): State {
  const { report, origin } = tracked;
  const why = report.failure?.message;
  if (origin === 'by hand') return stateByHand(tracked, why, now);
  if (origin === 'schedule') return stateOfOpen(tracked, why, now);
  if (why === undefined && !isPastAnswerTime(report, now))
    return { state: 'waiting', until: undefined, reason: '' };
  return { state: 'not delivered', until: undefined, reason: why ?? killedRequestFailure.message };
}

/** Only the person at the command line can continue the run. */
function stateByHand({ report }: TrackedReport, why = '', now: Temporal.Instant): State {
  const isOver = report.failure !== undefined || isPastAnswerTime(report, now);
  const ended = isOver ? 'It is not retried automatically' : 'If the command was interrupted';
  const reason = [why, `${ended}: the same command with --run-id ${report.runId} continues it.`];
  return {
    state: isOver ? 'not delivered' : 'waiting',
    until: undefined,
    reason: reason.filter((part) => part !== '').join(' '),
  };
}

function isPastAnswerTime({ due }: ReportState, now: Temporal.Instant): boolean {
  return now.since(due).total('minutes') >= minutesUntilUnansweredRequestFails;
}

function stateOfOpen({ report, origin }: TrackedReport, reason = '', now: Temporal.Instant): State {
  // A request reports its first failure to its caller, but reconcile may still retry it.
  const isEnded = report.state === 'stopped' || (origin === 'schedule' && isGivenUp(report, now));
  const isOver = isEnded || Temporal.Instant.compare(now, report.deliverBy) >= 0;
  if (isOver) return { state: 'not delivered', until: undefined, reason };
  const isLate = now.since(report.due).total('minutes') >= minutesUntilLate;
  return { state: isLate ? 'late' : 'waiting', until: report.deliverBy, reason };
}

type RunListing = {
  readonly runStore: RunStore;
  readonly keys: ReadonlySet<string>;
  readonly timeZone: string;
};

async function readMessage(
  message: IssueMessage,
  { runStore, keys, timeZone }: RunListing,
): Promise<MessageHistoryEntry> {
  const { store } = runStore;
  const mail = messagePrefix(runStore.prefix, message.id);
  const log = await readMessageHistory(store, mail);
  const { intent } = log.latest ?? {};
  const state =
    log.latest?.refused && intent
      ? {
          kind: 'waiting' as const,
          reason: (await objects.sendRefused.read(store, { mail, intent }))?.reason ?? '',
        }
      : messageState(log, timeZone);
  const recipients: RecipientHistoryEntry[] = [];
  for (const field of ['to', 'cc'] as const) {
    for (const address of message[field]) {
      const stored = objects.recipientEventKinds
        .map((event) => recipientEventKeyValues(mail, { address, event }))
        .filter((one) => keys.has(objects.recipientEvent.key(one)));
      const events = await Promise.all(stored.map((one) => objects.recipientEvent.readExisting(store, one)));
      const part = log.parts.find(({ recipients: taken }) => taken.includes(address));
      const own = part ? { kind: 'sent' as const, at: part.at } : state;
      recipients.push(recipientLog({ address, field }, own, events));
    }
  }
  const { audience, subject } = message;
  return {
    audience: audience.kind === 'everyone' ? audience.kind : `${audience.kind} ${audience.name}`,
    subject,
    state,
    recipients,
    messageId: log.sent?.messageId,
  };
}

function messageState({ sent, failed, latest }: StoredLog, timeZone: string): MessageLogState {
  if (sent) return { kind: isOutboxKey(sent.messageId) ? 'in outbox' : 'sent', at: sent.at };
  if (failed) return { kind: 'failed', at: failed.at, reason: failed.reason };
  if (!latest) return { kind: 'waiting', reason: '' };
  const until = unansweredSendDecisionTime(latest.leaseUntil);
  const timeOf = (instant: Temporal.Instant) => clockTimeOf(instant, timeZone);
  return {
    kind: 'perhaps sent',
    at: latest.at.toString(),
    until: until.toString(),
    reason: `Its send began at ${timeOf(latest.at)} and has no answer on record. If the process was interrupted or the answer was lost, the message may have gone out; it can be tried again from ${timeOf(until)}.`,
  };
}

function notTriedAgain(message: MessageHistoryEntry): MessageHistoryEntry {
  const { state } = message;
  if (state.kind !== 'waiting') return message;
  const recipients = message.recipients.map((recipient) =>
    recipient.state === 'waiting' ? { ...recipient, state: 'not sent' as const } : recipient,
  );
  return { ...message, state: { ...state, kind: 'not sent' }, recipients };
}

type RecipientState = objects.RecipientEvent['event'] | MessageLogState['kind'];

export type RecipientHistoryEntry = {
  readonly address: string;
  readonly field: 'to' | 'cc';
  readonly state: RecipientState;
  /** ISO 8601 instant of the state; undefined for `waiting` and `not sent`. */
  readonly at: string | undefined;
  readonly reason: string;
  readonly events: readonly objects.RecipientEvent[];
};

/** `sent`: the mail service accepted it and has reported nothing since. */
type MessageLogState =
  | { readonly kind: 'sent' | 'in outbox'; readonly at: string }
  | { readonly kind: 'failed'; readonly at: string; readonly reason: string }
  /** `at`: when the send began; `until`: when it can be tried again. */
  | { readonly kind: 'perhaps sent'; readonly at: string; readonly until: string; readonly reason: string }
  | { readonly kind: 'waiting' | 'not sent'; readonly reason: string };

function recipientLog(
  recipient: { readonly address: string; readonly field: 'to' | 'cc' },
  message: MessageLogState,
  events: readonly objects.RecipientEvent[],
): RecipientHistoryEntry {
  const sorted = events.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
  // By severity: a mailbox may accept a message and bounce it later.
  const kind = objects.recipientEventKinds.find((one) => events.some(({ event }) => event === one));
  const counts = events.find(({ event }) => event === kind);
  const own = counts
    ? { state: counts.event, at: counts.at, reason: counts.reason }
    : {
        state: message.kind,
        at: 'at' in message ? message.at : undefined,
        reason: 'reason' in message ? message.reason : '',
      };
  return { ...recipient, ...own, events: sorted };
}

/** A message that was marked as spam has arrived. */
const arrivedStates: ReadonlySet<RecipientState> = new Set(['delivered', 'sent', 'in outbox', 'complained']);

/** Whether the message has not arrived, or is not known to have arrived. */
export function isArrivalUnconfirmed({ state }: RecipientHistoryEntry): boolean {
  return !arrivedStates.has(state);
}

export type HistoryQuery = {
  /** Local date in each project's time zone. */
  readonly since: Temporal.PlainDate;
  readonly projects: readonly string[];
  readonly reports: readonly string[];
};

export type ReportHistory = {
  readonly reports: readonly ReportHistoryEntry[];
  readonly unreadable: readonly string[];
  /** Keys of all projects and reports with a report due since the date of the query, even if it leaves them out. */
  readonly known: { readonly projects: ReadonlySet<string>; readonly reports: ReadonlySet<string> };
};

const readAtOnce = 32;

export async function readReportHistory(
  store: ObjectStore,
  query: HistoryQuery,
  now: Temporal.Instant,
): Promise<ReportHistory> {
  const reports: ReportHistoryEntry[] = [];
  const unreadable: string[] = [];
  const known = { projects: new Set<string>(), reports: new Set<string>() };
  for (const [dispatchId, origin] of await dispatchesSince(store, query.since)) {
    try {
      const onDamaged = (error: RunStoreError) => void unreadable.push(error.message);
      const manifests = await readManifests(store, dispatchId, { onDamaged });
      const due = (manifests?.due ?? []).filter((report) => isSince(report, query));
      for (const { project, report } of due) {
        known.projects.add(project);
        known.reports.add(report);
      }
      const open = await readOpenReports(
        store,
        dispatchId,
        due.filter((report) => isAskedFor(report, query)),
      );
      const logs = await mapConcurrently(open, readAtOnce, (report) =>
        readReportLog(store, { report, origin }, now).catch(unreadableText),
      );
      for (const log of logs) {
        if (typeof log === 'string') unreadable.push(log);
        else reports.push(log);
      }
    } catch (error) {
      unreadable.push(unreadableText(error));
    }
  }
  return { reports: reports.sort(byDue), unreadable, known };
}

const unreadableText = unreadableObjectHandler(({ message }) => message);

function isSince({ due, timeZone }: DueReport, { since }: HistoryQuery): boolean {
  return Temporal.PlainDate.compare(due.toZonedDateTimeISO(timeZone).toPlainDate(), since) >= 0;
}

function isAskedFor({ project, report }: DueReport, { projects, reports }: HistoryQuery): boolean {
  const isIn = (key: string, keys: readonly string[]) => keys.length === 0 || keys.includes(key);
  return isIn(project, projects) && isIn(report, reports);
}

/** Includes one more day, because in the east the local date is ahead of the UTC date. */
async function dispatchesSince(
  store: ObjectStore,
  since: Temporal.PlainDate,
): Promise<ReadonlyMap<DispatchId, Origin>> {
  const from = since.subtract({ days: 1 }).toString();
  const scheduled = await store.list(scheduledDispatchKeyPrefix('2'), {
    after: scheduledDispatchKeyPrefix(from),
  });
  const prefix = objects.savedRequest.under({});
  const requested = await store.list(prefix, { after: `${prefix}${from}` });
  const byHand = objects.requestByHand.in(requested);
  return new Map<DispatchId, Origin>([
    ...findDispatchIds(scheduled).map((id) => [id, 'schedule'] as const),
    ...byHand.map(({ dispatchId }) => [dispatchId, 'by hand'] as const),
    // Last, so that 'request' replaces 'by hand': reconcile checks a program's request even if a person repeated it.
    ...objects.savedRequest.in(requested).map(({ dispatchId }) => [dispatchId, 'request'] as const),
  ]);
}

export async function latestDispatchDate(store: ObjectStore): Promise<string | undefined> {
  const keys = [
    ...(await store.list(scheduledDispatchKeyPrefix('2'))),
    ...(await store.list(objects.savedRequest.under({}))),
  ];
  return keys
    .flatMap((key) => /^[a-z]+\/(\d{4}-\d\d-\d\d)/.exec(key)?.[1] ?? [])
    .sort()
    .at(-1);
}

function byDue(left: ReportHistoryEntry, right: ReportHistoryEntry): number {
  const of = ({ project, report }: ReportHistoryEntry) => `${project} ${report}`;
  return Temporal.Instant.compare(left.due, right.due) || (of(left) < of(right) ? -1 : 1);
}
