import { addDays, type Dates, type Day, dayFromNumber } from '../../base/day.ts';
import type { WireDate } from '../../planning/contract/wire-date.ts';
import { countWorkingDays, hasWork, type WorksOn } from '../dates/working-days.ts';

/** What a reader sees about a task's dates. */
export type Mark =
  /** Unfinished, and its finish has passed. */
  | 'overdue'
  /** Unfinished, and its finish is still to come, before the window. */
  | 'due before'
  /** Unfinished in the data, which knows nothing of its last day: it may be finished. */
  | 'not reported'
  /** The service gave a start after the finish; they were swapped. */
  | 'dates reversed'
  /** The service gave a date that could not be read; it counts as missing. */
  | 'date unreadable';

/** The dates of a task's bar, and what a reader sees about them. */
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
  /** Night work belongs to the date on which the shift begins. */
  readonly isNight: boolean;
};
type ReadDate = Extract<WireDate, { readonly kind: 'date' }>;

/**
 * The last day that counts. Open point of the contract: it does not show whether a finish at exactly 00:00 means
 * that day or the end of the day before. The duration decides, counted in the calendar's working days with that day
 * and without it; if both or neither match, the day counts, as in a sister interface of the service. The last
 * morning of a night shift belongs to the evening before.
 */
function lastDay(start: ReadDate, finish: ReadDate, given: Given): Day {
  const { duration, worksOn, isNight } = given;
  if (finish.day <= start.day) return finish.day;
  const dayBefore = addDays(finish.day, -1);
  if (finish.midnight) {
    const fitsWithIt = countWorkingDays(worksOn, start.day, finish.day) === duration;
    const fitsWithout = countWorkingDays(worksOn, start.day, dayBefore) === duration;
    return fitsWithout && !fitsWithIt ? dayBefore : finish.day;
  }
  const endsNextMorning =
    start.time !== undefined && finish.time !== undefined && finish.time < start.time && isNight;
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

/** The days of a window that a task works: inside its bar, on its calendar, without its pauses. None for a milestone. */
export function workingDaysIn(
  window: { readonly first: Day; readonly last: Day },
  task: { readonly dates: Dates | undefined; readonly milestone: boolean; readonly worksOn: WorksOn },
): readonly Day[] {
  if (task.dates === undefined || task.milestone) return [];
  const days: Day[] = [];
  const last = Math.min(window.last, task.dates.finish);
  for (
    let day = dayFromNumber(Math.max(window.first, task.dates.start));
    day <= last;
    day = addDays(day, 1)
  ) {
    if (hasWork(task.worksOn, day)) days.push(day);
  }
  return days;
}
