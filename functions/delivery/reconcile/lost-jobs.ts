/** Which reports no worker and no message of the queue carries any more: a pure function of their state and the queue's depth. */
import type { Temporal } from 'temporal-polyfill';
import type { QueueDepth, QueuedJob } from '../dispatch/job-queue.ts';
import { reportName } from '../store/dispatch-keys.ts';
import { isGivenUp, isOpen, type OpenReport } from './open-dispatch.ts';

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
 * What is queued by a process whose queue began empty: every open report, for the time of its next attempt, or at once
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
 * An attempt that failed earlier than the last one, and has no next, is of a request, which no job has carried, of an
 * earlier release, or its record cannot be read.
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
