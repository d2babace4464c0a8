/** How days read, on every sheet and in every message: English names, whatever the locale of the machine. */
import { type Dates, type Day, weekdayOf } from './day.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const millisecondsPerDay = 86_400_000;

/** `Thursday`. */
export function weekdayText(day: Day): string {
  return weekdays[weekdayOf(day) - 1] ?? '';
}

/** `Mon`, 23, `Nov`, 2026. */
export function dayParts(day: Day): {
  readonly weekday: string;
  readonly dayOfMonth: number;
  readonly month: string;
  readonly year: number;
} {
  const date = new Date(day * millisecondsPerDay);
  return {
    weekday: weekdayText(day).slice(0, 3),
    dayOfMonth: date.getUTCDate(),
    month: months[date.getUTCMonth()] ?? '',
    year: date.getUTCFullYear(),
  };
}

/** `23 Nov`. */
export function dateText(day: Day): string {
  const { dayOfMonth, month } = dayParts(day);
  return `${dayOfMonth} ${month}`;
}

/** `Mon 23 Nov`. */
export function dayText(day: Day): string {
  return `${dayParts(day).weekday} ${dateText(day)}`;
}

/** `Mon 23 Nov 2026`. */
export function dayAndYearText(day: Day): string {
  return `${dayText(day)} ${dayParts(day).year}`;
}

/** `Mon 23 Nov – Fri 27 Nov`; `Mon 23 Nov` for a single day; `no dates` where there are none. */
export function datesText(dates: Dates | undefined): string {
  if (dates === undefined) return 'no dates';
  if (dates.start === dates.finish) return dayText(dates.start);
  return `${dayText(dates.start)} – ${dayText(dates.finish)}`;
}

/**
 * `Mon 23 – Wed 25 → Mon 30 Nov`: old dates and new ones, each month once where they follow one another, so that the
 * new ones have room.
 */
export function movedText(from: Dates | undefined, to: Dates | undefined): string {
  return movedWith(withWeekday, from, to);
}

/** The same without weekdays, for a place that has no room for them: `23 – 25 → 30 Nov`. */
export function movedDatesText(from: Dates | undefined, to: Dates | undefined): string {
  return movedWith(withoutWeekday, from, to);
}

/** How a day reads, and how where its month is said already. */
type DayForm = { readonly full: (day: Day) => string; readonly short: (day: Day) => string };

const withWeekday: DayForm = { full: dayText, short: shortDay };
const withoutWeekday: DayForm = { full: dateText, short: (day) => `${dayParts(day).dayOfMonth}` };

function movedWith(form: DayForm, from: Dates | undefined, to: Dates | undefined): string {
  const isSaid = from !== undefined && to !== undefined && inOneMonth(from.start, from.finish, to.start);
  return `${shortDates(form, from, isSaid)} → ${shortDates(form, to, false)}`;
}

function shortDates({ full, short }: DayForm, dates: Dates | undefined, monthIsSaid: boolean): string {
  if (dates === undefined) return 'no dates';
  const { start, finish } = dates;
  const end = monthIsSaid ? short(finish) : full(finish);
  if (start === finish) return end;
  return `${inOneMonth(start, finish) ? short(start) : full(start)} – ${end}`;
}

/** `Mon 23`. */
function shortDay(day: Day): string {
  const { weekday, dayOfMonth } = dayParts(day);
  return `${weekday} ${dayOfMonth}`;
}

function inOneMonth(...days: readonly Day[]): boolean {
  const months = days.map((day) => {
    const { month, year } = dayParts(day);
    return `${month} ${year}`;
  });
  return new Set(months).size === 1;
}
