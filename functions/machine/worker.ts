/**
 * A thread that works on one job at a time. A job that runs out of memory ends only its thread, as it would end a
 * function in the cloud.
 */

import type { MessagePort } from 'node:worker_threads';
import type { Clock, RandomSource } from '#base/system.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { maxJobMinutesOnMachine } from '#queue/deadline.ts';
import { type JobSender, jobJson } from '#queue/job-queue.ts';
import { processJob } from '#queue/process-job.ts';
import { readRestoredAt } from '#runs/store/restored-archive.ts';
import { createHealthReportingMailer } from './health.ts';
import { createLineLog } from './line-log.ts';
import { createMachineWorld, type MachineEnvironment, openMachineArchive } from './machine-world.ts';
import type { MessageFromWorker, MessageToWorker, WorkerSettings } from './worker-pool.ts';

export async function runWorker(
  settings: WorkerSettings,
  port: MessagePort,
  by: {
    readonly environment: MachineEnvironment;
    readonly write: (line: string) => unknown;
    readonly clock: Clock;
    readonly chance: RandomSource;
  },
): Promise<void> {
  const { environment, write, clock, chance } = by;
  const say = (message: MessageFromWorker) => port.postMessage(message);
  const queue: JobSender = {
    send: async (jobs, { delaySeconds } = { delaySeconds: 0 }) =>
      say({ kind: 'queue', jobs: jobs.map(jobJson), delaySeconds }),
  };
  const configuration = await loadConfiguration(settings.configurationFile);
  const store = await openMachineArchive(settings, clock);
  const log = createLineLog(settings.logFormat, { write, now: clock.now });
  const own = { configuration, store, log, clock, chance, restoredAt: await readRestoredAt(store) };
  const machine = createMachineWorld(settings, environment, own);
  const mailer = createHealthReportingMailer(machine.mailer, (health) => say({ kind: 'mail', health }));
  const world = { ...machine, mailer, queue };
  port.on('message', async (received: MessageToWorker) => {
    const end = clock.elapsed() + maxJobMinutesOnMachine * 60_000;
    const timeLeft = () => end - clock.elapsed();
    try {
      await processJob(received, world, { id: received.messageId, timeLeft });
      say({ kind: 'done' });
    } catch {
      // The error is already logged, and the queue redelivers the job.
      say({ kind: 'failed' });
    }
  });
}
