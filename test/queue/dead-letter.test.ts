import { describe, expect, it } from 'vitest';
import { redriveJob } from '#queue/dead-letter.ts';
import { readAttemptSummary, saveReportDone } from '#runs/store/attempt-records.ts';
import * as objects from '#runs/store/objects.ts';
import { aClock } from '../support/builders/a-delivery.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { recordingQueue } from '../support/recording-queue.ts';

const clock = aClock();
const at = clock.now();
const crash = { kind: 'poison', error: 'TypeError', message: 'It is undefined.' } as const;
const someParts = () => ({ store: createMemoryStore(), queue: recordingQueue(), clock });

describe('a dead letter', () => {
  it('is redriven after two hours, as the next attempt', async () => {
    const parts = someParts();
    const job = aQueuedJob({ attempt: 3 });
    expect(await redriveJob(job, parts)).toBe('brought back');
    expect(parts.queue.sent).toEqual([
      {
        delaySeconds: 900,
        job: { ...job, attempt: 4, broughtBack: 1, notBefore: at.add({ hours: 2 }).toString() },
      },
    ]);
    expect(await readAttemptSummary(parts.store, job)).toMatchObject({ deadLetters: 1, done: false });
  });

  it('is redriven before its deadline if two hours would be past it, and not after the deadline', async () => {
    const parts = someParts();
    const soon = aQueuedJob({ deliverBy: at.add({ minutes: 70 }) });
    expect(await redriveJob(soon, parts)).toBe('brought back');
    expect(parts.queue.sent).toMatchObject([
      { delaySeconds: 900, job: { notBefore: at.add({ minutes: 60 }).toString() } },
    ]);
    const atOnce = aQueuedJob({ deliverBy: at.add({ minutes: 14 }) });
    expect(await redriveJob(atOnce, parts)).toBe('brought back');
    expect(parts.queue.sent.at(-1)).toMatchObject({ delaySeconds: 240 });
    const over = aQueuedJob({ project: 'late', deliverBy: at.add({ minutes: 9 }) });
    expect(await redriveJob(over, parts)).toBe('given up');
    expect(parts.queue.sent).toHaveLength(2);
  });

  it('is redriven twice, and then no more', async () => {
    const parts = someParts();
    let job = aQueuedJob();
    const outcomes: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      outcomes.push(await redriveJob(job, parts));
      job = parts.queue.sent.at(-1)?.job ?? job;
    }
    expect(outcomes).toEqual(['brought back', 'brought back', 'given up']);
    expect(parts.queue.sent.map(({ job: { attempt, broughtBack } }) => [attempt, broughtBack])).toEqual([
      [2, 1],
      [3, 2],
    ]);
    expect((await readAttemptSummary(parts.store, job)).deadLetters).toBe(3);
  });

  it('continues the attempt numbers of other jobs for its report', async () => {
    const parts = someParts();
    const job = aQueuedJob();
    await objects.failedAttempt.create(parts.store, { ...job, n: 5 }, { ...crash, by: 'm-2', at });
    await redriveJob(job, parts);
    expect(parts.queue.sent[0]?.job.attempt).toBe(6);
  });

  it('is not redriven if another job has delivered its report', async () => {
    const parts = someParts();
    const job = aQueuedJob();
    await saveReportDone(parts.store, job, { at, failed: [] });
    expect(await redriveJob(job, parts)).toBe('done');
    expect(parts.queue.sent).toEqual([]);
    expect((await readAttemptSummary(parts.store, job)).deadLetters).toBe(0);
  });

  it('is not lost if the queue does not accept it: delivered again, it is redriven with the same number', async () => {
    const parts = someParts();
    const job = aQueuedJob();
    parts.queue.capacity = 0;
    await expect(redriveJob(job, parts)).rejects.toThrow('1 jobs were not taken');
    parts.queue.capacity = 1;
    expect(await redriveJob(job, parts)).toBe('brought back');
    expect(parts.queue.sent).toMatchObject([{ job: { attempt: 2, broughtBack: 1 } }]);
    expect((await readAttemptSummary(parts.store, job)).deadLetters).toBe(1);
  });
});
