import type { ReportState } from '#delivery/contacts/report-facts.ts';
import { aDueReport, dispatchId } from './a-queued-job.ts';

/** How far the weekly report of Friday has come: no attempt has failed yet. */
export function aReportState(changes: Partial<ReportState> = {}): ReportState {
  return {
    ...aDueReport(),
    dispatchId,
    state: 'waiting',
    failure: undefined,
    failedMessages: [],
    ...changes,
  };
}
