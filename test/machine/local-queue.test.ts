import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { createLocalQueue, type JobHandlers } from '#machine/local-queue.ts';
import { parseJob } from '#queue/job-queue.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';
import { createSkippingClock } from '../support/skipping-clock.ts';

const start = Temporal.Instant.from('2026-11-20T14:00:00Z');

function aQueue(begun = start) {
  const clock = createSkippingClock(begun);
  let drawn = 0;
  const queue = createLocalQueue(clock, () => `m-${++drawn}`);
  const stop = new AbortController();
  const log: string[] = [];
  const minute = () => clock.now().since(start).total('minutes');
  const note = (what: string, body: string) => log.push(`${minute()}: ${what} ${parseJob(body).project}`);
  return { clock, queue, stop, log, note };
}

/** Handlers that note each job, and stop the queue once `until` jobs have been received or buried. */
function receivers(
  { log, note, stop }: Pick<ReturnType<typeof aQueue>, 'log' | 'note' | 'stop'>,
  options: { readonly until: number; readonly workers?: number; readonly work?: JobHandlers['work'] },
): JobHandlers {
  const seen = () => {
    if (log.length >= options.until) stop.abort();
  };
  return {
    workers: options.workers ?? 1,
    work: async (received) => {
      note(`received ${received.messageId} (${received.receives})`, received.body);
      seen();
      await options.work?.(received);
    },
    handleDeadLetter: async ({ body }) => {
      note('buried', body);
      seen();
    },
  };
}

describe('the queue of one process', () => {
  it('delivers jobs in the order of their time', async () => {
    const parts = aQueue();
    await parts.queue.send([aQueuedJob({ project: 'late' })], { delaySeconds: 90 });
    await parts.queue.send([aQueuedJob({ project: 'first' }), aQueuedJob({ project: 'second' })]);
    expect(await parts.queue.depth()).toEqual({ all: 3, delayed: 1 });
    await parts.queue.deliver(receivers(parts, { until: 3 }), parts.stop.signal);
    expect(parts.log).toEqual([
      '0: received m-2 (1) first',
      '0: received m-3 (1) second',
      '1.5: received m-1 (1) late',
    ]);
    expect(await parts.queue.depth()).toEqual({ all: 0, delayed: 0 });
  });

  it('accepts a job that arrives while it waits for a later one', async () => {
    const parts = aQueue();
    await parts.queue.send([aQueuedJob({ project: 'late' })], { delaySeconds: 600 });
    const work: JobHandlers['work'] = async () => {
      if (parts.log.length === 1)
        await parts.queue.send([aQueuedJob({ project: 'new' })], { delaySeconds: 60 });
    };
    await parts.queue.deliver(receivers(parts, { until: 2, work }), parts.stop.signal);
    expect(parts.log).toEqual(['10: received m-1 (1) late', '11: received m-2 (1) new']);
  });

  it.each(['before it begins', 'while it waits'])(
    'delivers a job at once if its time was set by a clock that was ahead and is set back %s',
    async (when) => {
      const parts = aQueue(start.add({ hours: 24 }));
      await parts.queue.send([aQueuedJob({ project: 'ahead' })], { delaySeconds: 600 });
      const setBack = () => parts.clock.setTo(start);
      if (when === 'while it waits') setImmediate(setBack);
      else setBack();
      const work: JobHandlers['work'] = async () => {
        if (parts.log.length === 1)
          await parts.queue.send([aQueuedJob({ project: 'new' })], { delaySeconds: 60 });
      };
      await parts.queue.deliver(receivers(parts, { until: 2, work }), parts.stop.signal);
      expect(parts.log).toEqual(['0: received m-1 (1) ahead', '1: received m-2 (1) new']);
    },
  );

  it('processes at most as many jobs at the same time as there are workers', async () => {
    const parts = aQueue();
    await parts.queue.send(['a', 'b', 'c', 'd', 'e'].map((project) => aQueuedJob({ project })));
    let running = 0;
    const most: number[] = [];
    const work: JobHandlers['work'] = async () => {
      running += 1;
      most.push(running);
      await parts.clock.until(parts.clock.now().add({ minutes: 1 }), new AbortController().signal);
      running -= 1;
    };
    await parts.queue.deliver(receivers(parts, { until: 5, workers: 2, work }), parts.stop.signal);
    expect(Math.max(...most)).toBe(2);
    expect(parts.log).toHaveLength(5);
  });

  it('delivers a failing job five times in all, and then treats it as a dead letter', async () => {
    const parts = aQueue();
    await parts.queue.send([aQueuedJob({ project: 'bad' })]);
    const work = () => Promise.reject(new Error('crashed'));
    await parts.queue.deliver(receivers(parts, { until: 6, work }), parts.stop.signal);
    expect(parts.log).toEqual([
      '0: received m-1 (1) bad',
      '15: received m-1 (2) bad',
      '30: received m-1 (3) bad',
      '45: received m-1 (4) bad',
      '60: received m-1 (5) bad',
      '75: buried bad',
    ]);
    expect(await parts.queue.depth()).toEqual({ all: 0, delayed: 0 });
  });

  it('finishes the jobs in progress before it stops, and starts no other', async () => {
    const parts = aQueue();
    await parts.queue.send(['a', 'b'].map((project) => aQueuedJob({ project })));
    let isDone = false;
    const work: JobHandlers['work'] = async () => {
      await Promise.resolve();
      isDone = true;
    };
    await parts.queue.deliver(receivers(parts, { until: 1, work }), parts.stop.signal);
    expect(isDone).toBe(true);
    expect(parts.log).toHaveLength(1);
    expect(await parts.queue.depth()).toEqual({ all: 1, delayed: 0 });
  });
});
