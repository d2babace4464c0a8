/**
 * A dispatch, or a request, of which something may be left to do, with the state of each of its reports; and which
 * reports no worker and no message of the queue carries any more.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { together } from '../../base/together.ts';
import { maxBroughtBack } from '../limits.ts';
import type { ReportState } from '../notify/due-notices.ts';
import type { QueueDepth, QueuedJob } from '../queue/job-queue.ts';
import { lastAttemptAt } from '../queue/next-attempt.ts';
import {
  type Attempts,
  attemptsOf,
  type FailedAttempt,
  readAllAttempts,
  readFailedAttempt,
  readFailedMessages,
  readStaleProgramme,
} from '../store/attempts.ts';
import { type ReportOfDispatch, reportName } from '../store/dispatch-keys.ts';
import { type DueReport, isDeliverable } from '../store/due-reports.ts';
import type { DispatchId, Schedule } from '../store/run-id.ts';
import { RunStoreError } from '../store/stored-object.ts';

/** A report, and the attempts at it. */
export type OpenReport = ReportState & {
  readonly attempts: Attempts;
  /** When the next attempt is to begin, as far as an attempt that failed recorded it; ISO 8601 instant. */
  readonly next: string | undefined;
};

export type OpenDispatch = {
  readonly dispatchId: DispatchId;
  /** When it was due or was requested. */
  readonly since: Temporal.Instant;
  /** Undefined for a request, and for a schedule that is no longer configured. */
  readonly schedule?: Schedule | undefined;
  readonly reports: readonly OpenReport[];
  /** Whether an answer to the request may still be on its way: it is not settled before. */
  readonly awaitsAnswer?: boolean | undefined;
  /** Records that nothing of it is left to do or to say. */
  readonly settle: () => Promise<unknown>;
  /** Reports that this check added to what is due, because they were configured after the schedule fired. */
  readonly added: number;
  /** Reports that this check made due, because a version of their programme has arrived. */
  readonly arrived: number;
  /** The schedule's dispatch had left no manifest at all. */
  readonly manifestMissing: boolean;
  /** Manifests whose content is lost: what was configured is due in their place. */
  readonly damaged: readonly string[];
};

/** How many dispatches a check works on at a time: after an absence of weeks there are hundreds. */
export const atOnce = 16;

const readAtOnce = 32;

/** @throws RunStoreError for a record that cannot be read */
export async function readOpenReports(
  store: ObjectStore,
  dispatchId: DispatchId,
  due: readonly DueReport[],
  known?: ReadonlyMap<string, Attempts>,
): Promise<readonly OpenReport[]> {
  const all = known ?? (await readAllAttempts(store, dispatchId));
  return together(due, readAtOnce, (one) =>
    readOpenReport(store, { ...one, dispatchId }, attemptsOf(all, one)),
  );
}

async function readOpenReport(
  store: ObjectStore,
  of: DueReport & { readonly dispatchId: DispatchId },
  attempts: Attempts,
): Promise<OpenReport> {
  const own = { ...of, attempts, failure: undefined, failedMessages: [], next: undefined };
  if (attempts.done) {
    const failedMessages = attempts.failedMessages ? await readFailedMessages(store, of) : [];
    const staleProgramme = attempts.staleProgramme ? await readStaleProgramme(store, of) : undefined;
    return { ...own, state: 'done', failedMessages, staleProgramme };
  }
  const failed = attempts.failed > 0 ? await readLastFailure(store, of, attempts.failed) : undefined;
  if (attempts.deadLetters > maxBroughtBack) return { ...own, state: 'stopped', failure: failed ?? crashed };
  return failed
    ? { ...own, state: 'failing', failure: failed, next: failed.next }
    : { ...own, state: 'waiting' };
}

/** One record that cannot be read must not keep the contacts of other reports from their notices. */
async function readLastFailure(
  store: ObjectStore,
  of: ReportOfDispatch & Pick<DueReport, 'deliverBy'>,
  attempt: number,
): Promise<Pick<FailedAttempt, 'kind' | 'message' | 'next'> | undefined> {
  try {
    const failed = await readFailedAttempt(store, of, attempt);
    if (failed?.kind !== 'poison' || failed.next !== undefined) return failed;
    const at = Temporal.Instant.from(failed.at);
    if (Temporal.Instant.compare(at, lastAttemptAt(of.deliverBy)) >= 0) return failed;
    const next = at.add({ hours: hoursOfCrashes }).toString();
    return { ...failed, next };
  } catch (error) {
    if (!(error instanceof RunStoreError)) throw error;
    return { kind: 'retryable', message: error.message };
  }
}

/** The queue delivers a job that crashes for two and a half hours, and it comes back from the dead letters two hours later. */
const hoursOfCrashes = 6;

const crashed = {
  kind: 'poison',
  message:
    'The report function crashed on it each time and could not say why. The engineer finds the last lines before each crash in its log.',
} as const;

/** Whether its last attempt has failed: a failure in the last minutes before the deadline has no next attempt. */
export function isGivenUp(
  { failure, next, deliverBy }: Pick<OpenReport, 'failure' | 'next' | 'deliverBy'>,
  at: Temporal.Instant,
): boolean {
  const isLast = at.epochMilliseconds >= lastAttemptAt(deliverBy).epochMilliseconds;
  return failure !== undefined && next === undefined && isLast;
}

/** Not done, and still to be tried. */
export function isOpen(report: ReportState, at: Temporal.Instant): boolean {
  return (report.state === 'waiting' || report.state === 'failing') && isDeliverable(report, at);
}

/** A dispatch, a request or a schedule of which an object cannot be read. */
export type Unreadable = { readonly of: string; readonly unreadable: string };

/** An unreadable object of one dispatch must not stop reconcile from checking the others. */
export async function isolated<Value>(of: string, check: () => Promise<Value>): Promise<Value | Unreadable> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof RunStoreError) return { of, unreadable: error.message };
    throw error;
  }
}

/** So long after an attempt should have begun, its message may be lost. Longer than a message can be in progress. */
const minutesUntilLost = 30;

/**
 * Every open report has one message in the queue, delayed ones and those in progress included. As many as there are
 * fewer messages than open reports have been lost; taken to be those whose next attempt is the longest overdue. If one
 * of them was not lost after all, the two jobs meet at their next failure, and one of them is dropped.
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
 * The jobs that a process queues whose queue began empty: every open report, for the time of its next attempt, or at once
 * where it waited for a person, who may have restarted the process as the cure. One that has such a time before any
 * attempt was queued by this check.
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

/** A request that was made twice is there twice. */
function openOnce(reports: readonly OpenReport[], at: Temporal.Instant): readonly OpenReport[] {
  const byReport = new Map(reports.map((report) => [`${report.dispatchId} ${reportName(report)}`, report]));
  return [...byReport.values()].filter((report) => isOpen(report, at));
}

/**
 * An attempt that failed earlier than the last one, and has no next, is of a request, which no job has carried, or its
 * record cannot be read.
 */
function timeOfNext(report: OpenReport, at: Temporal.Instant): number {
  const { next, due, request } = report;
  if (next !== undefined) return Date.parse(next);
  return request === undefined && isGivenUp(report, at) ? Number.POSITIVE_INFINITY : due.epochMilliseconds;
}

function nextJob(report: OpenReport): QueuedJob {
  const { attempts, state: _, failure: __, failedMessages: ___, next: ____, request: _____, ...due } = report;
  return { ...due, attempt: attempts.failed + 1, broughtBack: attempts.deadLetters };
}
