/** Reads the state of each report of a dispatch or request that may have something left to do. */

import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import { maxRedrives } from '#queue/dead-letter.ts';
import { isBeforeDeadline, isLastAttempt } from '#queue/deadline.ts';
import type { DueReport } from '#queue/due-reports.ts';
import { type AttemptSummary, attemptSummaryOf, readAttemptSummaries } from '#runs/store/attempt-records.ts';
import type { CronSchedule, DispatchId, ReportOfDispatch } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { unreadableObjectHandler } from '#runs/store/stored-object.ts';
import type { ReportState } from './contacts/late-and-failed-reports.ts';

/**
 * Hours after a crash within which the job may be delivered again: 2.5 for redelivery by the queue, 2 until its dead
 * letter is redriven, and a margin.
 */
const hoursUntilRedelivery = 6;

export type OpenReport = ReportState & {
  readonly attempts: AttemptSummary;
  /** ISO 8601 instant of the next attempt, if a failed attempt recorded it. */
  readonly next: string | undefined;
};

export type OpenDispatch = {
  readonly dispatchId: DispatchId;
  readonly since: Temporal.Instant;
  /** Undefined for a request, and for a schedule that is no longer configured. */
  readonly schedule?: CronSchedule | undefined;
  readonly reports: readonly OpenReport[];
  /** Whether the request may still be answered. */
  readonly awaitsAnswer?: boolean | undefined;
  readonly settle: () => Promise<unknown>;
  /** Number of reports that were configured after the schedule fired, and added by this check. */
  readonly added: number;
  /** Number of reports that a new version of their programme made due at this check. */
  readonly arrived: number;
  readonly manifestMissing: boolean;
  /** Errors of manifests that cannot be read. The configured reports count as due, because a manifest may list them. */
  readonly damaged: readonly string[];
};

/** Maximum number of dispatches that are handled at the same time: after weeks without a check, there are hundreds. */
export const maxConcurrentDispatchReads = 16;

const reportsAtOnce = 32;

export async function readOpenReports(
  store: ObjectStore,
  dispatchId: DispatchId,
  due: readonly DueReport[],
  known?: ReadonlyMap<string, AttemptSummary>,
): Promise<readonly OpenReport[]> {
  const all = known ?? (await readAttemptSummaries(store, dispatchId));
  return mapConcurrently(due, reportsAtOnce, (one) =>
    readOpenReport(store, { ...one, dispatchId }, attemptSummaryOf(all, one)),
  );
}

async function readOpenReport(
  store: ObjectStore,
  of: DueReport & { readonly dispatchId: DispatchId },
  attempts: AttemptSummary,
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

/** An unreadable record counts as retryable, so that it does not block notices about other reports. */
async function readLastFailure(
  store: ObjectStore,
  of: ReportOfDispatch & { readonly deliverBy: Temporal.Instant },
  n: number,
): Promise<Pick<objects.FailedAttempt, 'kind' | 'message' | 'next'> | undefined> {
  const failed = await objects.failedAttempt
    .read(store, { ...of, n })
    .catch(unreadableObjectHandler(({ message }) => ({ kind: 'retryable', message }) as const));
  if (failed?.kind !== 'poison' || failed.next !== undefined) return failed;
  const { at } = failed;
  if (isLastAttempt(of, at)) return failed;
  // Within `hoursUntilRedelivery`, the queue redelivers the job, or its dead letter is redriven.
  const next = at.add({ hours: hoursUntilRedelivery }).toString();
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

export function isOpenReport(report: ReportState, at: Temporal.Instant): boolean {
  return (report.state === 'waiting' || report.state === 'failing') && isBeforeDeadline(report, at);
}
