/** What the process and its workers tell each other. */
import type { Received } from '../delivery/dispatch/job-queue.ts';
import type { LogFormat } from './line-log.ts';
import type { MachineSettings } from './machine-world.ts';

/** What a worker is started with. */
export type WorkerSettings = MachineSettings & { readonly logFormat: LogFormat };

export type ToWorker = Received;

export type FromWorker =
  /** Jobs for the queue, each as a message of it. */
  | { readonly kind: 'queue'; readonly jobs: readonly string[]; readonly delaySeconds: number }
  | { readonly kind: 'done' }
  /** The job stays in the queue; the worker has logged why. */
  | { readonly kind: 'failed' };
