import type { Configuration } from './configuration.ts';
import { projectsOfReport } from './projects-of.ts';
import { type CronFields, readCron } from './schedule/cron.ts';
import { type CronWithTimeZone, findSkippedTime } from './schedule/schedule.ts';

/** A sentence for each valid schedule that does not fire in some months, or at a clock change. */
export function scheduleNotes({ projects, reports }: Configuration): readonly string[] {
  return reports.flatMap((report) => {
    const { key, when } = report;
    if (when === undefined) return [];
    const zones = projectsOfReport(report, projects).map(({ timeZone }) => when.timeZone ?? timeZone);
    const notes = [...calendarNotes(when), ...clockNotes(when, new Set(zones))];
    return notes.map((note) => `${key}: ${note}`);
  });
}

function clockNotes(when: CronWithTimeZone, zones: ReadonlySet<string>): readonly string[] {
  return Array.from(zones).flatMap((zone) => {
    const skipped = findSkippedTime(when, zone);
    if (skipped === undefined) return [];
    const { from, to } = skipped;
    return `once a year the clocks of ${zone} go forward from ${from} to ${to}, and what is due between is left out that day; when they go back, the hour that comes twice counts once.`;
  });
}

function calendarNotes(when: CronWithTimeZone): readonly string[] {
  const read = readCron(when.cron);
  return read.kind === 'fields' ? [...missingDayNotes(read.fields), ...fifthWeekdayNotes(read.fields)] : [];
}

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const february = 2;
const everyMonth = daysOfMonths.map((_, index) => index + 1);
const daysMissingInSomeMonths = [29, 30, 31] as const;
const daysInEveryMonth = Array.from({ length: 28 }, (_, index) => index + 1);

const formatDates = (options: Intl.DateTimeFormatOptions, dates: readonly number[]) =>
  dates.map((date) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(date));
const monthNames = formatDates(
  { month: 'long' },
  everyMonth.map((month) => Date.UTC(2026, month - 1)),
);
/** Names of the weekdays from Sunday on: 1 November 2026 is a Sunday. */
const weekdayNames = formatDates(
  { weekday: 'long' },
  [1, 2, 3, 4, 5, 6, 7].map((day) => Date.UTC(2026, 10, day)),
);
const englishListFormat = new Intl.ListFormat('en-GB');

function missingDayNotes({ days = [], months = everyMonth }: CronFields): readonly string[] {
  const numbers = days.filter((day) => day !== 'last');
  if (numbers.length < days.length || daysInEveryMonth.every((day) => numbers.includes(day))) return [];
  const missing = daysMissingInSomeMonths
    .filter((day) => numbers.includes(day))
    .map((day) => ({ day, without: months.filter((month) => daysInMonth(month) < day) }))
    .filter(({ without }) => without.length > 0);
  const isLeapDay = months.includes(february) && numbers.includes(29);
  const texts = [
    ...(isLeapDay ? ['February has a 29th only in leap years'] : []),
    ...missing.map(
      ({ day, without }) =>
        `there is no ${ordinal(day)} in ${englishListFormat.format(without.map(monthName))}`,
    ),
  ];
  if (texts.length === 0) return [];
  const empty = months.filter((month) => numbers.every((day) => day > daysInMonth(month)));
  const inOtherYears = isLeapDay && numbers.every((day) => day > 28) ? ['February of other years'] : [];
  const idle = [...inOtherYears, ...empty.map(monthName)];
  const none = idle.length === 0 ? '' : `, so nothing is due in ${englishListFormat.format(idle)}`;
  return [`${englishListFormat.format(texts)}${none}. L is the last day of each month.`];
}

function fifthWeekdayNotes({ weekdays = [] }: CronFields): readonly string[] {
  return weekdays
    .filter(({ nth }) => nth === 5)
    .filter(({ weekday: fifth }) => !weekdays.some(({ weekday, nth }) => weekday === fifth && nth === 'last'))
    .map(({ weekday }) => {
      const name = weekdayNames[weekday] ?? '';
      const short = name.slice(0, 3).toUpperCase();
      return `${short}#5 is due only in months with five ${name}s. ${short}#L is the last ${name} of each month.`;
    });
}

function daysInMonth(month: number): number {
  return daysOfMonths[month - 1] ?? 0;
}

function ordinal(day: number): string {
  return day === 31 ? '31st' : `${day}th`;
}

function monthName(month: number): string {
  return monthNames[month - 1] ?? '';
}
