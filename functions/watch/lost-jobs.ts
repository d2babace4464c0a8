/** Finds lost jobs: open reports that no worker has and no message in the queue asks for. */
import type { Temporal } from 'temporal-polyfill';
import type { QueueDepth, QueuedJob } from '#queue/job-queue.ts';
import { reportNameInKeys } from '#runs/store/names.ts';
import { isGivenUp, isOpenReport, type OpenReport } from './open-reports.ts';

/** An attempt that has not begun this many minutes after its time may have lost its message; every job ends sooner. */
const minutesUntilLost = 30;

/**
 * Lost jobs = open reports − queued messages, because every open report has one message: ready, delayed or in progress.
 * The reports whose next attempt is overdue the longest count as lost. If one was not lost after all, it has two jobs
 * until their next failure, when one of them is dropped.
 */
export function findLostJobs(
  reports: readonly OpenReport[],
  depth: QueueDepth,
  at: Temporal.Instant,
): readonly QueuedJob[] {
  const open = distinctOpenReports(reports, at);
  const lost = open.length - depth.all;
  if (lost <= 0) return [];
  return open
    .map((report) => ({ report, due: nextAttemptTimeMs(report, at) }))
    .filter(({ due }) => at.epochMilliseconds - due >= minutesUntilLost * 60_000)
    .sort((left, right) => left.due - right.due)
    .slice(0, lost)
    .map(({ report }) => nextJob(report));
}

/**
 * The jobs to queue when a process starts with an empty queue: one per open report, for the time of its next attempt. A
 * report that waited for a person is queued without delay, because the restart may be that person's fix. A report with
 * a next attempt but no failed one is left out: this check has just added and queued it.
 */
export function unqueuedJobs(reports: readonly OpenReport[], at: Temporal.Instant): readonly QueuedJob[] {
  return distinctOpenReports(reports, at)
    .filter(({ attempts, next }) => attempts.failed > 0 || next === undefined)
    .filter((report) => Number.isFinite(nextAttemptTimeMs(report, at)))
    .map((report) => ({
      ...nextJob(report),
      notBefore: report.failure?.kind === 'curable' ? undefined : report.next,
    }));
}

/** Removes duplicates: a request that was made twice is listed twice. */
function distinctOpenReports(reports: readonly OpenReport[], at: Temporal.Instant): readonly OpenReport[] {
  const byReport = new Map(
    reports.map((report) => [`${report.dispatchId} ${reportNameInKeys(report)}`, report]),
  );
  return [...byReport.values()].filter((report) => isOpenReport(report, at));
}

/**
 * Epoch milliseconds of the next attempt; infinity for a report that is given up. If no next attempt is recorded, as
 * for a request, or a failure that cannot be read, it is the time at which the report was due.
 */
function nextAttemptTimeMs(report: OpenReport, at: Temporal.Instant): number {
  const { next, due, request } = report;
  if (next !== undefined) return Date.parse(next);
  return request === undefined && isGivenUp(report, at) ? Number.POSITIVE_INFINITY : due.epochMilliseconds;
}

function nextJob(report: OpenReport): QueuedJob {
  const { attempts, state: _state, failure: _failure, failedMessages: _messages, ...rest } = report;
  const { next: _next, request: _request, ...due } = rest;
  return { ...due, attempt: attempts.failed + 1, broughtBack: attempts.deadLetters };
}
