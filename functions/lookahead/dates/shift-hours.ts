/** Texts about the hours of a project's shifts. A night belongs to the day on which it begins. */
import { addDays, type Day } from '#base/day.ts';
import type { Shift } from '#planning/contract/tasks-query.ts';
import { dayText, dayTextParts } from './day-text.ts';

/** Times of the site as `HH:MM`. If `to` is not later than `from`, it is on the next day. */
export type ShiftHours = { readonly from: string; readonly to: string };

/** Tasks without a shift have no hours. */
export type HoursOfShifts = { readonly [Slot in Shift | 'none']?: ShiftHours | undefined };

export const nightRuleText = 'a night belongs to the day on which it begins';

export function endsNextDay({ from, to }: ShiftHours): boolean {
  return to <= from;
}

/** Whether a sheet or a message about these shifts must explain to which day a night belongs. */
export function needsNightRule(shifts: Iterable<Shift | 'none'>, hours: HoursOfShifts = {}): boolean {
  return hours.night !== undefined && endsNextDay(hours.night) && new Set(shifts).has('night');
}

/** `07:00–15:30` */
export function hoursText({ from, to }: ShiftHours): string {
  return `${from}–${to}`;
}

/**
 * When a shift works on a day: `Mon 30 Nov, 21:00 to Tue 05:00` if it ends on the next day, else `07:00–15:30`. For a
 * night without hours, `the night that begins on Mon 30 Nov`; empty for other shifts without hours.
 */
export function shiftTimeText(shift: Shift | 'none', hours: ShiftHours | undefined, day: Day): string {
  if (hours === undefined) return shift === 'night' ? `the night that begins on ${dayText(day, day)}` : '';
  if (!endsNextDay(hours)) return hoursText(hours);
  return `${dayText(day, day)}, ${hours.from} to ${dayTextParts(addDays(day, 1)).weekday} ${hours.to}`;
}
