import { Temporal } from 'temporal-polyfill';
import { addDays, type Day, localDayOf, parseDay } from '#base/day.ts';
import { lastDayWithKnownProgress, type ProgrammeVersion } from '#planning/contract/programme-version.ts';
import { dayAndYearText } from './day-text.ts';

export type ReadTimeAndProgramme = {
  readonly read: LocalInstant;
  readonly programme: ReportProgramme | undefined;
};

export type ReportDates = ReadTimeAndProgramme & {
  /**
   * The local day on which the report was due, or that a person asked for. It decides the window, what is overdue, the
   * measured week and the choice of earlier issues, however late the tasks were read.
   */
  readonly reportDay: Day;
};

export type ReportProgramme = {
  readonly label: string;
  /** The time up to which progress is known, as in `ProgrammeVersion`; undefined if the programme has no data date. */
  readonly dataDate?: string | undefined;
  readonly imported?: LocalInstant | undefined;
};

export function reportProgrammeOf(
  version: ProgrammeVersion | undefined,
  timeZone: string,
): ReportProgramme | undefined {
  if (version === undefined) return undefined;
  const { label, dataDate, importedAt } = version;
  return {
    label,
    dataDate,
    imported: importedAt === undefined ? undefined : localInstantOf(importedAt, timeZone),
  };
}

/** Orders issues by report day, and within a day by the time at which their tasks were read. */
export function compareReportDates(a: ReportDates, b: ReportDates): number {
  return a.reportDay - b.reportDay || Date.parse(a.read.instant) - Date.parse(b.read.instant);
}

export function programmeDataDay({ dataDate }: ReportProgramme): Day | undefined {
  return dataDate === undefined ? undefined : parseDay(dataDate.slice(0, 10));
}

/** Local time at which the last shift of a day ends. This is an assumption: the contract gives no hours of shifts. */
const endOfShifts = '16:00';

/**
 * The last day whose outcome the data shows. A data date with a time covers its own day if the time is not before the
 * end of the last shift; one without a time covers its own day if that is before the report day. Without a data date,
 * the last day is the one before the import, else the one before the tasks were read.
 */
export function lastReportedDay({ programme, read, reportDay }: ReportDates): Day {
  const day = programme && programmeDataDay(programme);
  if (day === undefined) return addDays(programme?.imported?.day ?? read.day, -1);
  const [, time] = programme?.dataDate?.split('T') ?? [];
  const isReported = time === undefined ? day < reportDay : time >= endOfShifts;
  return isReported ? day : addDays(day, -1);
}

/**
 * The last day on which materials are counted: not after the report day, and not after the last day that the data
 * covers. What arrived on the day of the data date is counted, although that day may not be over.
 */
export function lastDayOfCountedMaterials({ programme, read, reportDay }: ReportDates): Day {
  const known =
    programme?.dataDate === undefined ? undefined : parseDay(lastDayWithKnownProgress(programme.dataDate));
  const last = known ?? programme?.imported?.day ?? read.day;
  return last < reportDay ? last : reportDay;
}

export function programmeAge({ programme, reportDay }: ReportDates): number | undefined {
  const day = programme && (programmeDataDay(programme) ?? programme.imported?.day);
  return day === undefined ? undefined : reportDay - day;
}

export type LocalInstant = {
  /** ISO 8601 instant, UTC. */
  readonly instant: string;
  readonly day: Day;
  readonly label: string;
};

/** English locales. Each has the time zone abbreviations of its own part of the world. */
const locales = ['en-GB', 'en-AU', 'en-US'];
const abbreviation = /^[A-Z]{3,5}$/;

function zoneName(moment: Temporal.ZonedDateTime): string {
  for (const locale of locales) {
    const parts = new Intl.DateTimeFormat(locale, {
      timeZone: moment.timeZoneId,
      timeZoneName: 'short',
    }).formatToParts(moment.epochMilliseconds);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    if (abbreviation.test(name)) return name;
  }
  const minutes = moment.offsetNanoseconds / 60e9;
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes % 60);
  const sign = minutes > 0 ? '+' : '−';
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/**
 * An instant in the project's time zone: `Fri 20 Nov 2026 14:02 GMT`, with the zone's abbreviation if it has one (GMT,
 * BST, AEDT), else with its offset: `UTC+5:30`.
 * @param instant ISO 8601 instant
 * @throws RangeError when the instant or the time zone cannot be read
 */
export function localInstantOf(instant: string, timeZone: string): LocalInstant {
  const at = Temporal.Instant.from(instant);
  const moment = at.toZonedDateTimeISO(timeZone);
  const day = localDayOf(at, timeZone);
  const clock = `${String(moment.hour).padStart(2, '0')}:${String(moment.minute).padStart(2, '0')}`;
  return { instant, day, label: `${dayAndYearText(day)} ${clock} ${zoneName(moment)}` };
}
