/** Dates, counts and shares as the message words them. */
import { type Day, formatDay, isoWeekOf, weekdayOf } from '../lookahead/day.ts';
import type { ShiftSlot } from '../lookahead/lookahead.ts';
import type { Window } from '../lookahead/window.ts';

const weekdays = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Mon 23 Nov`. */
export function dayText(day: Day): string {
  const [, month, date] = formatDay(day).split('-');
  return `${weekdays[weekdayOf(day)]} ${Number(date)} ${months[Number(month) - 1]}`;
}

/** `Mon 23 – Sun 29 Nov`, `Mon 30 Nov – Fri 4 Dec`; one day is itself. */
export function datesText(start: Day, finish: Day): string {
  if (start === finish) return dayText(start);
  const sameMonth = formatDay(start).slice(0, 7) === formatDay(finish).slice(0, 7);
  const first = dayText(start);
  return `${sameMonth ? first.slice(0, first.lastIndexOf(' ')) : first} – ${dayText(finish)}`;
}

/** `week 48`, `weeks 48–53`. */
export function weeksText(window: Window): string {
  const first = isoWeekOf(window.first).week;
  return window.weeks === 1 ? `week ${first}` : `weeks ${first}–${isoWeekOf(window.last).week}`;
}

/** `Mon 23 Nov – Sun 29 Nov 2026, week 48`. */
export function windowText(window: Window): string {
  const years = [window.first, window.last].map((day) => formatDay(day).slice(0, 4));
  const first = years[0] === years[1] ? dayText(window.first) : `${dayText(window.first)} ${years[0]}`;
  return `${first} – ${dayText(window.last)} ${years[1]}, ${weeksText(window)}`;
}

/** `1 task`, `3 tasks`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : several}`;
}

/** Whole per cent, half up; a share is from 0 to 1. */
export function percent(share: number): string {
  return `${Math.round(Number((share * 100).toFixed(6)))}%`;
}

export const shiftTitles: Readonly<Record<ShiftSlot, string>> = {
  day: 'Day',
  afternoon: 'Afternoon',
  night: 'Night',
  '24hr': '24 hr',
  none: 'No shift',
};
