/**
 * Lookahead as one process that does what schedules, a queue and functions do in the cloud. Its only state is the
 * archive, so it may be killed at any time: the next process continues.
 */

import type { Temporal } from 'temporal-polyfill';
import { ArchiveError } from '#archive/object-store.ts';
import { withErrorsLogged } from '#base/log.ts';
import { processDeadLetter } from '#queue/dead-letter.ts';
import { dispatchAndLog, type FiredSchedule } from '#queue/dispatch.ts';
import { schedulesOf } from '#queue/due-reports.ts';
import { minutesBetweenChecks } from '#watch/open-dispatches.ts';
import { reconcileAndLog } from '#watch/reconcile.ts';
import type { CheckWorld } from '#watch/world.ts';
import type { WaitingClock } from './clock.ts';
import type { JobHandlers, LocalQueue } from './local-queue.ts';
import { fireSchedules } from './schedule-timer.ts';

export async function runMachine(
  world: CheckWorld & { readonly clock: WaitingClock; readonly queue: LocalQueue },
  by: {
    readonly workers: number;
    readonly work: JobHandlers['work'];
    /**
     * Start of the process. Schedules fire for every time after it, even for times that pass during the first check.
     */
    readonly since: Temporal.Instant;
    readonly signal: AbortSignal;
    /** Called at the start and then once a day. */
    readonly daily: () => Promise<unknown>;
    /** Called after each check. @param problem why the check could not read or write the archive */
    readonly checked: (problem: string | undefined) => Promise<void>;
  },
): Promise<void> {
  const { configuration, clock, queue } = world;
  const { workers, work, since, signal, daily, checked } = by;
  const schedules = schedulesOf(configuration).map(({ schedule }) => schedule);
  await checkLogged(world, checked, { queueIsNew: true });
  await Promise.all([
    fireSchedules(schedules, clock, { since, signal, fire: (fired) => dispatchLogged(fired, world) }),
    checkRegularly(world, () => checkLogged(world, checked), signal),
    repeatDaily(daily, world, signal),
    queue.deliver(
      { workers, work, handleDeadLetter: (received) => processDeadLetter(received, world) },
      signal,
    ),
  ]);
}

/** Dispatches what is due. An error is only logged: the next check finds what was not dispatched. */
async function dispatchLogged(fired: FiredSchedule, world: CheckWorld): Promise<void> {
  await withErrorsLogged(world.log, 'not dispatched', () => dispatchAndLog(fired, world)).catch(
    () => undefined,
  );
}

async function checkRegularly(
  { clock }: { readonly clock: WaitingClock },
  check: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.until(clock.now().add({ minutes: minutesBetweenChecks }), signal);
    if (signal.aborted) return;
    await check();
  }
}

/** Calls `daily` once a day. An error is only logged: it is called again the next day. */
async function repeatDaily(
  daily: () => Promise<unknown>,
  { clock, log }: CheckWorld & { readonly clock: WaitingClock },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await withErrorsLogged(log, 'old names not removed', daily).catch(() => undefined);
    await clock.until(clock.now().add({ hours: 24 }), signal);
  }
}

/** Runs a check. An error is only logged: the next check continues. */
async function checkLogged(
  world: CheckWorld,
  checked: (problem: string | undefined) => Promise<void>,
  by?: { readonly queueIsNew: boolean },
): Promise<void> {
  const problem = await withErrorsLogged(world.log, 'failed', () => reconcileAndLog(world, by)).then(
    () => undefined,
    (error: unknown) => (error instanceof ArchiveError ? error.message : undefined),
  );
  await checked(problem);
}
