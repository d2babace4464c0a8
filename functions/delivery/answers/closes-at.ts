import { Temporal } from 'temporal-polyfill';
import { clockTimeOf, plainDateFromDay } from '../../base/day.ts';
import { closingDays } from '../../config/closing-days.ts';
import { dayText } from '../../lookahead/dates/day-text.ts';
import { readTimeOf } from '../../lookahead/dates/report-dates.ts';
import type { Window } from '../../lookahead/dates/window.ts';

const hoursToAnswer = 24;

/**
 * When the answers of an issue close: at the configured time, or a day after its tasks were read if that is later; at the
 * latest with the first week, which is measured then.
 * @param until as configured: `MON 07:00`
 * @param of.read ISO 8601 instant
 * @returns the instant, and `Mon 23 Nov, 07:00` in the project's zone
 */
export function closesAt(
  until: string,
  of: { readonly window: Window; readonly timeZone: string; readonly read: string },
): { readonly instant: string; readonly label: string } {
  const { window, timeZone, read } = of;
  const [day, plainTime = ''] = until.split(' ');
  const monday = plainDateFromDay(window.first);
  const days = Object.entries(closingDays).find(([name]) => name === day)?.[1] ?? 0;
  const configured = monday.add({ days }).toZonedDateTime({ timeZone, plainTime }).toInstant();
  const earliest = Temporal.Instant.from(read).add({ hours: hoursToAnswer });
  const latest = monday.add({ days: 7 }).toZonedDateTime(timeZone).toInstant();
  const [, later] = [configured, earliest].sort(Temporal.Instant.compare);
  const [at = latest] = [later ?? configured, latest].sort(Temporal.Instant.compare);
  const local = readTimeOf(at.toString(), timeZone);
  return {
    instant: at.toString(),
    label: `${dayText(local.day, window.first)}, ${clockTimeOf(at, timeZone)}`,
  };
}
