import { Temporal } from 'temporal-polyfill';
import { eventBridgeSchedule } from '#config/schedule/schedule.ts';
import type { CronSchedule } from '#runs/store/names.ts';

export type FakeFiring = CronSchedule & { readonly schedule: string; readonly scheduledTime: string };

/**
 * The firings that EventBridge Scheduler documents: one for each scheduled local minute, none for a minute that the
 * clocks skip, and one, the first, for a minute that occurs twice. Scheduler delivers at least once, so `times` repeats
 * each firing. The fields are read from the expression that the service itself receives.
 */
export function firingsBetween(
  schedule: CronSchedule,
  span: { readonly from: string; readonly to: string; readonly times?: number },
): readonly FakeFiring[] {
  const { expressions, timeZone } = eventBridgeSchedule(schedule, schedule.timeZone);
  const [expression = '', ...others] = expressions;
  if (others.length > 0) throw new RangeError(`${schedule.cron} is several schedules of EventBridge.`);
  const [minutes, hours, days, months, weekdays] = expression.slice('cron('.length, -1).split(' ');
  const [start, end] = [span.from, span.to].map((time) => Temporal.Instant.from(time).epochMilliseconds);
  const fired: FakeFiring[] = [];
  const shown = new Set<string>();
  for (let at = start ?? 0; at < (end ?? 0); at += 60_000) {
    if (!mayMatch(minutes, new Date(at).getUTCMinutes())) continue;
    const instant = Temporal.Instant.fromEpochMilliseconds(at);
    const local = instant.toZonedDateTimeISO(timeZone);
    const named =
      matches(minutes, String(local.minute)) &&
      matches(hours, String(local.hour)) &&
      matches(days, String(local.day)) &&
      matches(months, String(local.month)) &&
      matches(weekdays, weekdayNames[local.dayOfWeek - 1] ?? '');
    const wall = local.toPlainDateTime().toString();
    if (!named || shown.has(wall)) continue;
    shown.add(wall);
    const firing = {
      schedule: `${schedule.cron} ${timeZone}`,
      ...schedule,
      scheduledTime: instant.toString(),
    };
    fired.push(...Array.from({ length: span.times ?? 1 }, () => firing));
  }
  return fired;
}

const weekdayNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/**
 * Whether the minute may match. Zones differ from UTC by whole quarters of an hour, so most minutes can be ruled out
 * without the slow conversion to local time.
 */
function mayMatch(minutes: string | undefined, minuteOfUtc: number): boolean {
  return minutes?.split(',').some((each) => each === '*' || Number(each) % 15 === minuteOfUtc % 15) ?? false;
}

function matches(field: string | undefined, value: string): boolean {
  return field === '*' || field === '?' || (field?.split(',').includes(value) ?? false);
}
