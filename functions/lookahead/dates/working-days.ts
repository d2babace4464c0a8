/**
 * The days on which a calendar works. Open point of the contract: it shows only the calendar type `five-day`. With an
 * unknown type or none, every day is worked, so that no work is hidden.
 */
import { addDays, type Day, dayFromNumber, parseDay, type StartAndFinish, weekdayOf } from '#base/day.ts';
import { type CalendarType, parseCalendarType } from '#planning/contract/known-words.ts';
import type { InterpretedDate } from '#planning/contract/wire-date.ts';

/** Whether each weekday is worked. Index 1 is Monday, 7 is Sunday; index 0 is not used. */
type WorkedWeekdays = readonly boolean[];

export type WorkingCalendar = {
  readonly weekdays: WorkedWeekdays;
  /** The project's holidays, except those on which the task's daily figures show work. */
  readonly holidays: ReadonlySet<Day>;
  readonly daysOff: ReadonlySet<Day>;
  readonly extraDays: ReadonlySet<Day>;
  /** Working days of the calendar that the task lists as days on which it pauses. */
  readonly daysWithoutWork: ReadonlySet<Day>;
};

export function calendarOfType(calendarType: string | undefined, holidays = none): WorkingCalendar {
  return {
    weekdays: weekdaysOf[parseCalendarType(calendarType) ?? 'seven-day'],
    holidays,
    daysOff: none,
    extraDays: none,
    daysWithoutWork: none,
  };
}

const weekdaysOf: Readonly<Record<CalendarType, WorkedWeekdays>> = {
  'five-day': [false, true, true, true, true, true, false, false],
  'six-day': [false, true, true, true, true, true, true, false],
  'seven-day': [false, true, true, true, true, true, true, true],
};

const none: ReadonlySet<Day> = new Set();

type ListedDays = {
  readonly nonWorkingDays?: readonly string[] | undefined;
  readonly extraWorkingDays?: readonly string[] | undefined;
  readonly daysWithoutWork?: readonly string[] | undefined;
};

/**
 * Adds the days that a task lists. `nonWorkingDays` are holidays and other days off that the calendar type does not
 * show. `extraWorkingDays` are worked even if they are days off of the calendar type or of the project. On
 * `daysWithoutWork`, a split or suspended task pauses. These properties are ours, beyond the contract. Texts that are
 * not dates are ignored.
 */
export function withDaysListedByTask(worksOn: WorkingCalendar, own: ListedDays): WorkingCalendar {
  const { nonWorkingDays, extraWorkingDays, daysWithoutWork } = own;
  if ((nonWorkingDays ?? extraWorkingDays ?? daysWithoutWork) === undefined) return worksOn;
  return {
    ...worksOn,
    daysOff: readDays(nonWorkingDays),
    extraDays: readDays(extraWorkingDays),
    daysWithoutWork: readDays(daysWithoutWork),
  };
}

function readDays(dates: readonly string[] | undefined): ReadonlySet<Day> {
  return dates === undefined ? none : new Set(dates.map(parseDay).filter((day) => day !== undefined));
}

export function isWorkingDay(worksOn: WorkingCalendar, day: Day): boolean {
  return isCalendarWorkingDay(worksOn, day) ? !worksOn.daysOff.has(day) : worksOn.extraDays.has(day);
}

export function isDayWithWork(worksOn: WorkingCalendar, day: Day): boolean {
  return isWorkingDay(worksOn, day) && !worksOn.daysWithoutWork.has(day);
}

/**
 * Whether the calendar works on the day's weekday, and the day is not a holiday. A holiday that the task lists as
 * worked does not count as one.
 */
export function isCalendarWorkingDay(worksOn: WorkingCalendar, day: Day): boolean {
  return isWorkingWeekday(worksOn, day) && !isHolidayOff(worksOn, day);
}

function isWorkingWeekday({ weekdays }: WorkingCalendar, day: Day): boolean {
  return weekdays[weekdayOf(day)] === true;
}

function isHolidayOff({ holidays, extraDays }: WorkingCalendar, day: Day): boolean {
  return holidays.has(day) && !extraDays.has(day);
}

/** Number of holidays from `start` to `finish` on weekdays that the calendar works. */
function countHolidays(worksOn: WorkingCalendar, start: Day, finish: Day): number {
  let count = 0;
  for (const day of worksOn.holidays) {
    if (day >= start && day <= finish && isWorkingWeekday(worksOn, day) && isHolidayOff(worksOn, day))
      count += 1;
  }
  return count;
}

function daysPerWeek({ weekdays }: WorkingCalendar): number {
  return weekdays.filter((on) => on).length;
}

export function countWorkingDays(worksOn: WorkingCalendar, start: Day, finish: Day): number {
  if (finish < start) return 0;
  const wholeWeeks = Math.floor((finish - start + 1) / 7);
  let count = wholeWeeks * daysPerWeek(worksOn) - countHolidays(worksOn, start, finish);
  for (let day = start + wholeWeeks * 7; day <= finish; day += 1) {
    if (isWorkingWeekday(worksOn, dayFromNumber(day))) count += 1;
  }
  for (const day of worksOn.daysOff) {
    if (day >= start && day <= finish && isCalendarWorkingDay(worksOn, day)) count -= 1;
  }
  for (const day of worksOn.daysWithoutWork) {
    if (day >= start && day <= finish && isWorkingDay(worksOn, day)) count -= 1;
  }
  for (const day of worksOn.extraDays) {
    if (day >= start && day <= finish && !isCalendarWorkingDay(worksOn, day)) count += 1;
  }
  return count;
}

/**
 * Working days after `from` up to and including `to`; below 0 if `to` is earlier. Days on which only this task pauses
 * are counted.
 */
export function countWorkingDaysBetween(worksOn: WorkingCalendar, from: Day, to: Day): number {
  if (to < from) return 0 - countWorkingDaysBetween(worksOn, to, from);
  return countWorkingDays({ ...worksOn, daysWithoutWork: none }, addDays(from, 1), to);
}

/**
 * The day `count` working days later, or earlier if below 0; for 0 the day itself, even a day off. A fraction is
 * rounded down, in the task's favour. Only weekdays and holidays matter, because a task lists its own days only within
 * its dates.
 */
export function addWorkingDays(worksOn: WorkingCalendar, day: Day, count: number): Day {
  let left = Math.floor(count);
  if (left === 0) return day;
  const perWeek = daysPerWeek(worksOn);
  if (perWeek === 0) return day;
  const step = left > 0 ? 1 : -1;
  const weeks = Math.max(0, Math.floor((Math.abs(left) - 1) / perWeek));
  let reached = addDays(day, step * weeks * 7);
  const [first, last] = step > 0 ? [addDays(day, 1), reached] : [reached, addDays(day, -1)];
  left -= step * (weeks * perWeek - countHolidays(worksOn, first, last));
  while (left !== 0) {
    reached = addDays(reached, step);
    if (isCalendarWorkingDay(worksOn, reached)) left -= step;
  }
  return reached;
}

export type TaskDateMark =
  | 'overdue'
  /** Unfinished, and due before the window, on a day that is still to come. */
  | 'due before'
  /** Unfinished in the data. Its last day has passed, but is not covered by the data: the task may be finished. */
  | 'not reported'
  /** The service gave a start after the finish; they were swapped. */
  | 'dates reversed'
  /** The service gave a date that could not be read; it counts as missing. */
  | 'date unreadable';

export type TaskBar = {
  readonly dates: StartAndFinish | undefined;
  readonly milestone: boolean;
  readonly marks: readonly TaskDateMark[];
};

/** How the service counts a task's finish and duration. */
export type DateConvention = {
  /** Exclusive: the finish is the first day after the work, or the first moment of that day. */
  readonly finish?: 'inclusive' | 'exclusive' | undefined;
  readonly duration?: 'working' | 'calendar' | undefined;
};

type GivenDates = {
  readonly start: InterpretedDate;
  readonly finish: InterpretedDate;
  readonly duration: number | undefined;
  readonly meaning: DateConvention | undefined;
  readonly worksOn: WorkingCalendar;
  /** Night work belongs to the date on which the shift begins. */
  readonly isNight: boolean;
};
type ReadableDate = Extract<InterpretedDate, { readonly kind: 'date' }>;

/**
 * The last day of a bar. Open point of the contract: it does not show whether a finish at exactly 00:00 means that day
 * or the end of the day before. We take the day to which the duration fits, counted from the start; if it fits both or
 * neither, the bar includes the finish, as in a sister interface of the service. The last morning of a night shift
 * belongs to the evening before.
 */
function lastDayOfBar(start: ReadableDate, finish: ReadableDate, given: GivenDates): Day {
  const { duration, meaning, worksOn, isNight } = given;
  if (finish.day <= start.day) return finish.day;
  const dayBefore = addDays(finish.day, -1);
  if (isFinishExclusive(finish, given)) return dayBefore;
  if (finish.midnight) {
    const daysTo = (last: Day) =>
      meaning?.duration === 'calendar' ? last - start.day + 1 : countWorkingDays(worksOn, start.day, last);
    const fitsWithIt = daysTo(finish.day) === duration;
    const fitsWithout = daysTo(dayBefore) === duration;
    return fitsWithout && !fitsWithIt ? dayBefore : finish.day;
  }
  const endsNextMorning =
    start.timeMs !== undefined && finish.timeMs !== undefined && finish.timeMs < start.timeMs && isNight;
  return endsNextMorning ? dayBefore : finish.day;
}

/**
 * Whether the finish is the first day after the work. A finish with a time other than 00:00 is on the last day itself.
 */
function isFinishExclusive({ midnight, timeMs }: ReadableDate, { meaning }: GivenDates): boolean {
  return meaning?.finish === 'exclusive' && (midnight || timeMs === undefined);
}

function barDates(given: GivenDates): {
  readonly dates: StartAndFinish | undefined;
  readonly reversed: boolean;
} {
  const { start, finish } = given;
  if (start.kind === 'date' && finish.kind === 'date') {
    if (start.day > finish.day) {
      return { dates: { start: finish.day, finish: start.day }, reversed: true };
    }
    return { dates: { start: start.day, finish: lastDayOfBar(start, finish, given) }, reversed: false };
  }
  const only = start.kind === 'date' ? start : finish;
  if (only.kind !== 'date') return { dates: undefined, reversed: false };
  const day = only === finish && isFinishExclusive(only, given) ? addDays(only.day, -1) : only.day;
  return { dates: { start: day, finish: day }, reversed: false };
}

/**
 * Decides a task's bar. This is our reading of the contract's open points: the finish is inclusive, unless the project
 * says otherwise; one known date makes a one-day bar; a start after the finish is swapped and marked; a date that
 * cannot be read counts as missing and is marked; duration 0 with start = finish is a milestone.
 */
export function taskBarOf(given: GivenDates): TaskBar {
  const { dates, reversed } = barDates(given);
  const marks: TaskDateMark[] = [];
  if (reversed) marks.push('dates reversed');
  if (given.start.kind === 'unreadable' || given.finish.kind === 'unreadable') marks.push('date unreadable');
  const milestone = dates !== undefined && dates.start === dates.finish && given.duration === 0;
  return { dates, milestone, marks };
}

export function listDaysWithWork(
  window: { readonly first: Day; readonly last: Day },
  task: {
    readonly dates: StartAndFinish | undefined;
    readonly milestone: boolean;
    readonly worksOn: WorkingCalendar;
  },
): readonly Day[] {
  if (task.dates === undefined || task.milestone) return [];
  const days: Day[] = [];
  const last = Math.min(window.last, task.dates.finish);
  for (
    let day = dayFromNumber(Math.max(window.first, task.dates.start));
    day <= last;
    day = addDays(day, 1)
  ) {
    if (isDayWithWork(task.worksOn, day)) days.push(day);
  }
  return days;
}
