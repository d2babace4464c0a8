/** What became of one report that was due: whether it was made, and of each message who got it. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { DueReport } from '../dispatch/due-reports.ts';
import { readMessageLog } from '../messages/message-log.ts';
import { minutesUntilLate } from '../notify/due-notices.ts';
import type { ReportState } from '../notify/report-state.ts';
import type { IssueMessage } from '../store/issue.ts';
import { issueKey, messagePrefix, recipientEventKey, skippedKey } from '../store/keys.ts';
import { openRunStore, type RunStore } from '../store/run-store.ts';
import { type RecipientEvent, readRecipientEvent, recipientEventKinds } from './recipient-events.ts';
import { type MessageState, type RecipientLog, recipientLog } from './recipient-log.ts';

export type MessageLog = {
  /** Whom it is for, in words: `everyone`, `subcontractor Pile Co`. */
  readonly audience: string;
  readonly subject: string;
  readonly state: MessageState;
  /** The mail service's id, or the name of the file. */
  readonly messageId: string | undefined;
  readonly recipients: readonly RecipientLog[];
};

/**
 * - `delivered`: every message was sent, or will never be; its recipients say which.
 * - `waiting`, `late`: it is tried until `until`; it counts as late an hour after it was due.
 * - `not delivered`: no further attempt is made, and a message or all of it is missing.
 * - `skipped`: on purpose, for the reason given.
 */
export type ReportOutcome = 'delivered' | 'waiting' | 'late' | 'not delivered' | 'skipped';

export type ReportLog = Pick<
  DueReport,
  'project' | 'report' | 'projectName' | 'reportName' | 'contact' | 'timeZone' | 'window' | 'runId'
> &
  Pick<ReportState, 'dispatchId'> & {
    readonly due: Temporal.Instant;
    readonly state: ReportOutcome;
    /** When the last message was sent; undefined where none was. */
    readonly sentAt: Temporal.Instant | undefined;
    /** Until when it is tried; undefined where nothing is left to try. */
    readonly until: Temporal.Instant | undefined;
    /** Why it was skipped, is late or was not delivered; empty otherwise, or where no attempt has failed. */
    readonly reason: string;
    readonly issue: number | undefined;
    readonly messages: readonly MessageLog[];
  };

/** @throws RunStoreError for an object that cannot be read */
export async function readReportLog(
  store: ObjectStore,
  report: ReportState,
  now: Temporal.Instant,
): Promise<ReportLog> {
  const runStore = openRunStore(store, report);
  const keys = await runStore.keys();
  const { project, projectName, reportName, contact, timeZone, window, runId, dispatchId, due } = report;
  const of = { project, report: report.report, projectName, reportName, contact, timeZone, window, runId };
  const head = { ...of, dispatchId, due };
  if (keys.has(issueKey(runStore.prefix))) {
    const { number, messages } = await runStore.issue();
    const logs = await Promise.all(messages.map((message) => readMessage(message, runStore, keys)));
    return { ...head, issue: number, messages: logs, ...stateOfIssue(report, logs, now) };
  }
  const none = { issue: undefined, messages: [], sentAt: undefined };
  if (keys.has(skippedKey(runStore.prefix))) {
    const { reason } = await runStore.skipped();
    return { ...head, ...none, state: 'skipped', until: undefined, reason };
  }
  return { ...head, ...none, ...stateOfOpen(report, report.failure?.message ?? '', now) };
}

type State = Pick<ReportLog, 'state' | 'until' | 'reason'>;

function stateOfIssue(
  report: ReportState,
  messages: readonly MessageLog[],
  now: Temporal.Instant,
): State & Pick<ReportLog, 'sentAt'> {
  const sentAt = messages
    .flatMap(({ state }) => (state.kind === 'sent' ? [Temporal.Instant.from(state.at)] : []))
    .sort(Temporal.Instant.compare)
    .at(-1);
  const [waiting] = messages.flatMap(({ state }) => (state.kind === 'waiting' ? [state.reason] : []));
  if (waiting !== undefined) {
    return { ...stateOfOpen(report, report.failure?.message || waiting, now), sentAt };
  }
  if (sentAt !== undefined) return { state: 'delivered', until: undefined, reason: '', sentAt };
  const [reason = ''] = messages.flatMap(({ state }) => (state.kind === 'failed' ? [state.reason] : []));
  return { state: 'not delivered', until: undefined, reason, sentAt };
}

function stateOfOpen(report: ReportState, reason: string, now: Temporal.Instant): State {
  const isOver = Temporal.Instant.compare(now, report.deliverBy) >= 0 || report.state === 'stopped';
  if (isOver) return { state: 'not delivered', until: undefined, reason };
  const isLate = now.since(report.due).total('minutes') >= minutesUntilLate;
  return { state: isLate ? 'late' : 'waiting', until: report.deliverBy, reason };
}

async function readMessage(
  message: IssueMessage,
  runStore: RunStore,
  keys: ReadonlySet<string>,
): Promise<MessageLog> {
  const { store } = runStore;
  const at = messagePrefix(runStore.prefix, message.id);
  const { sent, failed } = await readMessageLog(store, at);
  const state = messageState({ sent, failed });
  const recipients: RecipientLog[] = [];
  for (const field of ['to', 'cc'] as const) {
    for (const address of message[field]) {
      const events = await readEvents(address, { store, at, keys });
      recipients.push(recipientLog({ address, field }, state, events));
    }
  }
  const { audience, subject } = message;
  return {
    audience: audience.kind === 'everyone' ? audience.kind : `${audience.kind} ${audience.name}`,
    ...{ subject, state, recipients },
    messageId: sent?.messageId,
  };
}

function messageState({
  sent,
  failed,
}: Pick<Awaited<ReturnType<typeof readMessageLog>>, 'sent' | 'failed'>): MessageState {
  if (sent) return { kind: 'sent', at: sent.at };
  return failed ? { kind: 'failed', at: failed.at, reason: failed.reason } : { kind: 'waiting', reason: '' };
}

async function readEvents(
  address: string,
  {
    store,
    at,
    keys,
  }: { readonly store: ObjectStore; readonly at: string; readonly keys: ReadonlySet<string> },
): Promise<readonly RecipientEvent[]> {
  const stored = recipientEventKinds
    .map((event) => recipientEventKey(at, { address, event }))
    .filter((key) => keys.has(key));
  const events = await Promise.all(stored.map((key) => readRecipientEvent(store, key)));
  return events.filter((event) => event !== undefined);
}
