/** Days as the sheets' sentences say them. Cells hold dates; these are for titles, figures and footers. */
import { type Day, isoWeekOf, plainDateFromDay, weekdayOf } from '../lookahead/day.ts';
import type { WeekOfDays } from '../lookahead/day-grid.ts';
import type { Window } from '../lookahead/window.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `Thursday`. */
export function weekdayWord(day: Day): string {
  return weekdays[weekdayOf(day) - 1] ?? '';
}

/** `23 Nov`. */
export function dateWords(day: Day): string {
  const date = plainDateFromDay(day);
  return `${date.day} ${months[date.month - 1] ?? ''}`;
}

/** `Mon 23 Nov`. */
export function dayWords(day: Day): string {
  return `${weekdayWord(day).slice(0, 3)} ${dateWords(day)}`;
}

/** `Mon 23 Nov – Sun 29 Nov 2026`; both years around New Year. */
export function windowWords(window: Window): string {
  const first = plainDateFromDay(window.first).year;
  const last = plainDateFromDay(window.last).year;
  const start = first === last ? dayWords(window.first) : `${dayWords(window.first)} ${first}`;
  return `${start} – ${dayWords(window.last)} ${last}`;
}

/** `Week 48`, `Weeks 48–51`. */
export function weekWords(window: Window): string {
  const first = isoWeekOf(window.first).week;
  const last = isoWeekOf(window.last).week;
  return first === last ? `Week ${first}` : `Weeks ${first}–${last}`;
}

/** `Week 48 · 23 Nov – 29 Nov`. */
export function weekSpanWords({ week, days }: Pick<WeekOfDays, 'week' | 'days'>): string {
  const [first] = days;
  const last = days.at(-1);
  return first && last ? `Week ${week} · ${dateWords(first.day)} – ${dateWords(last.day)}` : `Week ${week}`;
}
