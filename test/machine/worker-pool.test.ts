import { describe, expect, it, onTestFinished } from 'vitest';
import { createLineLog } from '#machine/line-log.ts';
import { createWorkerPool } from '#machine/worker-pool.ts';
import { jobJson } from '#queue/job-queue.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';
import { recordingQueue } from '../support/recording-queue.ts';

function aPool() {
  const lines: string[] = [];
  const queue = recordingQueue();
  const pool = createWorkerPool(
    {
      configurationFile: 'lookahead.yaml',
      archive: 'out',
      url: 'http://localhost',
      linkDays: 1,
      workerMemoryMB: 64,
      logFormat: 'text',
    },
    {
      queue,
      mail: () => undefined,
      log: createLineLog('text', { write: (line) => lines.push(line), now: () => 'now' }),
      script: new URL('../support/workers/scripted-worker.ts', import.meta.url),
    },
  );
  onTestFinished(pool.close);
  const work = (body: string) => pool.work({ messageId: 'm-1', body, receives: 2 });
  /** Processes a job. @returns the id of its thread, which the worker gives as the delay of a job that it queues */
  const threadOfJob = async () => {
    await work(jobJson(aQueuedJob()));
    return queue.sent.at(-1)?.delaySeconds;
  };
  return { pool, queue, lines, work, threadOfJob };
}

describe('a worker', () => {
  it('is used again for the next job, and has queued its own jobs before it reports that it is done', async () => {
    const { queue, threadOfJob } = aPool();
    const thread = await threadOfJob();
    expect(queue.sent.map(({ job }) => job)).toEqual([aQueuedJob()]);
    expect(await threadOfJob()).toBe(thread);
  });

  it('works beside others, each in a thread of its own', async () => {
    const { threadOfJob, queue } = aPool();
    await Promise.all([threadOfJob(), threadOfJob(), threadOfJob()]);
    expect(new Set(queue.sent.map(({ delaySeconds }) => delaySeconds)).size).toBe(3);
  });

  it('affects only its own job if it ends, crashes, fills its memory or fails', async () => {
    const { work, threadOfJob, lines } = aPool();
    for (const [body, message] of [
      ['exit', 'A worker ended before its job was done'],
      ['throw', 'A worker crashed (out of luck)'],
      ['fill the memory', 'A worker crashed (Worker terminated due to reaching memory limit'],
      ['fail', 'A job failed'],
    ] as const) {
      lines.length = 0;
      const other = threadOfJob();
      await expect(work(body), body).rejects.toThrow(message);
      expect(await other, body).toBeDefined();
      expect(await threadOfJob(), body).toBeDefined();
      expect(lines.join(''), body).toContain(
        'error a job was not finished receives=2 error=WorkerError reason="A ',
      );
    }
  });

  it('is ended with the pool, and its job counts as not done', async () => {
    const { pool, work } = aPool();
    const hanging = work('hang').catch((error: Error) => error.message);
    await pool.close();
    expect(await hanging).toContain('A worker ended before its job was done');
  });
});
