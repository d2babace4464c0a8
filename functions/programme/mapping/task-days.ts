/** The dates of a task from the times of its activity. */
import type { Activity, LocalDateTime, ProgrammeCalendar } from '../programme.ts';
import { dateOf, dayNumber, weekdayOf } from '../readers/local-date-time.ts';

/** Local dates, both included. */
export type TaskDays = { readonly start: string | undefined; readonly finish: string | undefined };

type Times = Pick<Activity, 'start' | 'finish' | 'milestone'>;

const noon = '12:00';

/**
 * A finish at 00:00 is the end of the day before. A night shift belongs to the date on which it begins, so what ends
 * at 05:00 on Thursday ends on Wednesday, and what starts after midnight started the evening before.
 */
export function taskDays(
  { start, finish, milestone }: Times,
  { night, calendar }: { readonly night: boolean; readonly calendar: ProgrammeCalendar | undefined },
): TaskDays {
  const morning = night ? endOfNight(calendar) : undefined;
  const startDay =
    start === undefined ? undefined : startOf(start, night ? knownMorning(calendar) : undefined);
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

function startOf(time: LocalDateTime, morning: string | undefined): string {
  const [day = '', hour] = time.split('T');
  return hour !== undefined && morning !== undefined && hour < morning ? dayBefore(day) : day;
}

function finishOf(time: LocalDateTime, morning: string | undefined): string {
  const [day = '', hour] = time.split('T');
  if (hour === undefined) return day;
  return hour === '00:00' || (morning !== undefined && hour <= morning) ? dayBefore(day) : day;
}

/** The hour until which a night shift works; noon where the calendar does not show a night. */
function endOfNight(calendar: ProgrammeCalendar | undefined): string {
  return knownMorning(calendar) ?? noon;
}

function knownMorning(calendar: ProgrammeCalendar | undefined): string | undefined {
  const { firstHour, lastHour } = calendar ?? {};
  return firstHour !== undefined && lastHour !== undefined && lastHour < firstHour ? lastHour : undefined;
}

function dayBefore(day: string): string {
  return dateOf(dayNumber(day) - 1);
}

/** Whether a calendar works on each day from first to last. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = dayNumber(first); day <= dayNumber(last); day += 1) days.push(dateOf(day));
  return days;
}

/** Days from first to last on which the calendar works; all days without a calendar. */
export function workingDaysOf(calendar: WorksOn | undefined, { start, finish }: TaskDays): number {
  if (start === undefined || finish === undefined) return 0;
  return calendar === undefined
    ? dayNumber(finish) - dayNumber(start) + 1
    : countWorking(calendar, dayNumber(start), dayNumber(finish));
}

/** A calendar made for asking day by day. */
export type WorksOn = { works(day: number): boolean };

export function worksOn({ workingDays, exceptions }: ProgrammeCalendar): WorksOn {
  const weekdays = new Set(workingDays.map((weekday) => weekday - 1));
  const changed = new Map(exceptions.map(({ date, working }) => [dayNumber(date), working]));
  return { works: (day) => changed.get(day) ?? weekdays.has(weekdayOf(day)) };
}

function countWorking(calendar: WorksOn, first: number, last: number): number {
  let count = 0;
  for (let day = first; day <= last; day += 1) if (calendar.works(day)) count += 1;
  return count;
}
