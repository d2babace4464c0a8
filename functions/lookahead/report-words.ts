/**
 * Texts that name a report and its data on every sheet and in every message: the report, its revision, the part of the
 * work that it shows (so that nobody takes it for all of it), and the programme or the time at which it was read.
 */
import { addDays, type Day, joinConsecutiveDays, type StartAndFinish } from '#base/day.ts';
import type { IssueReference } from './compare/earlier-issue.ts';
import type { MeasuredPpc } from './compare/ppc.ts';
import { datesText, dateText, dayText, dayTextParts } from './dates/day-text.ts';
import {
  programmeAge,
  programmeDataDay,
  type ReadTimeAndProgramme,
  type ReportDates,
} from './dates/report-dates.ts';
import { type Window, weeksText, windowDatesText } from './dates/window.ts';
import type { Lookahead } from './lookahead.ts';
import {
  type Audience,
  audienceText,
  type ReportFilters,
  reportFilterTexts,
  type SheetShift,
  shiftsOrNone,
  shiftTitles,
} from './tasks/select-tasks.ts';
import { capitalised } from './text/clean-text.ts';
import { countText } from './text/quantity-text.ts';

/** Maximum length of a version's name in characters: a service may send a longer one. */
const maxVersionLength = 16;

type NamedRevision = {
  readonly report: { readonly name: string };
  readonly window: Window;
  readonly issue: { readonly number: number };
};
type Limited = { readonly limits: readonly string[] };

export function revisionLabel({ report, window, issue }: NamedRevision): string {
  return `${report.name} · ${weeksText(window)} · revision ${issue.number}`;
}

export function reportScopeLine({ limits }: Limited): string | undefined {
  return limits.length === 0 ? undefined : `Only: ${limits.join(' · ')}`;
}

/**
 * Maximum number of stretches of holidays that are named. If there are more, the text only counts the days, because it
 * shares a line with the source of the data.
 */
const maxNamedStretches = 2;

/** `21 Dec – 27 Dec 2026 · Fri 25 Dec is a holiday` */
export function windowAndHolidaysText({ window, days }: Pick<Lookahead, 'window' | 'days'>): string {
  const holidays = days.flatMap(({ day, isHoliday }) => (isHoliday ? [day] : []));
  if (holidays.length === 0) return windowDatesText(window);
  const stretches = joinConsecutiveDays(holidays).map((dates) => datesText(dates, window.first));
  const named =
    stretches.length > maxNamedStretches ? countText(holidays.length, 'day') : stretches.join(' and ');
  return `${windowDatesText(window)} · ${named} ${holidays.length === 1 ? 'is a holiday' : 'are holidays'}`;
}

export function noTaskPlannedText({ limits }: Limited): string {
  return limits.length === 0 ? 'No task is planned' : 'No task of this selection is planned';
}

/**
 * `: the programme has tasks from 3 Oct 2016 to 16 Sep 2017`; empty without `programmeDates`, which are set only if no
 * task is in the window.
 */
export function tasksOutsideWindowText({
  programmeDates,
  reportDay,
}: {
  readonly programmeDates: StartAndFinish | undefined;
  readonly reportDay: Day;
}): string {
  if (programmeDates === undefined) return '';
  const { start, finish } = programmeDates;
  return `: the programme has tasks from ${dateText(start, reportDay)} to ${dateText(finish, reportDay)}`;
}

/** ` up to Wed 18 Nov`: the last day of the week that counts for PPC; empty if all its days count. */
export function measuredUpToText({ week, counted }: MeasuredPpc, reportDay: Day): string {
  return counted.last < week.last ? ` up to ${dayText(counted.last, reportDay)}` : '';
}

/** `revision 2 of week 48, Fri 20 Nov`; without the week if both revisions have the same window. */
export function earlierRevisionText(previous: IssueReference, { window, reportDay }: Lookahead): string {
  const same = previous.window.first === window.first && previous.window.last === window.last;
  const of = same ? '' : ` of ${weeksText(previous.window)}`;
  return `revision ${previous.number}${of}, ${dayText(previous.reportDay, reportDay)}`;
}

type FiltersAndShifts = {
  readonly filterNames: ReportFilters;
  readonly shifts: readonly SheetShift[];
};

/** `['Stonebridge Frame', 'night shift']`: the filters, the audience, then the shifts; empty for a whole report. */
export function listReportScope(
  { filterNames, shifts }: FiltersAndShifts,
  audience: Audience,
): readonly string[] {
  // A subcontractor that is both the filter and the audience is named once.
  const own = audienceText(audience);
  return [
    ...new Set([
      ...reportFilterTexts(filterNames),
      ...(own === undefined ? [] : [own]),
      ...shiftLimit(shifts),
    ]),
  ];
}

function shiftLimit(shifts: readonly SheetShift[]): readonly string[] {
  const shown = shiftsOrNone.filter((slot) => shifts.includes(slot));
  if (shown.length === shiftsOrNone.length) return [];
  const worked = shown.filter((slot) => slot !== 'none');
  if (worked.length === shiftsOrNone.length - 1) return ['tasks with a shift'];
  const titles = worked.map((slot) => shiftTitles[slot].toLowerCase());
  const last = titles.pop();
  const names = titles.length === 0 ? last : `${titles.join(', ')} and ${last}`;
  const words = last === undefined ? [] : [`${names} ${worked.length === 1 ? 'shift' : 'shifts'}`];
  return [[...words, ...(shown.includes('none') ? ['tasks without a shift'] : [])].join(' and ')];
}

/**
 * `programme of 16 Sep 2017, version 3`; without a data date `programme imported 16 Sep, no data date, version 3`; if
 * the service gives neither date `tasks read Fri 20 Nov 2026 14:02 GMT`.
 * @param reportDay of the report that shows the text; the data may have been read for a report of an earlier day
 */
export function dataSourceText({ programme, read }: ReadTimeAndProgramme, reportDay: Day): string {
  const label = programme?.label ?? '';
  const version = `version ${label.length > maxVersionLength ? `${label.slice(0, maxVersionLength)}…` : label}`;
  const day = programme && programmeDataDay(programme);
  if (day !== undefined) return `programme of ${dateText(day, reportDay)}, ${version}`;
  const imported = programme?.imported;
  if (imported !== undefined) {
    return `programme imported ${dateText(imported.day, reportDay)}, no data date, ${version}`;
  }
  // A version without dates, such as a sample project's, tells a reader nothing.
  return `tasks read ${read.label}`;
}

export function dataSourceTitle(dates: ReportDates): string {
  return capitalised(dataSourceText(dates, dates.reportDay));
}

/**
 * `Thu and Fri not reported: the programme dates from Wed 18 Nov`: days of the measured week up to the report day that
 * the data does not cover; undefined if there are none.
 */
export function daysNotReportedText(lookahead: Lookahead): string | undefined {
  const { ppc } = lookahead;
  if (ppc.kind === 'not yet') return undefined;
  if (ppc.kind === 'not reported') return `${weeksText(ppc.week)} not reported: ${dataDateText(lookahead)}`;
  return ppc.notReported && `${weekdaysText(ppc.notReported)} not reported: ${dataDateText(lookahead)}`;
}

function dataDateText({ programme, read, reportDay }: ReportDates): string {
  const day = programme && programmeDataDay(programme);
  if (day !== undefined) {
    // The time shows why the day itself may count as not reported.
    const [, time] = programme?.dataDate?.split('T') ?? [];
    return `the programme dates from ${dayText(day, reportDay)}${time === undefined ? '' : ` at ${time}`}`;
  }
  return programme?.imported === undefined
    ? `the tasks were read ${dayText(read.day, reportDay)}`
    : `the programme was imported ${dayText(programme.imported.day, reportDay)}, without a data date`;
}

function weekdaysText({ start, finish }: StartAndFinish): string {
  const name = (day: Day) => dayTextParts(day).weekday;
  if (start === finish) return name(start);
  return `${name(start)} ${addDays(start, 1) === finish ? 'and' : 'to'} ${name(finish)}`;
}

export function staleDataText(dates: ReportDates, staleAfter: number): string | undefined {
  const age = programmeAge(dates);
  if (age === undefined || age <= staleAfter) return undefined;
  return `${dataSourceTitle(dates)}: ${countText(age, 'day')} old. What has happened since is not shown.`;
}
