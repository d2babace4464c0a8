/** How the data of a report is named, on every page and in every message: by its programme, or by when it was read. */
import { addDays, type Dates, type Day } from '../base/day.ts';
import { dateText, dayParts, dayText } from './dates/day-text.ts';
import { dataDay, programmeAge, type ReportDates } from './dates/report-dates.ts';
import { weeksText } from './dates/window.ts';
import type { Lookahead } from './lookahead.ts';
import { countText } from './text/quantity-text.ts';

/** Characters of a version's name, which a service may choose freely. */
const maxLabel = 16;

/**
 * `programme of 16 Sep 2017, version 3`; without a data date `programme imported 16 Sep, no data date, version 3`; of a
 * service that says nothing of its age `tasks read Fri 20 Nov 2026 14:02 GMT`.
 * @param reportDay of the report that says it, which may be a later one
 */
export function sourceText({ programme, read }: Omit<ReportDates, 'reportDay'>, reportDay: Day): string {
  const label = programme?.label ?? '';
  const version = `version ${label.length > maxLabel ? `${label.slice(0, maxLabel)}…` : label}`;
  const day = programme && dataDay(programme);
  if (day !== undefined) return `programme of ${dateText(day, reportDay)}, ${version}`;
  const imported = programme?.imported;
  if (imported !== undefined) {
    return `programme imported ${dateText(imported.day, reportDay)}, no data date, ${version}`;
  }
  // The version alone, such as that of a sample project, tells a reader nothing.
  return `tasks read ${read.label}`;
}

/** The same as the beginning of a line. */
export function sourceTitle(dates: ReportDates): string {
  return capitalised(sourceText(dates, dates.reportDay));
}

/**
 * `Thu and Fri not reported: the programme is of Wed 18 Nov`: the days of the measured week that had come by the report
 * day, but that the data knows nothing of; undefined where there are none.
 */
export function notReportedText(lookahead: Pick<Lookahead, 'ppc' | keyof ReportDates>): string | undefined {
  const { ppc } = lookahead;
  if (ppc.kind === 'not yet') return undefined;
  if (ppc.kind === 'not reported') return `${weeksText(ppc.week)} not reported: ${lastWord(lookahead)}`;
  return ppc.notReported && `${daysNamed(ppc.notReported)} not reported: ${lastWord(lookahead)}`;
}

function lastWord({ programme, read, reportDay }: ReportDates): string {
  const day = programme && dataDay(programme);
  if (day !== undefined) {
    // The day that it names is then not known itself.
    const time = programme?.dataDate?.endsWith('T00:00') ? ' at 00:00' : '';
    return `the programme is of ${dayText(day, reportDay)}${time}`;
  }
  return programme?.imported === undefined
    ? `the tasks were read ${dayText(read.day, reportDay)}`
    : `the programme was imported ${dayText(programme.imported.day, reportDay)}, without a data date`;
}

/** `Thu`, `Thu and Fri`, `Wed to Fri`. */
function daysNamed({ start, finish }: Dates): string {
  const name = (day: Day) => dayParts(day).weekday;
  if (start === finish) return name(start);
  return `${name(start)} ${addDays(start, 1) === finish ? 'and' : 'to'} ${name(finish)}`;
}

/** The line at the top of pages and messages about a programme that is older than so many days; undefined for others. */
export function staleText(dates: ReportDates, staleAfter: number): string | undefined {
  const age = programmeAge(dates);
  if (age === undefined || age <= staleAfter) return undefined;
  return `${sourceTitle(dates)}: ${countText(age, 'day')} old. What has happened since is not shown.`;
}

export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
