/** Makes reports due when a schedule fires. */

import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Log } from '#base/log.ts';
import { InputError } from '#base/lookahead-error.ts';
import type { Clock } from '#base/system.ts';
import type { Configuration } from '#config/configuration.ts';
import { type CronWithTimeZone, lastScheduledTime, nextScheduledTime } from '#config/schedule/schedule.ts';
import { type CronSchedule, type DispatchId, scheduledDispatchId } from '#runs/store/names.ts';
import { isBeforeDeadline } from './deadline.ts';
import { createDueReports, reportsOfSchedule, saveFirstManifest } from './due-reports.ts';
import { createFirstJob, type JobQueue } from './job-queue.ts';
import { maxClockSkew } from './next-attempt.ts';
import { readNewestImportTimes, reportsNotDispatchedByImport } from './on-import.ts';

export type DispatchDependencies = {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  /** The archive of the planning service; `store` by default. */
  readonly programmes?: ObjectStore | undefined;
  readonly queue: JobQueue;
};

export type DispatchResult = {
  readonly dispatchId: DispatchId;
  readonly due: number;
  /** 'brought forward': an import had dispatched all reports of this firing. */
  readonly manifest: 'written' | 'found' | 'none' | 'brought forward';
};

export class DispatchTimeError extends InputError {
  override readonly name = 'DispatchTimeError';
}

/** `time` is the time the schedule names, even if it is fired late. */
export type FiredSchedule = { readonly schedule: CronSchedule; readonly time: Temporal.Instant };

export async function dispatchAndLog(
  fired: FiredSchedule,
  world: DispatchDependencies & { readonly clock: Clock; readonly log: Log },
): Promise<DispatchResult> {
  const { log } = world;
  const dispatched = await dispatchDue(fired, world);
  if (dispatched.manifest === 'written') log.count('ReportsDue', dispatched.due);
  if (dispatched.manifest === 'none') log.count('NothingDue', 1);
  const say = dispatched.manifest === 'none' ? log.error : log.info;
  say(dispatched.manifest === 'none' ? 'nothing is due' : 'dispatched', {
    ...dispatched,
    ...fired.schedule,
    runId: fired.time.toString(),
  });
  return dispatched;
}

/**
 * Writes the dispatch's manifest, unless there is one, and queues what it lists. Nothing is lost if a schedule fires
 * twice or a dispatch is killed half-way: of two jobs for one report, one is dropped.
 *
 * @example
 * const schedule = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
 * await dispatchDue({ schedule, time: Temporal.Instant.from('2026-11-20T14:00Z') }, world);
 * // { dispatchId: '2026-11-20T14-00-00Z-b1b00417', due: 3, manifest: 'written' }
 * @throws DispatchTimeError for a time at which the schedule does not fire, that has not come yet, or that is too long
 *   ago to deliver anything, what the store throws, RangeError for a schedule that is not valid, and JobQueueError
 */
export async function dispatchDue(
  fired: FiredSchedule,
  world: DispatchDependencies & { readonly clock: Clock },
): Promise<DispatchResult> {
  const { store, queue } = world;
  const now = world.clock.now();
  checkScheduleFires(fired, now);
  const dispatchId = scheduledDispatchId(fired.schedule, fired.time);
  const reports = reportsOfSchedule(world.configuration, fired.schedule);
  if (reports.length === 0) return { dispatchId, due: 0, manifest: 'none' };
  const waiting = reports.filter(({ report }) => report.when?.onImport);
  const newest = await readNewestImportTimes(
    waiting.map(({ project }) => project),
    world,
  );
  const due = createDueReports(
    fired.time,
    await reportsNotDispatchedByImport(fired, reports, { newest, store }),
  );
  if (due.length === 0) return { dispatchId, due: 0, manifest: 'brought forward' };
  if (!due.some((report) => isBeforeDeadline(report, now))) {
    throw new DispatchTimeError(
      `What was due at ${fired.time} can no longer be delivered in time`,
      'The next check notifies its contact, unless it was delivered or the contact was notified before; that mail has the command that sends it.',
    );
  }
  const at = now.toString();
  const stored = await saveFirstManifest(store, { dispatchId, at, due });
  await queue.send(stored.due.map((report) => createFirstJob(dispatchId, report)));
  return { dispatchId, due: stored.due.length, manifest: stored.at === at ? 'written' : 'found' };
}

/**
 * Refuses a time that has not come yet. Also refuses a time at which the schedule does not fire: it would make another
 * run of the same reports, and mail everyone again.
 */
function checkScheduleFires({ schedule, time }: FiredSchedule, now: Temporal.Instant): void {
  const { cron, timeZone } = schedule;
  const last = lastScheduledTime({ cron }, timeZone, time);
  // The scheduler's clock may be ahead of this one's.
  if (last?.equals(time) && time.epochMilliseconds <= now.epochMilliseconds + maxClockSkew) return;
  throw new DispatchTimeError(
    last?.equals(time)
      ? `The schedule ${cron} in ${timeZone} fires at ${time}, which has not come yet`
      : `The schedule ${cron} in ${timeZone} does not fire at ${time}`,
    `Give a time at which it fires and that has passed${nearestText({ cron }, timeZone, { time, now })}.`,
  );
}

function nearestText(
  when: CronWithTimeZone,
  timeZone: string,
  { time, now }: { readonly time: Temporal.Instant; readonly now: Temporal.Instant },
): string {
  const around = [lastScheduledTime(when, timeZone, time), nextScheduledTime(when, timeZone, time)];
  const passed = around.filter((near) => near && near.epochMilliseconds <= now.epochMilliseconds);
  const [first, second] = passed.length > 0 ? passed : [lastScheduledTime(when, timeZone, now)];
  if (!first) return '';
  return second ? `; the nearest are ${first} and ${second}` : `; the nearest is ${first}`;
}
