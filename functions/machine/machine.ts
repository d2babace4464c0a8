/**
 * Lookahead as one process: what the cloud spreads over schedules, a queue and functions. It keeps nothing but the
 * archive, so it may be killed at any time: the next process goes on where this one stopped.
 */
import type { Temporal } from 'temporal-polyfill';
import type { Archives } from '../delivery/dispatch/arrived-version.ts';
import { dispatchSchedule } from '../delivery/dispatch/dispatch-schedule.ts';
import { schedulesOf } from '../delivery/dispatch/due-reports.ts';
import { minutesBetweenChecks } from '../delivery/limits.ts';
import type { NotifyServices } from '../delivery/notify-services.ts';
import { reconcile } from '../delivery/reconcile/reconcile-event.ts';
import type { JobServices } from '../delivery/report-services.ts';
import { handleDeadLetter } from '../delivery/retry/handle-dead-letter.ts';
import type { Clock } from './clock.ts';
import type { LocalQueue, Receivers } from './local-queue.ts';
import { fireSchedules, type NextFiring } from './schedule-timer.ts';

export type MachineParts = {
  readonly clock: Clock;
  readonly services: Omit<JobServices, 'queue'> & Pick<NotifyServices, 'sendAgain'> & Archives;
  readonly queue: LocalQueue;
  readonly workers: number;
  readonly work: Receivers['work'];
  /** When the process began: a firing after it was announced, and is made even where the first check outlasts it. */
  readonly since: Temporal.Instant;
};

/** Runs until the signal is aborted, and until the jobs in progress are done. */
export async function runMachine(parts: MachineParts, signal: AbortSignal): Promise<void> {
  const { clock, queue, workers, work, since } = parts;
  const services = { ...parts.services, queue };
  const schedules = schedulesOf(services.configuration).map(({ schedule }) => schedule);
  await check({ ...services, queueIsNew: true });
  await Promise.all([
    fireSchedules(schedules, clock, { since, signal, fire: (firing) => fire(firing, services) }),
    checkRegularly(services, clock, signal),
    queue.deliver({ workers, work, bury: (received) => handleDeadLetter(received, services) }, signal),
  ]);
}

type Services = Omit<MachineParts['services'], 'queue'> & { readonly queue: LocalQueue };

/** What goes wrong is logged; the next check finds what was not dispatched. */
async function fire({ schedule, time }: NextFiring, services: Services): Promise<void> {
  const event = { ...schedule, scheduledTime: time.toString() };
  await dispatchSchedule(event, services).catch(() => undefined);
}

async function checkRegularly(services: Services, clock: Clock, signal: AbortSignal): Promise<void> {
  for (;;) {
    await clock.until(clock.now().add({ minutes: minutesBetweenChecks }), signal);
    if (signal.aborted) return;
    await check(services);
  }
}

/** What goes wrong is logged; the next check goes on with it. */
async function check(services: Services & { readonly queueIsNew?: boolean }): Promise<void> {
  const event = { reconcile: 'check', scheduledTime: services.now().toString() };
  await reconcile(event, services).catch(() => undefined);
}
