/** Which dates a report goes by, and which it names: three that are easily taken for one another. */
import type { Day } from './day.ts';
import type { ReadTime } from './read-time.ts';

export type ReportDates = {
  /**
   * The local day on which the report was due, or that a person asked for. Window, overdue, the measured week and the
   * choice of earlier issues go by it, however late the tasks were read.
   */
  readonly reportDay: Day;
  readonly read: ReadTime;
};

/** Orders issues by the day they were due, those of one day by when their tasks were read. */
export function compareReportDates(a: ReportDates, b: ReportDates): number {
  return a.reportDay - b.reportDay || Date.parse(a.read.instant) - Date.parse(b.read.instant);
}
