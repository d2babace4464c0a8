/**
 * The queue of a process that delivers its own jobs. It is only in memory: the archive holds what is due and what was
 * done, and a new process fills its queue from the archive.
 */
import type { Temporal } from 'temporal-polyfill';
import { type JobQueue, jobJson, maxReceives, type ReceivedMessage } from '#queue/job-queue.ts';
import { type ClockWithUntil, isClockSetBack } from './clock.ts';

/**
 * Minutes until one machine redelivers a crashed job: time for the cause to pass. It need not exceed a job's time
 * limit, because this queue knows when a worker has ended.
 * @tunable
 */
export const minutesUntilRedeliveryOnMachine = 15;

export type LocalQueue = JobQueue & {
  readonly deliver: (to: JobHandlers, signal: AbortSignal) => Promise<void>;
};

export type JobHandlers = {
  readonly workers: number;
  /** If it throws, the job stays in the queue. */
  readonly work: (received: ReceivedMessage) => Promise<void>;
  /** Handles a job that was delivered `maxReceives` times. If it throws, it is called again. */
  readonly handleDeadLetter: (received: ReceivedMessage) => Promise<void>;
};

type LocalMessage = {
  readonly messageId: string;
  readonly body: string;
  receives: number;
  visibleAt: Temporal.Instant;
};

/** @param drawId creates an id for each message */
export function createLocalQueue(clock: ClockWithUntil, drawId: () => string): LocalQueue {
  const waiting = new Set<LocalMessage>();
  const inProgress = new Set<Promise<void>>();
  let changed = new AbortController();
  let seen = clock.now();

  const wake = () => {
    changed.abort();
    changed = new AbortController();
  };

  const next = () =>
    [...waiting].reduce<LocalMessage | undefined>(
      (first, one) =>
        first && first.visibleAt.epochMilliseconds <= one.visibleAt.epochMilliseconds ? first : one,
      undefined,
    );

  async function receive(message: LocalMessage, { work, handleDeadLetter }: JobHandlers): Promise<void> {
    waiting.delete(message);
    message.receives += 1;
    try {
      await (message.receives > maxReceives ? handleDeadLetter : work)(message);
    } catch {
      // `work` or `handleDeadLetter` has logged the error.
      message.visibleAt = clock.now().add({ minutes: minutesUntilRedeliveryOnMachine });
      waiting.add(message);
    }
  }

  return {
    send: async (jobs, { delaySeconds } = { delaySeconds: 0 }) => {
      const visibleAt = clock.now().add({ milliseconds: Math.ceil(delaySeconds * 1_000) });
      for (const job of jobs) {
        waiting.add({ messageId: drawId(), body: jobJson(job), receives: 0, visibleAt });
      }
      wake();
    },
    depth: async () => {
      const now = clock.now().epochMilliseconds;
      const delayed = [...waiting].filter(({ visibleAt }) => visibleAt.epochMilliseconds > now).length;
      return { all: waiting.size + inProgress.size, delayed };
    },
    deliver: async (to, signal) => {
      while (!signal.aborted) {
        const now = clock.now();
        // Times that were set by a clock that was ahead would be far in the future.
        if (isClockSetBack(now, seen)) for (const message of waiting) message.visibleAt = now;
        seen = now;
        const message = inProgress.size < to.workers ? next() : undefined;
        if (message && message.visibleAt.epochMilliseconds <= now.epochMilliseconds) {
          const received = receive(message, to).finally(() => {
            inProgress.delete(received);
            wake();
          });
          inProgress.add(received);
        } else await clock.until(message?.visibleAt, AbortSignal.any([signal, changed.signal]));
      }
      await Promise.all(inProgress);
    },
  };
}
