import { Temporal } from 'temporal-polyfill';
import { nextScheduledTime } from '#config/schedule/schedule.ts';
import type { FiredSchedule } from '#queue/dispatch.ts';
import type { CronSchedule } from '#runs/store/names.ts';
import { type ClockWithUntil, isClockSetBack } from './clock.ts';

export function nextFirings(
  schedules: readonly CronSchedule[],
  after: Temporal.Instant,
): readonly FiredSchedule[] {
  return schedules
    .flatMap((schedule) => {
      const time = nextScheduledTime({ cron: schedule.cron }, schedule.timeZone, after);
      return time === undefined ? [] : [{ schedule, time }];
    })
    .sort((left, right) => left.time.epochMilliseconds - right.time.epochMilliseconds);
}

/**
 * Fires each schedule at its times after `since`, until the signal is aborted. A time that passes while the process
 * starts or the machine sleeps fires as soon as possible; reconcile finds times that passed while no process ran. If
 * the clock is set back, times fire again, and dispatch finds that it has stored their manifests.
 */
export async function fireSchedules(
  schedules: readonly CronSchedule[],
  clock: ClockWithUntil,
  to: {
    readonly since: Temporal.Instant;
    readonly signal: AbortSignal;
    readonly fire: (firing: FiredSchedule) => Promise<void>;
  },
): Promise<void> {
  const { since, signal, fire } = to;
  let fired = since;
  for (;;) {
    if (isClockSetBack(clock.now(), fired)) fired = clock.now();
    const firings = nextFirings(schedules, fired);
    const time = firings[0]?.time;
    await clock.until(time, signal);
    if (signal.aborted) return;
    if (time === undefined || Temporal.Instant.compare(clock.now(), time) < 0) continue;
    for (const firing of firings.filter((one) => one.time.equals(time))) await fire(firing);
    fired = time;
  }
}
