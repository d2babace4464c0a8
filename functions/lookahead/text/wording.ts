/** How dates, quantities and moves read, on every sheet and in every message. */
import { type Day, weekdayOf } from '../dates/day.ts';
import type { ShiftSlot } from '../lookahead.ts';
import type { Dates } from '../tasks/planned-task.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const millisecondsPerDay = 86_400_000;

export const shiftTitles: Readonly<Record<ShiftSlot, string>> = {
  day: 'Day',
  afternoon: 'Afternoon',
  night: 'Night',
  '24hr': '24 hr',
  none: 'No shift',
};

/** `Day shift`, `24 hr shift`, `No shift`. */
export function shiftName(shift: ShiftSlot): string {
  return shift === 'none' ? shiftTitles.none : `${shiftTitles[shift]} shift`;
}

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

/** `Mon 23 Nov – Fri 27 Nov`; one day alone; `no dates` where there are none. */
export function datesText(dates: Dates | undefined): string {
  if (dates === undefined) return 'no dates';
  if (dates.start === dates.finish) return dayText(dates.start);
  return `${dayText(dates.start)} – ${dayText(dates.finish)}`;
}

/** Sums of quantities without the dust of binary fractions: 0.1 + 0.2 is 0.3. */
export function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/** At most two decimals, no trailing zeros: `64`, `2.5`, `−1.25`. */
export function quantityText(quantity: number): string {
  const rounded = Math.round(tidy(Math.abs(quantity) * 100)) / 100;
  return `${quantity < 0 && rounded !== 0 ? '−' : ''}${rounded}`;
}

/** A share of 0 to 1 without decimals, half up: 2/3 is `67%`, 0.285 is `29%`. */
export function percentText(share: number): string {
  return `${Math.round(tidy(share * 100))}%`;
}

/** With its sign, a true minus below 0: `+3`, `−2`, `0`. */
function signedText(value: number): string {
  return value > 0 ? `+${quantityText(value)}` : quantityText(value);
}

/** `+3 d behind`, `−2 d ahead`, `on plan`: the sign and the word, for readers of black-and-white prints. */
export function slipText(days: number): string {
  if (days === 0) return 'on plan';
  return `${signedText(days)} d ${days > 0 ? 'behind' : 'ahead'}`;
}

/** `1 task`, `3 tasks`, `0.5 person-days`; `41 people` where `many` says so. */
export function countText(count: number, one: string, many = `${one}s`): string {
  const shown = quantityText(count);
  return `${shown} ${shown === '1' ? one : many}`;
}

/**
 * `FS+2`, `SS`, `FS-1`. A relation's code keeps the keyboard's hyphen, since planners type and search for it.
 */
export function relationCode(type: string, lag: number): string {
  if (lag === 0) return type;
  return `${type}${lag > 0 ? '+' : '-'}${quantityText(Math.abs(lag))}`;
}
