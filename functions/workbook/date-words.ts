/** Days as the sheets' sentences say them. Cells hold dates; these are for titles, figures and footers. */
import { type Day, isoWeekOf, weekdayOf } from '../lookahead/day.ts';
import type { WeekOfDays } from '../lookahead/day-grid.ts';
import type { Window } from '../lookahead/window.ts';
import { dayParts, dayText } from '../lookahead/wording.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `Thursday`. */
export function weekdayWord(day: Day): string {
  return weekdays[weekdayOf(day) - 1] ?? '';
}

/** `23 Nov`. */
export function dateWords(day: Day): string {
  const { dayOfMonth, month } = dayParts(day);
  return `${dayOfMonth} ${month}`;
}

/** `Mon 23 Nov – Sun 29 Nov 2026`; both years around New Year. */
export function windowWords(window: Window): string {
  const first = dayParts(window.first).year;
  const last = dayParts(window.last).year;
  const start = first === last ? dayText(window.first) : `${dayText(window.first)} ${first}`;
  return `${start} – ${dayText(window.last)} ${last}`;
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
