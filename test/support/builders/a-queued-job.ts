import { Temporal } from 'temporal-polyfill';
import type { DueReport } from '#queue/due-reports.ts';
import type { QueuedJob } from '#queue/job-queue.ts';
import { dispatchIdSchema } from '#runs/store/names.ts';
import { runId, windowAfter } from './a-delivery.ts';
import { day } from './a-plan-input.ts';

export const dispatchId = dispatchIdSchema.parse('2026-11-20T14-00-00Z-1f3a5b7c');

/** The weekly report of Friday the 20th of November 2026, due at 14:00 in London and to be delivered within a day. */
export function aDueReport(changes: Partial<DueReport> = {}): DueReport {
  return {
    project: 'riverside',
    report: 'weekly',
    window: windowAfter('2026-11-20'),
    runId: runId('2026-11-20T14:00:00Z'),
    projectName: 'Riverside Tower',
    reportName: 'Weekly lookahead',
    contact: 'planner@example.com',
    timeZone: 'Europe/London',
    reportDay: day('2026-11-20'),
    due: Temporal.Instant.from('2026-11-20T14:00:00Z'),
    deliverBy: Temporal.Instant.from('2026-11-21T14:00:00Z'),
    ...changes,
  };
}

/** The job of the first attempt at the report of `aDueReport`. */
export function aQueuedJob(changes: Partial<QueuedJob> = {}): QueuedJob {
  return { ...aDueReport(), dispatchId, attempt: 1, broughtBack: 0, ...changes };
}
