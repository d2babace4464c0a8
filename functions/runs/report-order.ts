import type { Attempt } from './attempt.ts';
import { lookUpReport, type ReportRun, type ResolvedReport, runAddress } from './look-up-report.ts';
import type { RunAddress } from './store/names.ts';
import type { RunMode } from './store/request-properties.ts';

/** What to make or to go on with: one report for one window. It is handed down as it is from the job or request. */
export type ReportOrder = {
  readonly address: RunAddress;
  readonly mode: RunMode;
  /**
   * Called at most once, and only if something has to be made: the messages of a stored issue need nothing from the
   * planning service, and go out even if their report is no longer configured.
   */
  readonly lookUp: (attempt: Attempt) => Promise<ResolvedReport>;
};

export function orderOfRun(run: ReportRun): ReportOrder {
  return { address: runAddress(run), mode: run.mode, lookUp: (attempt) => lookUpReport(run, attempt) };
}
