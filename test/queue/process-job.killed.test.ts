/** Jobs whose process was killed, that crash, that are delivered twice, or whose archive is down. */
import { describe, expect, it } from 'vitest';
import { ArchiveError } from '#archive/object-store.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import { redriveJob } from '#queue/dead-letter.ts';
import { readAttemptSummary } from '#runs/store/attempt-records.ts';
import * as objects from '#runs/store/objects.ts';
import { aWorker, service } from '../support/a-worker.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';
import { createMemoryStore } from '../support/memory-store.ts';

const details = { operation: 'tasks', remedy: 'Do something.' } as const;
const throttled = new PlanningError('PlanningUnavailableError', 'it is busy', { ...details, status: 429 });
const crash = new TypeError('Cannot read properties of undefined');
const job = aQueuedJob();

describe('a job whose process was killed', () => {
  it('between recording its failure and queueing the next attempt is not run again: the next attempt is queued', async () => {
    const { receive, ends, queue, runs, clock } = aWorker();
    ends.push(throttled);
    queue.capacity = 0;
    await expect(receive(job, 'm-7')).rejects.toThrow('1 jobs were not taken');
    queue.capacity = 1;
    clock.advance({ seconds: 20 });
    expect(await receive(job, 'm-7')).toMatchObject({ kind: 'failed', failure: { kind: 'retryable' } });
    // The next attempt begins at the recorded time: 60 seconds after the failure, 20 of which have passed.
    expect(queue.sent).toEqual([{ job: { ...job, attempt: 2 }, delaySeconds: 40 }]);
    expect(runs).toHaveLength(1);
  });

  it('and which comes back after the time of the next attempt has that attempt queued without a delay', async () => {
    const { receive, ends, queue, clock } = aWorker();
    ends.push(throttled);
    await receive(job, 'm-7');
    clock.advance({ minutes: 10 });
    await receive(job, 'm-7');
    expect(queue.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([60, 0]);
  });

  it('after queueing the next attempt queues it a second time, and only one of the two continues', async () => {
    const { receive, receiveNext, ends, queue } = aWorker();
    ends.push(throttled, throttled, throttled);
    await receive(job, 'm-7');
    await receive(job, 'm-7');
    expect(queue.sent).toHaveLength(2);
    expect(await receiveNext()).toMatchObject({ kind: 'failed' });
    expect(await receiveNext()).toEqual({ kind: 'duplicate' });
    expect(queue.sent).toMatchObject([{ job: { attempt: 3 } }]);
  });
});

describe('two messages with the same attempt', () => {
  it('one after the other: the second is dropped without a run', async () => {
    const { receive, ends, queue, runs } = aWorker();
    ends.push(throttled);
    await receive(job, 'm-1');
    expect(await receive(job, 'm-2')).toEqual({ kind: 'duplicate' });
    expect(runs).toHaveLength(1);
    expect(queue.sent).toHaveLength(1);
  });

  it('at the same time: the one that records its failure first continues', async () => {
    const { receive, ends, queue, runs } = aWorker();
    ends.push(throttled, throttled);
    const outcomes = await Promise.all([receive(job, 'm-1'), receive(job, 'm-2')]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['duplicate', 'failed']);
    expect(runs).toHaveLength(2);
    expect(queue.sent).toHaveLength(1);
  });

  it('if one delivers, the other ends', async () => {
    const { receive, receiveNext, ends, queue } = aWorker();
    ends.push(throttled);
    await Promise.all([receive(job, 'm-1'), receive(job, 'm-2')]);
    expect(await receiveNext()).toEqual({ kind: 'done before' });
    expect(queue.sent).toEqual([]);
  });

  it('with a later attempt between them: the second is dropped, too', async () => {
    const { receive, receiveNext, ends } = aWorker();
    ends.push(throttled, throttled);
    await receive(job, 'm-1');
    await receiveNext();
    expect(await receive(job, 'm-9')).toEqual({ kind: 'duplicate' });
  });
});

describe('a job on which the program crashes', () => {
  it('is recorded and returned to the queue, which delivers it again', async () => {
    const { receive, ends, queue, memory } = aWorker();
    ends.push(crash, crash);
    await expect(receive(job, 'm-7')).rejects.toBe(crash);
    await expect(receive(job, 'm-7')).rejects.toBe(crash);
    expect(queue.sent).toEqual([]);
    const stored = await objects.failedAttempt.read(memory, { ...job, n: 1 });
    expect(stored).toMatchObject({ kind: 'poison', error: 'TypeError', by: 'm-7' });
    expect(stored?.next).toBeUndefined();
  });

  it('is processed again when it is delivered again, and may then be finished', async () => {
    const { receive, ends, runs } = aWorker();
    ends.push(crash);
    await expect(receive(job, 'm-7')).rejects.toBe(crash);
    expect(await receive(job, 'm-7')).toMatchObject({ kind: 'finished' });
    expect(runs).toHaveLength(2);
  });

  it('and which then fails temporarily continues with the next attempt', async () => {
    const { receive, receiveNext, ends, queue } = aWorker();
    ends.push(crash, throttled);
    await expect(receive(job, 'm-7')).rejects.toBe(crash);
    expect(await receive(job, 'm-7')).toMatchObject({ kind: 'failed', failure: { kind: 'retryable' } });
    expect(queue.sent).toEqual([{ job: { ...job, attempt: 2 }, delaySeconds: 60 }]);
    expect(await receiveNext()).toMatchObject({ kind: 'finished' });
  });

  it('is queued as the next attempt in the last half hour, because the queue would redeliver it too late', async () => {
    const { receive, receiveNext, ends, queue, clock } = aWorker();
    const late = aQueuedJob({ deliverBy: clock.now().add({ minutes: 39 }) });
    ends.push(crash);
    await expect(receive(late, 'm-7')).rejects.toBe(crash);
    expect(queue.sent).toEqual([{ job: { ...late, attempt: 2 }, delaySeconds: 60 }]);
    expect(await receiveNext()).toMatchObject({ kind: 'finished' });
    expect(await receive(late, 'm-7')).toEqual({ kind: 'done before' });
  });

  it('in the last half hour continues with one attempt if the queue delivers it again', async () => {
    const { receive, receiveNext, ends, queue, runs, clock } = aWorker();
    const late = aQueuedJob({ deliverBy: clock.now().add({ minutes: 39 }) });
    ends.push(crash, throttled);
    await expect(receive(late, 'm-7')).rejects.toBe(crash);
    await receiveNext();
    expect(await receive(late, 'm-7')).toMatchObject({ kind: 'failed' });
    expect(runs).toHaveLength(2);
    expect(queue.sent).toMatchObject([{ job: { attempt: 3 } }, { job: { attempt: 2 } }]);
    expect([await receiveNext(), await receiveNext()]).toMatchObject([
      { kind: 'finished' },
      { kind: 'done before' },
    ]);
  });

  it('is redriven after two hours, and is delivered once the crash is fixed', async () => {
    const { receive, receiveNext, ends, queue, memory, clock } = aWorker();
    ends.push(crash);
    await expect(receive(job, 'm-7')).rejects.toBe(crash);
    await redriveJob(job, { store: memory, queue, clock });
    const kinds: string[] = [];
    while (queue.sent.length > 0) kinds.push((await receiveNext()).kind);
    expect(kinds).toEqual([...Array.from({ length: 7 }, () => 'early'), 'finished']);
    expect(clock.now().toString()).toBe('2026-11-20T16:00:05Z');
  });
});

describe('a job while the archive is down', () => {
  const down = new ArchiveError('Cannot write', {
    kind: 'retryable',
    remedy: 'Try again later.',
    key: 'k',
    code: 'SlowDown',
  });

  /** A worker whose archive fails when the test says so. */
  function anUnreliableWorker() {
    const memory = createMemoryStore();
    const failing = { lists: false, writes: false };
    const store = {
      ...memory,
      list: async (prefix: string) => (failing.lists ? Promise.reject(down) : memory.list(prefix)),
      putOnce: async (...of: Parameters<typeof memory.putOnce>) =>
        failing.writes ? Promise.reject(down) : memory.putOnce(...of),
    };
    return { ...aWorker({ store }), store: memory, failing };
  }

  it('is tried again later, although its failure cannot be recorded', async () => {
    const { receive, receiveNext, queue, failing, store } = anUnreliableWorker();
    failing.lists = true;
    failing.writes = true;
    const failure = { kind: 'retryable', error: 'ArchiveError' };
    expect(await receive(job)).toMatchObject({ kind: 'failed', failure });
    expect(await receiveNext()).toMatchObject({ kind: 'failed', failure });
    expect(queue.sent).toMatchObject([{ delaySeconds: 120, job: { attempt: 3 } }]);
    expect(store.objects.size).toBe(0);
    failing.lists = false;
    failing.writes = false;
    expect(await receiveNext()).toMatchObject({ kind: 'finished' });
  });

  it('is tried again if the report was sent and only its record could not be stored', async () => {
    const { receive, receiveNext, failing, store, runs } = anUnreliableWorker();
    failing.writes = true;
    expect(await receive(job)).toMatchObject({ kind: 'failed', failure: { error: 'ArchiveError' } });
    failing.writes = false;
    expect(await receiveNext()).toMatchObject({ kind: 'finished' });
    expect(runs).toHaveLength(2);
    expect(await readAttemptSummary(store, job)).toMatchObject({ done: true, failed: 0 });
  });

  it('reports what it found of the planning service, although the brake cannot record it', async () => {
    const { receive, ends, failing, queue } = anUnreliableWorker();
    ends.push(new PlanningError('PlanningUnavailableError', 'it is down', { ...details, status: 503 }));
    failing.writes = true;
    expect(await receive(job)).toMatchObject({
      kind: 'failed',
      failure: { error: 'PlanningUnavailableError' },
    });
    expect(queue.sent).toMatchObject([{ job: { attempt: 2, waitsFor: service }, delaySeconds: 60 }]);
  });

  it('is returned to the queue if it crashes, although the crash cannot be recorded', async () => {
    const { receive, ends, failing } = anUnreliableWorker();
    ends.push(crash);
    failing.writes = true;
    await expect(receive(job)).rejects.toBe(crash);
  });
});
