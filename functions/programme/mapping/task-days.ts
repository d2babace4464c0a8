/** The dates of a task from the times of its activity. */

import { formatDay } from '../../base/day.ts';
import type { Activity, LocalDateTime, Pause, ProgrammeCalendar } from '../programme.ts';
import { dayNumber, minutesPerDay, weekdayIndex } from '../readers/local-date-time.ts';
import {
  endMinuteOf,
  minuteOf,
  morningOf,
  type Span,
  workIn,
  workingMinutes,
  workWithin,
} from '../readers/working-time.ts';

/** Local dates, both included. */
export type TaskDays = { readonly start: string | undefined; readonly finish: string | undefined };

type Times = Pick<Activity, 'start' | 'finish' | 'milestone'>;

/**
 * A finish at 00:00 is the end of the day before. A night shift belongs to the date on which it begins, so what ends
 * at 05:00 on Thursday ends on Wednesday, and what starts after midnight started the evening before.
 */
export function taskDays(
  { start, finish, milestone }: Times,
  { night, calendar }: { readonly night: boolean; readonly calendar: ProgrammeCalendar | undefined },
): TaskDays {
  const startDay = start && dayOf(start, night && startsInNight(start, calendar));
  const finishDay =
    finish && dayOf(finish, finish.endsWith('T00:00') || (night && finishesNight(finish, calendar)));
  if (milestone) {
    const day = startDay ?? finishDay;
    return { start: day, finish: day };
  }
  // A task that begins and ends in one night, or that has no length.
  const reversed = startDay !== undefined && finishDay !== undefined && finishDay < startDay;
  const short = reversed && start !== undefined && finish !== undefined && start <= finish;
  return { start: startDay, finish: short ? startDay : finishDay };
}

function dayOf(time: LocalDateTime, isOfDayBefore: boolean): string {
  const day = time.slice(0, 10);
  return isOfDayBefore ? formatDay(dayNumber(day) - 1) : day;
}

const noon = '12:00';
/** Work that starts later on a calendar of days is work of that morning. */
const earlyMorning = '06:00';

type Nights = 'until morning' | 'after midnight' | 'unknown';

/** When the nights of a calendar are; planners also give a night by a code and keep a calendar of other hours. */
function nightsOf(calendar: ProgrammeCalendar | undefined): Nights {
  const { firstHour, lastHour } = calendar ?? {};
  if (firstHour === undefined || lastHour === undefined || firstHour === lastHour) return 'unknown';
  if (lastHour < firstHour) return 'until morning';
  // The calendar's nights begin after midnight, and its working days are their dates.
  return firstHour < earlyMorning ? 'after midnight' : 'unknown';
}

/** Whether a start is in the night that began the day before: before its last hour, or early, because work overruns it. */
function startsInNight(start: LocalDateTime, calendar: ProgrammeCalendar | undefined): boolean {
  const [day = '', hour] = start.split('T');
  if (hour === undefined) return false;
  switch (nightsOf(calendar)) {
    case 'after midnight':
      return false;
    case 'until morning': {
      const morning = { from: minuteOf(day), to: minuteOf(`${day}T${noon}`) };
      const night = calendar && workWithin(morning, calendar);
      return night !== undefined && (minuteOf(start) < night.to || hour < earlyMorning);
    }
    case 'unknown':
      // A start at 00:00 is a date without a time as often as the middle of a night.
      return hour > '00:00' && hour < earlyMorning;
  }
}

/** Whether a finish in the morning is that of the night before: until noon, because work overruns a calendar's last hour. */
function finishesNight(finish: LocalDateTime, calendar: ProgrammeCalendar | undefined): boolean {
  const [day = '', hour = '24:00'] = finish.split('T');
  const nights = nightsOf(calendar);
  if (hour > noon || nights === 'after midnight') return false;
  const morning = { from: minuteOf(day), to: minuteOf(finish) };
  const isDayCalendar = nights === 'unknown' && calendar?.firstHour !== calendar?.lastHour;
  return !(isDayCalendar && calendar !== undefined && workingMinutes(morning, calendar) > 0);
}

/**
 * The hours of a task's first and last day, `HH:MM`, as far as they are of these days: neither the hour of a finish that
 * is the end of the day before, nor those of a night's morning.
 */
export function taskHours(
  times: Pick<Times, 'start' | 'finish'>,
  days: TaskDays,
): { readonly startTime: string | undefined; readonly finishTime: string | undefined } {
  return { startTime: hourOn(days.start, times.start), finishTime: hourOn(days.finish, times.finish) };
}

function hourOn(day: string | undefined, time: LocalDateTime | undefined): string | undefined {
  const [date, hour] = time?.split('T') ?? [];
  return date === day ? hour : undefined;
}

/** Whether a shift of a calendar begins on a day, by `dayNumber`. */
export type WorksOn = (day: number) => boolean;

export function worksOn(calendar: ProgrammeCalendar): WorksOn {
  const morning = morningOf(calendar);
  const changed = new Map(
    [...calendar.days].map(([day, ranges]) => [day, ranges.some(({ to }) => to > morning)]),
  );
  const week = new Set(calendar.workingDays.map((day) => day - 1));
  return (day) => changed.get(day) ?? week.has(weekdayIndex(day));
}

/** The number of days that a calendar works from start to finish: all days without a calendar. */
export function countWorkingDays(
  days: TaskDays,
  calendar: WorksOn | undefined,
  paused: ReadonlySet<number> = new Set(),
): number {
  let count = 0;
  eachDay(days, (day) => {
    if (!paused.has(day) && calendar?.(day) !== false) count += 1;
  });
  return count;
}

/** The pauses as spans of minutes that do not overlap. */
export function pausedSpans(pauses: readonly Pause[] = []): readonly Span[] {
  const spans: Span[] = [];
  for (const { from, to } of pauses.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const [begin, end] = [minuteOf(from), minuteOf(to)];
    const last = spans.at(-1);
    if (last === undefined || begin > last.to) spans.push({ from: begin, to: end });
    else spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, end) };
  }
  return spans;
}

/**
 * The days of a task, by `dayNumber`, whose working time lies all within pauses.
 * @param by.night whether the hours of a morning belong to the day before, on a calendar of nights
 */
export function pausedDays(
  { start, finish }: TaskDays,
  pauses: readonly Span[],
  { calendar, night }: { readonly calendar: ProgrammeCalendar | undefined; readonly night: boolean },
): ReadonlySet<number> {
  const found = new Set<number>();
  const morning = night && calendar ? morningOf(calendar) : 0;
  if (start === undefined || finish === undefined) return found;
  const [first, last] = [dayNumber(start), dayNumber(finish)];
  for (const { from, to } of pauses) {
    const end = Math.min(last, Math.floor(to / minutesPerDay));
    for (let day = Math.max(first, Math.floor(from / minutesPerDay) - 1); day <= end; day += 1) {
      const begin = day * minutesPerDay + morning;
      const whole = { from: begin, to: begin + minutesPerDay };
      const work = calendar === undefined ? [whole] : workIn(whole, calendar);
      const isPaused = work.every((span) =>
        pauses.some((pause) => pause.from <= span.from && span.to <= pause.to),
      );
      if (work.length > 0 && isPaused) found.add(day);
    }
  }
  return found;
}

/** Hours that a calendar works from the first to the last hour of a task, outside its pauses; 0 without a calendar. */
export function hoursBetween(
  { start, finish }: Pick<Times, 'start' | 'finish'>,
  calendar: ProgrammeCalendar | undefined,
  pauses: readonly Span[],
): number {
  if (start === undefined || finish === undefined || calendar === undefined) return 0;
  return workingMinutes({ from: minuteOf(start), to: endMinuteOf(finish) }, calendar, pauses) / 60;
}

/** Days of the task on which its calendar differs from the type of the calendar; undefined for none. */
export type OwnDays = {
  /** Holidays, and other days off a week. */
  readonly nonWorkingDays: readonly string[] | undefined;
  /** Days worked although the type is off, such as a Saturday. */
  readonly extraWorkingDays: readonly string[] | undefined;
};

/** @param typeWorks by weekday, 0 Monday to 6 Sunday */
export function ownDays(days: TaskDays, works: WorksOn, typeWorks: (weekday: number) => boolean): OwnDays {
  const off: string[] = [];
  const extra: string[] = [];
  eachDay(days, (day) => {
    const isWorked = works(day);
    if (isWorked !== typeWorks(weekdayIndex(day))) (isWorked ? extra : off).push(formatDay(day));
  });
  return {
    nonWorkingDays: off.length === 0 ? undefined : off,
    extraWorkingDays: extra.length === 0 ? undefined : extra,
  };
}

function eachDay({ start, finish }: TaskDays, visit: (day: number) => void): void {
  if (start === undefined || finish === undefined) return;
  const last = dayNumber(finish);
  for (let day = dayNumber(start); day <= last; day += 1) visit(day);
}
