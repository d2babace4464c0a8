import { Worker } from 'node:worker_threads';
import { failureFields, type LogWithoutMetrics } from '#base/log.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { maxJobMinutesOnMachine } from '#queue/deadline.ts';
import { type JobSender, parseJob, type ReceivedMessage } from '#queue/job-queue.ts';
import type { MailHealth } from './health.ts';
import type { LogFormat } from './line-log.ts';
import type { MachineSettings } from './machine-world.ts';

/** Milliseconds after `maxJobMinutesOnMachine` until a worker that does not answer is ended. */
const workerGraceMs = 60_000;

export type WorkerSettings = MachineSettings & { readonly logFormat: LogFormat };

export type MessageToWorker = ReceivedMessage;

export type MessageFromWorker =
  | { readonly kind: 'queue'; readonly jobs: readonly string[]; readonly delaySeconds: number }
  | { readonly kind: 'mail'; readonly health: MailHealth }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed' };

class WorkerError extends LookaheadError {
  override readonly name = 'WorkerError';

  constructor(what: string) {
    super(what, {
      kind: 'defect',
      remedy: 'The job is tried again; its log lines before this one say how far it got.',
    });
  }
}

export type WorkerPool = {
  /** Gives a job to a thread. Logs a job that was not finished. @throws WorkerError for such a job */
  readonly work: (received: ReceivedMessage) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Thread = {
  readonly worker: Worker;
  settle: (failure?: string) => void;
  isAlive: boolean;
};

/** A pool of worker threads, which start when they are needed and are reused. */
export function createWorkerPool(
  settings: WorkerSettings,
  parts: {
    readonly queue: JobSender;
    readonly log: LogWithoutMetrics;
    readonly script: URL;
    readonly mail: (health: MailHealth) => void;
  },
): WorkerPool {
  const { queue, log, script, mail } = parts;
  const idle: Thread[] = [];
  const all = new Set<Thread>();

  function start(): Thread {
    const worker = new Worker(script, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: settings.workerMemoryMB },
    });
    const thread: Thread = { worker, settle: () => {}, isAlive: true };
    all.add(thread);
    worker.on('message', (message: MessageFromWorker) => {
      if (message.kind === 'queue') void queue.send(message.jobs.map(parseJob), message);
      else if (message.kind === 'mail') mail(message.health);
      else thread.settle(message.kind === 'failed' ? 'A job failed' : undefined);
    });
    const end = (why: string) => {
      thread.isAlive = false;
      thread.settle(why);
    };
    worker.on('error', ({ message }) => end(`A worker crashed (${message})`));
    worker.on('exit', () => {
      all.delete(thread);
      end('A worker ended before its job was done');
    });
    return thread;
  }

  async function finish(thread: Thread, received: MessageToWorker): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    thread.settle = (failure) => (failure === undefined ? resolve() : reject(new WorkerError(failure)));
    const timer = setTimeout(
      () => {
        thread.isAlive = false;
        thread.settle(`A job took more than ${maxJobMinutesOnMachine} minutes`);
        void thread.worker.terminate();
      },
      maxJobMinutesOnMachine * 60_000 + workerGraceMs,
    );
    thread.worker.postMessage(received);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      thread.settle = () => {};
    }
  }

  function idleThread(): Thread | undefined {
    const thread = idle.pop();
    return thread === undefined || thread.isAlive ? thread : idleThread();
  }

  return {
    work: async (received) => {
      const thread = idleThread() ?? start();
      try {
        await finish(thread, received);
      } catch (error) {
        log.error('a job was not finished', { receives: received.receives, ...failureFields(error) });
        throw error;
      } finally {
        if (thread.isAlive) idle.push(thread);
      }
    },
    close: async () => {
      await Promise.all(Array.from(all, ({ worker }) => worker.terminate()));
    },
  };
}
