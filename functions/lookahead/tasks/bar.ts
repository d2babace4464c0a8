import { addDays, type Day } from '../dates/day.ts';
import type { WireDate } from '../dates/wire-date.ts';
import { countWorkingDays, type WorksOn } from '../dates/working-days.ts';
import type { Dates, Mark } from './planned-task.ts';

/** The dates a task's bar has, and what a reader is told about how they came about. */
export type Bar = {
  readonly dates: Dates | undefined;
  readonly milestone: boolean;
  readonly marks: readonly Mark[];
};

type Given = {
  readonly start: WireDate;
  readonly finish: WireDate;
  /** Working days. */
  readonly duration: number | undefined;
  readonly worksOn: WorksOn;
  /** Whether it is night work, which belongs to the date on which the shift begins. */
  readonly turn: 'night' | 'other';
};
type ReadDate = Extract<WireDate, { readonly kind: 'date' }>;

/**
 * The last day that counts. Open point of the contract: whether a finish at exactly 00:00 means that day or the
 * end of the one before is not shown. The duration decides by counting the calendar's working days with that
 * day and without it; where both or neither fit, the day counts, as a sister interface of the service has it.
 * A night shift's last morning belongs to the evening before.
 */
function lastDay(start: ReadDate, finish: ReadDate, given: Given): Day {
  const { duration, worksOn, turn } = given;
  if (finish.day <= start.day) return finish.day;
  const dayBefore = addDays(finish.day, -1);
  if (finish.midnight) {
    const fitsWithIt = countWorkingDays(worksOn, start.day, finish.day) === duration;
    const fitsWithout = countWorkingDays(worksOn, start.day, dayBefore) === duration;
    return fitsWithout && !fitsWithIt ? dayBefore : finish.day;
  }
  const endsNextMorning =
    start.time !== undefined && finish.time !== undefined && finish.time < start.time && turn === 'night';
  return endsNextMorning ? dayBefore : finish.day;
}

function datesOf(given: Given): { readonly dates: Dates | undefined; readonly reversed: boolean } {
  const { start, finish } = given;
  if (start.kind === 'date' && finish.kind === 'date') {
    if (start.day > finish.day) {
      return { dates: { start: finish.day, finish: start.day }, reversed: true };
    }
    return { dates: { start: start.day, finish: lastDay(start, finish, given) }, reversed: false };
  }
  const only = start.kind === 'date' ? start : finish;
  return { dates: only.kind === 'date' ? { start: only.day, finish: only.day } : undefined, reversed: false };
}

/**
 * Decides a task's bar, our reading of the contract's open points: finish is inclusive; one known date is a
 * one-day bar; a start after the finish is swapped and marked; a date that cannot be read counts as missing and
 * is marked; duration 0 with start = finish is a milestone.
 */
export function barOf(given: Given): Bar {
  const { dates, reversed } = datesOf(given);
  const marks: Mark[] = [];
  if (reversed) marks.push('dates reversed');
  if (given.start.kind === 'unreadable' || given.finish.kind === 'unreadable') marks.push('date unreadable');
  const milestone = dates !== undefined && dates.start === dates.finish && given.duration === 0;
  return { dates, milestone, marks };
}
