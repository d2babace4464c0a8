/**
 * A thread that works on one job at a time. A job that uses up the memory ends its thread and nothing else, as it would
 * end a function in the cloud.
 */
import type { MessagePort } from 'node:worker_threads';
import { loadConfiguration } from '../config/load-configuration.ts';
import { type JobQueue, jobText } from '../delivery/dispatch/job-queue.ts';
import { minutesOfJobOnMachine } from '../delivery/limits.ts';
import { receiveJob } from '../delivery/retry/receive-job.ts';
import { createLineLog } from './line-log.ts';
import { type MachineProcess, machineServices, openMachineArchive } from './machine-services.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts';

/** Answers each job that comes through the port, until the thread is ended. */
export async function runWorker(
  settings: WorkerSettings,
  port: MessagePort,
  process: MachineProcess & { readonly write: (line: string) => unknown },
): Promise<void> {
  const { now, elapsed, write } = process;
  const say = (message: FromWorker) => port.postMessage(message);
  const queue: Pick<JobQueue, 'send'> = {
    send: async (jobs, { delaySeconds } = { delaySeconds: 0 }) =>
      say({ kind: 'queue', jobs: jobs.map(jobText), delaySeconds }),
  };
  const configuration = await loadConfiguration(settings.configurationFile);
  const store = await openMachineArchive(settings, now);
  const log = createLineLog(settings.logFormat, { write, now });
  const services = { ...machineServices(settings, { configuration, store, log }, process), queue };
  port.on('message', async (received: ToWorker) => {
    const end = elapsed() + minutesOfJobOnMachine * 60_000;
    const invocation = {
      awsRequestId: received.messageId,
      getRemainingTimeInMillis: () => end - elapsed(),
    };
    try {
      await receiveJob(received, invocation, services);
      say({ kind: 'done' });
    } catch {
      // It is logged. The queue delivers the job again.
      say({ kind: 'failed' });
    }
  });
}
