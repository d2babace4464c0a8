import { Temporal } from 'temporal-polyfill';
import type { DueReport } from '../../../functions/delivery/dispatch/due-reports.ts';
import { firstJob, type QueuedJob } from '../../../functions/delivery/dispatch/job-queue.ts';
import type { ReportState } from '../../../functions/delivery/notify/report-state.ts';
import { dispatchIdSchema } from '../../../functions/delivery/store/dispatch-id.ts';
import { runId, weekAfter } from './a-delivery.ts';

export const fridayDispatch = dispatchIdSchema.parse('2026-11-20T14-00-00Z-1f3a5b7c');

/** The weekly report of Riverside Tower, due on Friday at 14:00 and to be delivered by Saturday at 14:00. */
export function aDueReport(changes: Partial<DueReport> = {}): DueReport {
  return {
    project: 'riverside',
    report: 'weekly',
    window: weekAfter('2026-11-20'),
    runId: runId('2026-11-20T14:00:00Z'),
    projectName: 'Riverside Tower',
    reportName: 'Weekly lookahead',
    contact: 'planner@example.com',
    timeZone: 'Europe/London',
    due: Temporal.Instant.from('2026-11-20T14:00:00Z'),
    deliverBy: Temporal.Instant.from('2026-11-21T14:00:00Z'),
    ...changes,
  };
}

/** Its first job. */
export function aQueuedJob(changes: Partial<QueuedJob> = {}): QueuedJob {
  return { ...firstJob(fridayDispatch, aDueReport()), ...changes };
}

/** How far it has come: no attempt has failed yet. */
export function aReportState(changes: Partial<ReportState> = {}): ReportState {
  return {
    ...aDueReport(),
    dispatchId: fridayDispatch,
    state: 'waiting',
    failure: undefined,
    failedMessages: [],
    ...changes,
  };
}
