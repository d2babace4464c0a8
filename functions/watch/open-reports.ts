/**
 * A dispatch or request that may have something left to do, with the state of each report. Also finds the reports that
 * have lost their job: no worker and no message in the queue has them.
 */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { together } from '#base/together.ts';
import { type DueReport, isDeliverable } from '#queue/due-reports.ts';
import type { QueueDepth, QueuedJob } from '#queue/job-queue.ts';
import { maxRedrives } from '#queue/limits.ts';
import { isLastAttempt } from '#queue/next-attempt.ts';
import { type Attempts, attemptsOf, readAllAttempts } from '#runs/store/attempt-records.ts';
import { type DispatchId, type ReportOfDispatch, reportName, type Schedule } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { ifUnreadable } from '#runs/store/stored-object.ts';
import type { ReportState } from './contacts/report-facts.ts';

/** Hours after a crash in which another delivery may come: the queue redelivers for 2.5, the redrive is 2 later; with a margin. */
const hoursOfCrashes = 6;
/** An attempt that has not begun this many minutes after its time may have lost its message; no job takes as long. */
const minutesUntilLost = 30;

export type OpenReport = ReportState & {
  readonly attempts: Attempts;
  /** ISO 8601 instant of the next attempt, if a failed attempt recorded it. */
  readonly next: string | undefined;
};

export type OpenDispatch = {
  readonly dispatchId: DispatchId;
  readonly since: Temporal.Instant;
  /** Undefined for a request, and for a schedule that is no longer configured. */
  readonly schedule?: Schedule | undefined;
  readonly reports: readonly OpenReport[];
  /** Whether the request's answer may still come. */
  readonly awaitsAnswer?: boolean | undefined;
  /** Records that nothing is left to do. */
  readonly settle: () => Promise<unknown>;
  /** Number of reports that were configured after the schedule fired, and added by this check. */
  readonly added: number;
  /** Number of reports that a new version of their programme made due at this check. */
  readonly arrived: number;
  readonly manifestMissing: boolean;
  /** Errors of manifests that cannot be read; the configured reports are due in their place. */
  readonly damaged: readonly string[];
};

/** After weeks without a check there are hundreds of dispatches. */
export const dispatchesAtOnce = 16;

const reportsAtOnce = 32;

export async function readOpenReports(
  store: ObjectStore,
  dispatchId: DispatchId,
  due: readonly DueReport[],
  known?: ReadonlyMap<string, Attempts>,
): Promise<readonly OpenReport[]> {
  const all = known ?? (await readAllAttempts(store, dispatchId));
  return together(due, reportsAtOnce, (one) =>
    readOpenReport(store, { ...one, dispatchId }, attemptsOf(all, one)),
  );
}

async function readOpenReport(
  store: ObjectStore,
  of: DueReport & { readonly dispatchId: DispatchId },
  attempts: Attempts,
): Promise<OpenReport> {
  const common = { ...of, attempts, failure: undefined, failedMessages: [], next: undefined };
  if (attempts.done) {
    const failed = attempts.failedMessages ? await objects.failedMessages.read(store, of) : undefined;
    const dataProblem = attempts.dataProblem ? await objects.dataProblem.read(store, of) : undefined;
    return { ...common, state: 'done', failedMessages: failed?.messages ?? [], dataProblem };
  }
  const failed = attempts.failed > 0 ? await readLastFailure(store, of, attempts.failed) : undefined;
  if (attempts.deadLetters > maxRedrives) return { ...common, state: 'stopped', failure: failed ?? crashed };
  return failed
    ? { ...common, state: 'failing', failure: failed, next: failed.next }
    : { ...common, state: 'waiting' };
}

/** A record that cannot be read must not keep the contacts of other reports from their notices. */
async function readLastFailure(
  store: ObjectStore,
  of: ReportOfDispatch & { readonly deliverBy: Temporal.Instant },
  n: number,
): Promise<Pick<objects.FailedAttempt, 'kind' | 'message' | 'next'> | undefined> {
  const failed = await objects.failedAttempt
    .read(store, { ...of, n })
    .catch(ifUnreadable(({ message }) => ({ kind: 'retryable', message }) as const));
  if (failed?.kind !== 'poison' || failed.next !== undefined) return failed;
  const { at } = failed;
  if (isLastAttempt(of, at)) return failed;
  // The queue or the dead letter brings the job back by then.
  const next = at.add({ hours: hoursOfCrashes }).toString();
  return { ...failed, next };
}

const crashed = {
  kind: 'poison',
  message:
    'The report function crashed on this report each time and could not say why. The engineer finds the last lines before each crash in its log.',
} as const;

export function isGivenUp(report: OpenReport, at: Temporal.Instant): boolean {
  return report.failure !== undefined && report.next === undefined && isLastAttempt(report, at);
}

export function isOpen(report: ReportState, at: Temporal.Instant): boolean {
  return (report.state === 'waiting' || report.state === 'failing') && isDeliverable(report, at);
}

/**
 * Lost jobs = open reports − queued messages, because every open report has one message: ready, delayed or in progress.
 * The reports whose next attempt is the longest overdue are taken to be lost. If one was not lost after all, its two jobs
 * meet at their next failure, and one of them is dropped.
 */
export function lostJobs(
  reports: readonly OpenReport[],
  depth: QueueDepth,
  at: Temporal.Instant,
): readonly QueuedJob[] {
  const open = openOnce(reports, at);
  const lost = open.length - depth.all;
  if (lost <= 0) return [];
  return open
    .map((report) => ({ report, due: timeOfNext(report, at) }))
    .filter(({ due }) => at.epochMilliseconds - due >= minutesUntilLost * 60_000)
    .sort((left, right) => left.due - right.due)
    .slice(0, lost)
    .map(({ report }) => nextJob(report));
}

/**
 * The jobs to queue when a process starts with an empty queue: one per open report, for the time of its next attempt, or
 * at once if it waited for a person, who may have restarted the process as the fix. A report with that time and no failed
 * attempt was added by this check, which has queued it already.
 */
export function unqueuedJobs(reports: readonly OpenReport[], at: Temporal.Instant): readonly QueuedJob[] {
  return openOnce(reports, at)
    .filter(({ attempts, next }) => attempts.failed > 0 || next === undefined)
    .filter((report) => Number.isFinite(timeOfNext(report, at)))
    .map((report) => ({
      ...nextJob(report),
      notBefore: report.failure?.kind === 'curable' ? undefined : report.next,
    }));
}

/** Removes duplicates: a request made twice is listed twice. */
function openOnce(reports: readonly OpenReport[], at: Temporal.Instant): readonly OpenReport[] {
  const byReport = new Map(reports.map((report) => [`${report.dispatchId} ${reportName(report)}`, report]));
  return [...byReport.values()].filter((report) => isOpen(report, at));
}

/** Milliseconds. A failure has no next attempt if it was the last one, if a request made it, or if it cannot be read. */
function timeOfNext(report: OpenReport, at: Temporal.Instant): number {
  const { next, due, request } = report;
  if (next !== undefined) return Date.parse(next);
  return request === undefined && isGivenUp(report, at) ? Number.POSITIVE_INFINITY : due.epochMilliseconds;
}

function nextJob(report: OpenReport): QueuedJob {
  const { attempts, state: _state, failure: _failure, failedMessages: _messages, ...rest } = report;
  const { next: _next, request: _request, ...due } = rest;
  return { ...due, attempt: attempts.failed + 1, broughtBack: attempts.deadLetters };
}
