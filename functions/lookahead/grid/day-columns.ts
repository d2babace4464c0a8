import { addDays, type Day, isoWeekOf, isWeekend, type StartAndFinish, weekdayOf } from '#base/day.ts';
import { dateText, dayTextParts, isSameYear } from '#lookahead/dates/day-text.ts';
import type { Window } from '#lookahead/dates/window.ts';
import { isCalendarWorkingDay, type WorkingCalendar } from '#lookahead/dates/working-days.ts';
import type { NamedReference } from '#lookahead/tasks/read-task.ts';

/** The report day is `today`, whether it is worked or not. */
export type DayKind = 'workday' | 'dayOff' | 'today';

export type DayColumn = {
  readonly day: Day;
  readonly weekday: string;
  readonly dayOfMonth: number;
  readonly month: string;
  readonly kind: DayKind;
  /** A holiday of the project, even if a task works on it. */
  readonly isHoliday?: true;
};

type Scheduled = {
  readonly dates: StartAndFinish | undefined;
  readonly worksOn: WorkingCalendar;
  readonly calendar: NamedReference | undefined;
};

type Days = {
  readonly window: Window;
  readonly today: Day;
  readonly holidays: readonly Day[] | undefined;
};

export function windowDayColumns(
  { window, today, holidays = [] }: Days,
  tasks: readonly Scheduled[],
): readonly DayColumn[] {
  const scheduled = tasks.filter(({ calendar }) => calendar !== undefined);
  return Array.from({ length: window.last - window.first + 1 }, (_, index) => {
    const day = addDays(window.first, index);
    const { weekday, dayOfMonth, month } = dayTextParts(day);
    const isHoliday = holidays.includes(day);
    const isOff = scheduled.length === 0 ? isWeekend(day) || isHoliday : isDayOff(day, scheduled);
    const kind = day === today ? 'today' : isOff ? 'dayOff' : 'workday';
    return { day, weekday, dayOfMonth, month, kind, ...(isHoliday && { isHoliday }) };
  });
}

/**
 * Whether a day is off for the project. A day that most calendars do not work is off, unless most tasks whose dates
 * include it list it as worked; any other day is off if most of those tasks list it as a day off.
 */
function isDayOff(day: Day, scheduled: readonly Scheduled[]): boolean {
  // A task lists its own days only within its dates.
  const around = scheduled.filter(({ dates }) => dates && dates.start <= day && day <= dates.finish);
  return isTrueOfMost(scheduled, ({ worksOn }) => !isCalendarWorkingDay(worksOn, day))
    ? !isTrueOfMost(around, ({ worksOn }) => worksOn.extraDays.has(day))
    : isTrueOfMost(around, ({ worksOn }) => worksOn.daysOff.has(day));
}

function isTrueOfMost(tasks: readonly Scheduled[], isSo: (task: Scheduled) => boolean): boolean {
  return tasks.filter(isSo).length > tasks.length / 2;
}

/** The days of one calendar week. The first and last may be short if the given days are not whole weeks. */
export type WeekOfDays = {
  readonly week: number;
  readonly from: number;
  readonly days: readonly DayColumn[];
};

export function groupDaysByWeek(days: readonly DayColumn[]): readonly WeekOfDays[] {
  const weeks: { week: number; from: number; days: DayColumn[] }[] = [];
  days.forEach((column, index) => {
    const current = weeks.at(-1);
    if (current && weekdayOf(column.day) !== 1) current.days.push(column);
    else weeks.push({ week: isoWeekOf(column.day).week, from: index, days: [column] });
  });
  return weeks;
}

/**
 * The titles that fit above the days of a week, longest first: `Week 48 · 23 Nov – 29 Nov`, `Week 48 · 23 Nov`, `W 48`.
 */
export function weekTitlesLongestFirst(
  { week, days }: WeekOfDays,
  reportDay: Day,
): readonly [string, ...string[]] {
  const [first] = days;
  const last = days.at(-1);
  const short = `W ${week}`;
  if (first === undefined || last === undefined) return [short];
  const from = (referenceDay: Day) => `Week ${week} · ${dateText(first.day, referenceDay)}`;
  const whole = from(isSameYear(first.day, last.day) ? first.day : reportDay);
  return [`${whole} – ${dateText(last.day, reportDay)}`, from(reportDay), short];
}
