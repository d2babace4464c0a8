import type { AttemptWorld } from './attempt.ts';
import {
  lookUpNamesOfReport,
  type ReportRun,
  type ResolvedReport,
  runObjectKeyValuesOf,
} from './look-up-report.ts';
import type { RunObjectKeyValues } from './store/names.ts';
import type { RunMode } from './store/request-properties.ts';

/** One report for one window, to make or to continue. It is passed down unchanged from the job, request or command. */
export type ReportToMake = {
  readonly address: RunObjectKeyValues;
  readonly mode: RunMode;
  /**
   * Called at most once, and only if something has to be made: the messages of a stored issue need nothing from the
   * planning service, and go out even if their report is no longer configured.
   */
  readonly lookUp: (attempt: AttemptWorld) => Promise<ResolvedReport>;
};

export function reportToMakeOf(run: ReportRun): ReportToMake {
  return {
    address: runObjectKeyValuesOf(run),
    mode: run.mode,
    lookUp: (attempt) => lookUpNamesOfReport(run, attempt),
  };
}
