import { Temporal } from 'temporal-polyfill';
import { eventBridgeSchedule } from '../../functions/config/schedule/schedule.ts';
import type { Schedule } from '../../functions/delivery/store/run-id.ts';

export type Firing = Schedule & { readonly schedule: string; readonly scheduledTime: string };

/**
 * The firings that EventBridge Scheduler documents: one for each scheduled local minute, none for a minute that the
 * clocks skip, and one, the first, for a minute that occurs twice. Scheduler delivers at least once, so `times` repeats
 * each firing. The fields are read from the expression that the service itself receives.
 */
export function firingsBetween(
  schedule: Schedule,
  span: { readonly from: string; readonly to: string; readonly times?: number },
): readonly Firing[] {
  const { expressions, timeZone } = eventBridgeSchedule(schedule, schedule.timeZone);
  const [expression = '', ...others] = expressions;
  if (others.length > 0) throw new RangeError(`${schedule.cron} is several schedules of EventBridge.`);
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
    // Clocks go back by less than a day, so older minutes cannot occur again.
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
