/** The columns of the grid: the window's days, and the weeks they belong to. */

import { addDays, type Day, isoWeekOf, isWeekend, weekdayOf } from '../dates/day.ts';
import { dateText, dayParts } from '../dates/day-text.ts';
import type { Window } from '../dates/window.ts';

/** What kind of day a column is; the data date's is today, whatever weekday that is. */
export type DayKind = 'weekday' | 'weekend' | 'today';

export type DayColumn = {
  readonly day: Day;
  /** `Mon`. */
  readonly weekday: string;
  readonly dayOfMonth: number;
  /** `Nov`. */
  readonly month: string;
  readonly kind: DayKind;
};

/** One column for each date of the window. */
export function dayColumns(window: Window, today: Day): readonly DayColumn[] {
  return Array.from({ length: window.last - window.first + 1 }, (_, index) => {
    const day = addDays(window.first, index);
    const { weekday, dayOfMonth, month } = dayParts(day);
    return { day, weekday, dayOfMonth, month, kind: kindOf(day, today) };
  });
}

function kindOf(day: Day, today: Day): DayKind {
  if (day === today) return 'today';
  return isWeekend(day) ? 'weekend' : 'weekday';
}

/** The days of one calendar week of a window; a window may begin on any day, so the first and last may be short. */
export type WeekOfDays = {
  /** ISO week. */
  readonly week: number;
  /** Index of its first day among the window's. */
  readonly from: number;
  readonly days: readonly DayColumn[];
};

/** The window's days week by week, Monday to Sunday. */
export function weeksOf(days: readonly DayColumn[]): readonly WeekOfDays[] {
  const weeks: { week: number; from: number; days: DayColumn[] }[] = [];
  days.forEach((column, index) => {
    const current = weeks.at(-1);
    if (current && weekdayOf(column.day) !== 1) current.days.push(column);
    else weeks.push({ week: isoWeekOf(column.day).week, from: index, days: [column] });
  });
  return weeks;
}

/** The titles a week can have over its days, longest first: `Week 48 · 23 Nov – 29 Nov`, `Week 48 · 23 Nov`, `W 48`. */
export function weekTitles({ week, days }: WeekOfDays): readonly [string, ...string[]] {
  const [first] = days;
  const last = days.at(-1);
  const short = `W ${week}`;
  if (first === undefined || last === undefined) return [short];
  const named = `Week ${week} · ${dateText(first.day)}`;
  return [`${named} – ${dateText(last.day)}`, named, short];
}
