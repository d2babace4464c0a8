import { Temporal } from 'temporal-polyfill';
import { nextScheduledTime } from '#config/schedule/schedule.ts';
import type { Fired } from '#queue/dispatch.ts';
import type { Schedule } from '#runs/store/names.ts';
import { type AlarmClock, hasGoneBack } from './clock.ts';

export function nextFirings(schedules: readonly Schedule[], after: Temporal.Instant): readonly Fired[] {
  return schedules
    .flatMap((schedule) => {
      const time = nextScheduledTime({ cron: schedule.cron }, schedule.timeZone, after);
      return time === undefined ? [] : [{ schedule, time }];
    })
    .sort((left, right) => left.time.epochMilliseconds - right.time.epochMilliseconds);
}

/**
 * Fires each schedule at its times after `since`, until the signal is aborted. A time that passed while the process began or
 * the machine was asleep fires as soon as it can; reconcile finds those that passed while no process ran. If the clock is
 * set back, times fire again: dispatch finds what it has made.
 */
export async function fireSchedules(
  schedules: readonly Schedule[],
  clock: AlarmClock,
  to: {
    readonly since: Temporal.Instant;
    readonly signal: AbortSignal;
    readonly fire: (firing: Fired) => Promise<void>;
  },
): Promise<void> {
  const { since, signal, fire } = to;
  let fired = since;
  for (;;) {
    if (hasGoneBack(clock.now(), fired)) fired = clock.now();
    const firings = nextFirings(schedules, fired);
    const time = firings[0]?.time;
    await clock.until(time, signal);
    if (signal.aborted) return;
    if (time === undefined || Temporal.Instant.compare(clock.now(), time) < 0) continue;
    for (const firing of firings.filter((one) => one.time.equals(time))) await fire(firing);
    fired = time;
  }
}
