import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Configuration } from '../../config/configuration.ts';
import { instant, parseEvent } from '../parse-event.ts';
import type { Metrics } from '../step-log.ts';
import { failureFields, type StepLog } from '../step-log.ts';
import type { Archives } from './arrived-version.ts';
import { type Dispatched, dispatchReports } from './dispatch-reports.ts';
import type { JobQueue } from './job-queue.ts';

/** What a schedule of the stack sends when it fires. */
const firingSchema = z.object({
  cron: z.string().check(z.minLength(1)),
  timeZone: z.string().check(z.minLength(1)),
  /** The time the schedule names, however late it is fired: the run of its reports. */
  scheduledTime: instant,
});

export type DispatchServices = Archives & {
  readonly configuration: Configuration;
  readonly queue: JobQueue;
  readonly log: StepLog;
  readonly metrics: Metrics;
  readonly now: () => Temporal.Instant;
};

/** @throws EventError for an event that no schedule sends, DispatchTimeError, and what the store and the queue throw */
export async function dispatchSchedule(event: unknown, services: DispatchServices): Promise<Dispatched> {
  const { log, metrics } = services;
  try {
    const { cron, timeZone, scheduledTime } = parseEvent(firingSchema, event, 'an event of a schedule');
    const fired = { schedule: { cron, timeZone }, time: scheduledTime };
    const dispatched = await dispatchReports(fired, { ...services, now: services.now() });
    if (dispatched.manifest === 'written') metrics.count('ReportsDue', dispatched.due);
    if (dispatched.manifest === 'none') metrics.count('NothingDue', 1);
    const say = dispatched.manifest === 'none' ? log.error : log.info;
    say(dispatched.manifest === 'none' ? 'nothing is due' : 'dispatched', {
      ...dispatched,
      cron,
      timeZone,
      runId: scheduledTime.toString(),
    });
    return dispatched;
  } catch (error) {
    log.error('not dispatched', failureFields(error));
    throw error;
  } finally {
    metrics.publish();
  }
}
