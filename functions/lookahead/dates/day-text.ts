/**
 * Texts of days on every sheet and in every message: English names, whatever the machine's locale. A day in another
 * year than the report day is shown with its year.
 */
import { type Day, type StartAndFinish, weekdayOf } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const millisecondsPerDay = 86_400_000;

export function weekdayText(day: Day): string {
  return weekdays[weekdayOf(day) - 1] ?? '';
}

type DayParts = {
  readonly weekday: string;
  readonly dayOfMonth: number;
  readonly month: string;
  readonly year: number;
};

const known = new Map<Day, DayParts>();
/** Maximum number of cached days. It bounds the memory of a process that makes many reports. */
const maxKnown = 20_000;

export function dayTextParts(day: Day): DayParts {
  if (known.size > maxKnown) known.clear();
  return getOrInsert(known, day, () => {
    const date = new Date(day * millisecondsPerDay);
    return {
      weekday: weekdayText(day).slice(0, 3),
      dayOfMonth: date.getUTCDate(),
      month: months[date.getUTCMonth()] ?? '',
      year: date.getUTCFullYear(),
    };
  });
}

/** `23 Nov`; `14 Nov 2016` in another year. */
export function dateText(day: Day, reportDay: Day): string {
  const { dayOfMonth, month, year } = dayTextParts(day);
  return `${dayOfMonth} ${month}${isSameYear(day, reportDay) ? '' : ` ${year}`}`;
}

export function dayText(day: Day, reportDay: Day): string {
  return `${dayTextParts(day).weekday} ${dateText(day, reportDay)}`;
}

export function dayAndYearText(day: Day): string {
  const { weekday, dayOfMonth, month, year } = dayTextParts(day);
  return `${weekday} ${dayOfMonth} ${month} ${year}`;
}

/** `Mon 23 Nov – Fri 27 Nov`; `Mon 23 Nov` for a single day; `no dates` if there are none. */
export function datesText(dates: StartAndFinish | undefined, reportDay: Day): string {
  if (dates === undefined) return 'no dates';
  const { start, finish } = dates;
  const end = dayText(finish, reportDay);
  return start === finish ? end : `${dayText(start, referenceDayForStart(dates, reportDay))} – ${end}`;
}

/** Reference day for the start of dates. If both ends are in one year, only the finish shows the year. */
function referenceDayForStart({ start, finish }: StartAndFinish, reportDay: Day): Day {
  return isSameYear(start, finish) ? start : reportDay;
}

export function isSameYear(a: Day, b: Day): boolean {
  return dayTextParts(a).year === dayTextParts(b).year;
}

/** `Mon 23 – Wed 25 → Mon 30 Nov`: old dates and new ones. A month that repeats is stated once, to save room. */
export function movedDatesText(
  from: StartAndFinish | undefined,
  to: StartAndFinish | undefined,
  reportDay: Day,
): string {
  return formatDatesMove(withWeekday, { from, to, reportDay });
}

/** Old dates and new ones without weekdays, for narrow places: `23 – 25 → 30 Nov`. */
export function shortDatesMoveText(
  from: StartAndFinish | undefined,
  to: StartAndFinish | undefined,
  reportDay: Day,
): string {
  return formatDatesMove(withoutWeekday, { from, to, reportDay });
}

type DayForm = { readonly full: typeof dayText; readonly short: (day: Day) => string };

type Move = {
  readonly from: StartAndFinish | undefined;
  readonly to: StartAndFinish | undefined;
  readonly reportDay: Day;
};

const withWeekday: DayForm = { full: dayText, short: shortDay };
const withoutWeekday: DayForm = { full: dateText, short: (day) => `${dayTextParts(day).dayOfMonth}` };

function formatDatesMove(form: DayForm, { from, to, reportDay }: Move): string {
  const isSaid = from !== undefined && to !== undefined && isSameMonth(from.start, from.finish, to.start);
  const shown = (dates: StartAndFinish | undefined, monthIsSaid: boolean) =>
    shortDates(form, dates, { monthIsSaid, reportDay });
  return `${shown(from, isSaid)} → ${shown(to, false)}`;
}

function shortDates(
  { full, short }: DayForm,
  dates: StartAndFinish | undefined,
  { monthIsSaid, reportDay }: { readonly monthIsSaid: boolean; readonly reportDay: Day },
): string {
  if (dates === undefined) return 'no dates';
  const { start, finish } = dates;
  const end = monthIsSaid ? short(finish) : full(finish, reportDay);
  if (start === finish) return end;
  return `${isSameMonth(start, finish) ? short(start) : full(start, referenceDayForStart(dates, reportDay))} – ${end}`;
}

function shortDay(day: Day): string {
  const { weekday, dayOfMonth } = dayTextParts(day);
  return `${weekday} ${dayOfMonth}`;
}

function isSameMonth(...days: readonly Day[]): boolean {
  const months = days.map((day) => {
    const { month, year } = dayTextParts(day);
    return `${month} ${year}`;
  });
  return new Set(months).size === 1;
}

/**
 * Says what happened to a task that the data lacks: `not in the plan any more, or moved beyond Sun 3 Jan 2027`.
 * @param lastDay the last day on which the task was looked for; undefined if the whole programme was searched
 */
export function removedTaskText(lastDay: Day | undefined): string {
  const gone = 'not in the plan any more';
  return lastDay === undefined ? gone : `${gone}, or moved beyond ${dayAndYearText(lastDay)}`;
}
