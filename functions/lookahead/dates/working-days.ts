/**
 * The days a calendar works. Open point of the contract: `five-day` is the only calendar type it shows. The product
 * has 5, 6 and 7 day bases; `six-day`, `seven-day` and the spellings with a digit are our reading. Any other type, or
 * none, works every day, so that no work is hidden.
 */

import { normalizeWord } from '../text/clean-text.ts';
import { addDays, type Day, dayFromNumber, weekdayOf } from './day.ts';

/** Index 1 Monday … 7 Sunday; index 0 unused. */
export type WorksOn = readonly boolean[];

const everyDay: WorksOn = [false, true, true, true, true, true, true, true];
const sixDays: WorksOn = [false, true, true, true, true, true, true, false];
const fiveDays: WorksOn = [false, true, true, true, true, true, false, false];

const bases: ReadonlyMap<string, WorksOn> = new Map([
  ['five', fiveDays],
  ['5', fiveDays],
  ['six', sixDays],
  ['6', sixDays],
]);
const basis = /^(five|5|six|6)days?(week)?$/;

/** Reads a calendar's type: `five-day`, `5-day`, `5 day` or `fiveday`, and the same with six. */
export function readCalendarType(calendarType: string | undefined): WorksOn {
  const number = basis.exec(normalizeWord(calendarType))?.[1];
  return (number === undefined ? undefined : bases.get(number)) ?? everyDay;
}

/** Whether a calendar works on a day. */
export function isWorkingDay(worksOn: WorksOn, day: Day): boolean {
  return worksOn[weekdayOf(day)] === true;
}

function daysPerWeek(worksOn: WorksOn): number {
  return worksOn.filter((on) => on).length;
}

/** Working days from start to finish, both counted; 0 where the finish is before the start. */
export function countWorkingDays(worksOn: WorksOn, start: Day, finish: Day): number {
  if (finish < start) return 0;
  const wholeWeeks = Math.floor((finish - start + 1) / 7);
  let count = wholeWeeks * daysPerWeek(worksOn);
  for (let day = start + wholeWeeks * 7; day <= finish; day += 1) {
    if (isWorkingDay(worksOn, dayFromNumber(day))) count += 1;
  }
  return count;
}

/**
 * The day that is `count` working days later, or earlier if below 0; for 0 the day itself, whether it is a working
 * day or not. A fraction of a day is rounded down, so that a task gets the benefit of the doubt.
 */
export function addWorkingDays(worksOn: WorksOn, day: Day, count: number): Day {
  const perWeek = daysPerWeek(worksOn);
  let left = Math.floor(count);
  if (perWeek === 0) return day;
  const step = left > 0 ? 1 : -1;
  // All weeks but the last at once; the last day by day, to end on a working day.
  const weeks = Math.max(0, Math.floor((Math.abs(left) - 1) / perWeek));
  let reached = addDays(day, step * weeks * 7);
  left -= step * weeks * perWeek;
  while (left !== 0) {
    reached = addDays(reached, step);
    if (isWorkingDay(worksOn, reached)) left -= step;
  }
  return reached;
}
