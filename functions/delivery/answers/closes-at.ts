import { Temporal } from 'temporal-polyfill';
import { clockTimeOf, type Day, localDayOf, plainDateFromDay } from '#base/day.ts';
import { closingDays } from '#config/closing-days.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { readTimeOf } from '#lookahead/dates/report-dates.ts';
import type { Window } from '#lookahead/dates/window.ts';
import { addWorkingDays, readCalendarType } from '#lookahead/dates/working-days.ts';
import type { DaySettings } from '#lookahead/tasks/read-task.ts';

const hoursToAnswer = 24;

/**
 * When the answers of an issue close: at the configured time, or a day after its tasks were read if that is later; not on
 * a holiday but at that time on the next working day; at the latest with the first week, which is measured then.
 * @param until as configured: `MON 07:00`
 * @param of.read ISO 8601 instant
 * @returns the instant, and `Mon 23 Nov, 07:00` in the project's zone
 */
export function closesAt(
  until: string,
  of: DaySettings & { readonly window: Window; readonly read: string },
): { readonly instant: string; readonly label: string } {
  const { window, timeZone, read, holidays = [] } = of;
  const [day, plainTime = ''] = until.split(' ');
  const monday = plainDateFromDay(window.first);
  const days = Object.entries(closingDays).find(([name]) => name === day)?.[1] ?? 0;
  const configured = monday.add({ days }).toZonedDateTime({ timeZone, plainTime }).toInstant();
  const earliest = Temporal.Instant.from(read).add({ hours: hoursToAnswer });
  const latest = monday.add({ days: 7 }).toZonedDateTime(timeZone).toInstant();
  const [, later = configured] = [configured, earliest].sort(Temporal.Instant.compare);
  const [at = latest] = [afterHolidays(later, { timeZone, holidays }), latest].sort(Temporal.Instant.compare);
  const local = readTimeOf(at.toString(), timeZone);
  return {
    instant: at.toString(),
    label: `${dayText(local.day, window.first)}, ${clockTimeOf(at, timeZone)}`,
  };
}

function afterHolidays(
  at: Temporal.Instant,
  { timeZone, holidays }: { readonly timeZone: string; readonly holidays: readonly Day[] },
): Temporal.Instant {
  const day = localDayOf(at, timeZone);
  if (!holidays.includes(day)) return at;
  const next = addWorkingDays(readCalendarType('five-day', new Set(holidays)), day, 1);
  return at
    .toZonedDateTimeISO(timeZone)
    .add({ days: next - day })
    .toInstant();
}
