/** The dates of a task from the times of its activity. */

import { formatDay } from '../../base/day.ts';
import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Activity, LocalDateTime, Pause, ProgrammeCalendar } from '../programme.ts';
import { dayNumber, weekdayIndex } from '../readers/local-date-time.ts';

/** Local dates, both included. */
export type TaskDays = { readonly start: string | undefined; readonly finish: string | undefined };

type Times = Pick<Activity, 'start' | 'finish' | 'milestone'>;

/**
 * A finish at 00:00 is the end of the day before. A night shift belongs to the date on which it begins, so what ends
 * at 05:00 on Thursday ends on Wednesday, and what starts after midnight started the evening before: `nightMorning`
 * says until which hour.
 */
export function taskDays(
  { start, finish, milestone }: Times,
  { night, calendar }: { readonly night: boolean; readonly calendar: ProgrammeCalendar | undefined },
): TaskDays {
  const morning = night ? nightMorning(calendar) : noMorning;
  const startDay = start === undefined ? undefined : startOf(start, morning);
  if (milestone) {
    const day = startDay ?? (finish === undefined ? undefined : finishOf(finish, morning));
    return { start: day, finish: day };
  }
  const finishDay = finish === undefined ? undefined : finishOf(finish, morning);
  // A task that begins and ends in one night, or that has no length.
  const reversed = startDay !== undefined && finishDay !== undefined && finishDay < startDay;
  const short = reversed && start !== undefined && finish !== undefined && start <= finish;
  return { start: startDay, finish: short ? startDay : finishDay };
}

function startOf(time: LocalDateTime, { start }: Morning): string {
  const [day = '', hour] = time.split('T');
  return hour !== undefined && hour >= start.from && hour < start.until ? dayBefore(day) : day;
}

function finishOf(time: LocalDateTime, { finish }: Morning): string {
  const [day = '', hour] = time.split('T');
  if (hour === undefined) return day;
  return hour === '00:00' || hour <= finish ? dayBefore(day) : day;
}

/** Hours that belong to the day before: of a start, from `from` until before `until`; of a finish, up to `finish`. */
type Morning = {
  readonly start: { readonly from: string; readonly until: string };
  readonly finish: string;
};

const noMorning: Morning = { start: { from: '00:00', until: '00:00' }, finish: '' };
const noon = '12:00';
/** Work that starts later on a calendar of days is work of that morning. */
const earlyMorning = '06:00';

/**
 * The morning of a night shift. It ends at noon rather than at the calendar's last hour, because work overruns it, and
 * planners give the night by a code and keep a calendar of other hours.
 */
function nightMorning(calendar: ProgrammeCalendar | undefined): Morning {
  const { firstHour, lastHour } = calendar ?? {};
  if (firstHour === undefined || lastHour === undefined || firstHour === lastHour) return eveningUnknown;
  if (lastHour < firstHour) return { start: { from: '00:00', until: noon }, finish: noon };
  // The calendar's nights begin after midnight, and its working days are their dates.
  return firstHour < earlyMorning ? noMorning : eveningUnknown;
}

/** A start at 00:00 is a date without a time as often as the middle of a night. */
const eveningUnknown: Morning = { start: { from: '00:01', until: earlyMorning }, finish: noon };

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

function dayBefore(day: string): string {
  return formatDay(numberOf(day) - 1);
}

/** Few days occur, and often. At most those of 1900 to 2199, which readers let through. */
const numbers = new Map<string, number>();

/** `dayNumber`, cached. */
function numberOf(day: string): number {
  return getOrInsert(numbers, day, dayNumber);
}

/** A calendar for lookups by `dayNumber`. */
export type WorksOn = {
  /** Working hours of the day; 0 for a day off. */
  readonly hours: (day: number) => number;
};

export function worksOn({ workingDays, weekHours, hoursPerDay, exceptions }: ProgrammeCalendar): WorksOn {
  const week = Array.from({ length: 7 }, (_, weekday) =>
    workingDays.includes(weekday + 1) ? weekHours?.[weekday] || hoursPerDay : 0,
  );
  const changed = new Map(
    exceptions.map(({ date, working, hours = hoursPerDay }) => [dayNumber(date), working ? hours : 0]),
  );
  return { hours: (day) => changed.get(day) ?? week[weekdayIndex(day)] ?? 0 };
}

/** The days that a calendar works from start to finish: all days without a calendar. */
export type Work = { readonly days: number; readonly hours: number };

/** @param paused days without work, by `dayNumber` */
export function workIn(
  days: TaskDays,
  calendar: WorksOn | undefined,
  paused: ReadonlySet<number> = new Set(),
): Work {
  const work = { days: 0, hours: 0 };
  eachDay(days, (day) => {
    if (paused.has(day)) return;
    const hours = calendar?.hours(day);
    if (hours !== 0) work.days += 1;
    work.hours += hours ?? 0;
  });
  return work;
}

/**
 * The days of a task, by `dayNumber`, that its calendar works and that lie whole within a pause. A night is one with the
 * morning after it.
 */
export function pausedDays(
  days: TaskDays,
  pauses: readonly Pause[],
  calendar: MappedWork | undefined,
): ReadonlySet<number> {
  const { firstHour = '00:00', lastHour } = calendar?.source ?? {};
  const endOfDay = lastHour !== undefined && lastHour < firstHour ? lastHour : '00:00';
  const found = new Set<number>();
  for (const { from, to } of pauses) {
    eachDay({ start: laterOf(days.start, from), finish: earlierOf(days.finish, to) }, (day) => {
      const whole = from <= `${formatDay(day)}T${firstHour}` && to >= `${formatDay(day + 1)}T${endOfDay}`;
      if (whole && calendar?.worksOn.hours(day) !== 0) found.add(day);
    });
  }
  return found;
}

type MappedWork = { readonly source: ProgrammeCalendar; readonly worksOn: WorksOn };

/** The later of a day and the day of a time. */
function laterOf(day: string | undefined, time: LocalDateTime): string | undefined {
  return day === undefined || day > time ? day : time.slice(0, 10);
}

function earlierOf(day: string | undefined, time: LocalDateTime): string | undefined {
  return day === undefined || day < time ? day : time.slice(0, 10);
}

/** Days of the task on which its calendar differs from the type of the calendar; undefined for none. */
export type OwnDays = {
  /** Holidays, and other days off a week. */
  readonly nonWorkingDays: readonly string[] | undefined;
  /** Days worked although the type is off, such as a Saturday. */
  readonly extraWorkingDays: readonly string[] | undefined;
};

/** @param typeWorks by weekday, 0 Monday to 6 Sunday */
export function ownDays(
  days: TaskDays,
  { hours }: WorksOn,
  typeWorks: (weekday: number) => boolean,
): OwnDays {
  const off: string[] = [];
  const extra: string[] = [];
  eachDay(days, (day) => {
    const works = hours(day) > 0;
    if (works !== typeWorks(weekdayIndex(day))) (works ? extra : off).push(formatDay(day));
  });
  return {
    nonWorkingDays: off.length === 0 ? undefined : off,
    extraWorkingDays: extra.length === 0 ? undefined : extra,
  };
}

function eachDay({ start, finish }: TaskDays, visit: (day: number) => void): void {
  if (start === undefined || finish === undefined) return;
  const last = numberOf(finish);
  for (let day = numberOf(start); day <= last; day += 1) visit(day);
}
