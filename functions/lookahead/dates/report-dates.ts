/** Which dates a report goes by, and which it names: three that are easily taken for one another. */

import { type Day, parseDay } from '../../base/day.ts';
import { lastKnownDay, type ProgrammeVersion } from '../../planning/contract/programme-version.ts';
import { type ReadTime, readTimeOf } from './read-time.ts';

export type ReportDates = {
  /**
   * The local day on which the report was due, or that a person asked for. Window, overdue, the measured week and the
   * choice of earlier issues go by it, however late the tasks were read.
   */
  readonly reportDay: Day;
  readonly read: ReadTime;
  /** The version of the programme that the tasks are of; undefined where the service names none. */
  readonly programme: Programme | undefined;
};

export type Programme = {
  /** `3`, or a word of the service's own. */
  readonly label: string;
  /** Up to when progress is known, as in `ProgrammeVersion`; undefined where the programme has no data date. */
  readonly dataDate: string | undefined;
  /** Undefined where the service does not say. */
  readonly imported: ReadTime | undefined;
};

/** A version with its time of import in the project's zone. */
export function programmeOf(version: ProgrammeVersion | undefined, timeZone: string): Programme | undefined {
  if (version === undefined) return undefined;
  const { label, dataDate, importedAt } = version;
  return {
    label,
    dataDate,
    imported: importedAt === undefined ? undefined : readTimeOf(importedAt, timeZone),
  };
}

/** Orders issues by the day they were due, those of one day by when their tasks were read. */
export function compareReportDates(a: ReportDates, b: ReportDates): number {
  return a.reportDay - b.reportDay || Date.parse(a.read.instant) - Date.parse(b.read.instant);
}

/** The day of a programme's data date; undefined where it has none. */
export function dataDay({ dataDate }: Programme): Day | undefined {
  return dataDate === undefined ? undefined : parseDay(dataDate.slice(0, 10));
}

/**
 * The last day that the data can say anything about: by the data date, else that of the import, else that on which the
 * tasks were read. Nobody has reported what happened after it.
 */
export function lastReportedDay({ programme, read }: Pick<ReportDates, 'programme' | 'read'>): Day {
  const known = programme?.dataDate === undefined ? undefined : parseDay(lastKnownDay(programme.dataDate));
  return known ?? programme?.imported?.day ?? read.day;
}

/** Days from the data date, or else from the import, to the report day; undefined where neither is known. */
export function programmeAge({
  programme,
  reportDay,
}: Pick<ReportDates, 'programme' | 'reportDay'>): number | undefined {
  const day = programme && (dataDay(programme) ?? programme.imported?.day);
  return day === undefined ? undefined : reportDay - day;
}
