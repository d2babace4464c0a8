import { Temporal } from 'temporal-polyfill';
import { eventBridgeSchedule } from '../../functions/config/schedule.ts';
import type { Schedule } from '../../functions/delivery/dispatch/dispatch-id.ts';

export type Firing = Schedule & { readonly schedule: string; readonly scheduledTime: string };

/**
 * Fires as EventBridge Scheduler promises to: at each minute that the local clock shows and the schedule names,
 * so not at one that the clocks jump over, and once, the first time, at one they show twice. `times` is how often
 * each is fired: at least once is the promise, so any firing may come twice. The fields are read from what the
 * service itself is given, as lists of numbers and names.
 */
export function firingsBetween(
  schedule: Schedule,
  span: { readonly from: string; readonly to: string; readonly times?: number },
): readonly Firing[] {
  const { expression, timeZone } = eventBridgeSchedule(schedule, schedule.timeZone);
  const [minutes, hours, days, months, weekdays] = expression.slice('cron('.length, -1).split(' ');
  const end = Temporal.Instant.from(span.to);
  const fired: Firing[] = [];
  let shown = new Set<string>();
  for (
    let at = Temporal.Instant.from(span.from);
    Temporal.Instant.compare(at, end) < 0;
    at = at.add({ minutes: 1 })
  ) {
    const local = at.toZonedDateTimeISO(timeZone);
    const wall = local.toPlainDateTime().toString();
    const second = shown.has(wall);
    // Clocks go back by less than a day: older minutes cannot come again.
    if (local.hour === 12 && local.minute === 0) shown = new Set();
    shown.add(wall);
    const named =
      matches(minutes, String(local.minute)) &&
      matches(hours, String(local.hour)) &&
      matches(days, String(local.day)) &&
      matches(months, String(local.month)) &&
      matches(weekdays, weekdayNames[local.dayOfWeek - 1] ?? '');
    if (!named || second) continue;
    const firing = { schedule: `${schedule.cron} ${timeZone}`, ...schedule, scheduledTime: at.toString() };
    fired.push(...Array.from({ length: span.times ?? 1 }, () => firing));
  }
  return fired;
}

const weekdayNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

function matches(field: string | undefined, value: string): boolean {
  return field === '*' || field === '?' || (field?.split(',').includes(value) ?? false);
}
