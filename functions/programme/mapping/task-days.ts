import { formatDay } from '#base/day.ts';
import type { ActivityDates, LocalDateTime, MinuteRange, ProgrammeCalendar } from '#programme/programme.ts';
import { dayNumber, minutesPerDay, weekdayIndex } from '#programme/readers/local-date-time.ts';
import {
  dayOfMinute,
  endMinuteOf,
  firstToLastWorkingMinute,
  minuteOfDateTime,
  nightEndMinute,
  workingMinutes,
  workingSpans,
} from '#programme/readers/working-time.ts';

export type TaskDaySpan = { readonly start: string | undefined; readonly finish: string | undefined };

export type TaskDateTimes = ActivityDates & { readonly milestone: boolean };

/**
 * The days of a task. A finish at 00:00 is the end of the day before. A night shift belongs to the date on which it
 * begins: work that ends at 05:00 on Thursday ends on Wednesday, and work that starts after midnight started the
 * evening before.
 */
export function findTaskDaySpan(
  { start, finish, milestone }: TaskDateTimes,
  { night, calendar }: { readonly night: boolean; readonly calendar: ProgrammeCalendar | undefined },
): TaskDaySpan {
  const startDay = start && dayOfTime(start, night && startsInNight(start, calendar));
  const finishDay =
    finish && dayOfTime(finish, finish.endsWith('T00:00') || (night && finishesNight(finish, calendar)));
  if (milestone) {
    const day = startDay ?? finishDay;
    return { start: day, finish: day };
  }
  // If only the days are in the wrong order, not the times, the task lies within one night, or has no length.
  const reversed = startDay !== undefined && finishDay !== undefined && finishDay < startDay;
  const short = reversed && start !== undefined && finish !== undefined && start <= finish;
  return { start: startDay, finish: short ? startDay : finishDay };
}

function dayOfTime(time: LocalDateTime, isOfDayBefore: boolean): string {
  const day = time.slice(0, 10);
  return isOfDayBefore ? formatDay(dayNumber(day) - 1) : day;
}

const noon = '12:00';
/**
 * Work of a night shift that starts before this hour belongs to the night before. If the hours of the calendar begin
 * before this hour and end on the same day, its nights begin after midnight, and such work belongs to its own date.
 */
const earlyMorning = '06:00';

/** When the nights of a calendar begin: in the evening, after midnight on their own date, or unknown. */
function nightsOf(calendar: ProgrammeCalendar | undefined): 'evening' | 'after midnight' | undefined {
  const { firstHour = '', lastHour = '' } = calendar ?? {};
  if (lastHour < firstHour) return 'evening';
  return firstHour < lastHour && firstHour < earlyMorning ? 'after midnight' : undefined;
}

/**
 * Whether a start belongs to the night that began the day before: it is before the last hour of that night, or before
 * 06:00, because work overruns.
 */
function startsInNight(start: LocalDateTime, calendar: ProgrammeCalendar | undefined): boolean {
  const [day = '', hour] = start.split('T');
  const nights = nightsOf(calendar);
  if (hour === undefined || nights === 'after midnight') return false;
  // A start at 00:00 is as often a date without a time as the middle of a night.
  if (calendar === undefined || nights === undefined) return hour > '00:00' && hour < earlyMorning;
  const night = firstToLastWorkingMinute(
    { from: minuteOfDateTime(day), to: minuteOfDateTime(`${day}T${noon}`) },
    calendar,
  );
  return night !== undefined && (minuteOfDateTime(start) < night.to || hour < earlyMorning);
}

/**
 * Whether a finish belongs to the night before: it is at noon or earlier, because work may overrun the calendar's last
 * hour. It does not if the calendar's nights begin after midnight, or if the calendar has no nights but works that
 * morning.
 */
function finishesNight(finish: LocalDateTime, calendar: ProgrammeCalendar | undefined): boolean {
  const [day = '', hour = '24:00'] = finish.split('T');
  const nights = nightsOf(calendar);
  if (hour > noon || nights === 'after midnight') return false;
  const hasNoNights = nights === undefined && calendar?.firstHour !== calendar?.lastHour;
  const morning = { from: minuteOfDateTime(day), to: minuteOfDateTime(finish) };
  return !(hasNoNights && calendar !== undefined && workingMinutes(morning, calendar) > 0);
}

/**
 * The hour of a start or finish, `HH:MM`, if its date is `day`; undefined without an hour, and for a time on the date
 * after `day`: a finish at 00:00, or the morning of a night.
 */
export function clockTimeOnDay(day: string | undefined, time: LocalDateTime | undefined): string | undefined {
  const [date, hour] = time?.split('T') ?? [];
  return date === day ? hour : undefined;
}

export type IsWorkingDay = (day: number) => boolean;

export function createWorkingDayPredicate(calendar: ProgrammeCalendar): IsWorkingDay {
  const morning = nightEndMinute(calendar);
  const changed = new Map(
    [...calendar.days].map(([day, ranges]) => [day, ranges.some(({ to }) => to > morning)]),
  );
  const week = new Set(calendar.workingDays.map((day) => day - 1));
  return (day) => changed.get(day) ?? week.has(weekdayIndex(day));
}

export function countTaskWorkingDays(
  days: TaskDaySpan,
  calendar: IsWorkingDay | undefined,
  paused: ReadonlySet<number> = new Set(),
): number {
  let count = 0;
  eachDay(days, (day) => {
    if (!paused.has(day) && calendar?.(day) !== false) count += 1;
  });
  return count;
}

/** Maximum number of days to search: about ten years. */
const maxDays = 3_660;

/**
 * The n-th working day, counted from the day of `time`, which is the first if it is a working day itself.
 * @param count n; negative to count backwards
 * @returns `YYYY-MM-DD`; undefined if n is 0, or if the search does not reach the day
 */
export function nthWorkingDayFrom(
  time: LocalDateTime,
  count: number,
  worksOn: IsWorkingDay | undefined,
): string | undefined {
  const first = dayNumber(time.slice(0, 10));
  const step = Math.sign(count);
  let left = Math.ceil(Math.abs(count));
  for (let day = first; step !== 0 && Math.abs(day - first) < maxDays; day += step) {
    if (worksOn?.(day) !== false) left -= 1;
    if (left === 0) return formatDay(day);
  }
  return undefined;
}

export function mergedPauses(pauses: readonly MinuteRange[] = []): readonly MinuteRange[] {
  const spans: MinuteRange[] = [];
  for (const pause of pauses.toSorted((one, other) => one.from - other.from)) {
    const last = spans.at(-1);
    if (last === undefined || pause.from > last.to) spans.push(pause);
    else spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, pause.to) };
  }
  return spans;
}

/**
 * The days of a task, by `dayNumber`, on which all working time lies within pauses. Days without working time are not
 * included.
 * @param by.night whether the morning hours of a night-shift calendar belong to the day before
 */
export function pausedDays(
  { start, finish }: TaskDaySpan,
  pauses: readonly MinuteRange[],
  { calendar, night }: { readonly calendar: ProgrammeCalendar | undefined; readonly night: boolean },
): ReadonlySet<number> {
  const found = new Set<number>();
  const morning = night && calendar ? nightEndMinute(calendar) : 0;
  if (start === undefined || finish === undefined) return found;
  const [first, last] = [dayNumber(start), dayNumber(finish)];
  for (const { from, to } of pauses) {
    const end = Math.min(last, dayOfMinute(to));
    for (let day = Math.max(first, dayOfMinute(from) - 1); day <= end; day += 1) {
      const begin = day * minutesPerDay + morning;
      const whole = { from: begin, to: begin + minutesPerDay };
      const work = calendar === undefined ? [whole] : [...workingSpans(whole, calendar)];
      const isPaused = work.every((span) =>
        pauses.some((pause) => pause.from <= span.from && span.to <= pause.to),
      );
      if (work.length > 0 && isPaused) found.add(day);
    }
  }
  return found;
}

export function workingHoursBetween(
  { start, finish }: ActivityDates,
  calendar: ProgrammeCalendar | undefined,
  pauses: readonly MinuteRange[],
): number {
  if (start === undefined || finish === undefined || calendar === undefined) return 0;
  return workingMinutes({ from: minuteOfDateTime(start), to: endMinuteOf(finish) }, calendar, pauses) / 60;
}

/** @param typeDays number of weekdays, from Monday, on which a calendar of this type works */
export function findDaysUnlikeCalendarType(days: TaskDaySpan, works: IsWorkingDay, typeDays: number) {
  const off: string[] = [];
  const extra: string[] = [];
  eachDay(days, (day) => {
    const isWorked = works(day);
    if (isWorked !== weekdayIndex(day) < typeDays) (isWorked ? extra : off).push(formatDay(day));
  });
  return {
    nonWorkingDays: off.length === 0 ? undefined : off,
    extraWorkingDays: extra.length === 0 ? undefined : extra,
  };
}

function eachDay({ start, finish }: TaskDaySpan, visit: (day: number) => void): void {
  if (start === undefined || finish === undefined) return;
  const last = dayNumber(finish);
  for (let day = dayNumber(start); day <= last; day += 1) visit(day);
}
