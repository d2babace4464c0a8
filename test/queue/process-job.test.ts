import { describe, expect, it } from 'vitest';
import { PlanningError } from '#planning/client/planning-error.ts';
import { finalAttemptTime } from '#queue/deadline.ts';
import type { DeliveryResult } from '#runs/delivery-result.ts';
import { readAttemptSummary } from '#runs/store/attempt-records.ts';
import * as objects from '#runs/store/objects.ts';
import { aRunResult, aWorker } from '../support/a-worker.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';

const details = { operation: 'tasks', remedy: 'Do something.' } as const;
const throttled = (retryAfter?: number) =>
  new PlanningError('PlanningUnavailableError', 'it is busy', { ...details, status: 429, retryAfter });
const refused = new PlanningError('PlanningRefusedError', 'the key is not accepted', {
  ...details,
  status: 401,
});
const job = aQueuedJob();

const message = (outcome: DeliveryResult['messages'][number]['outcome']) => ({
  id: 'everyone',
  audience: { kind: 'everyone' } as const,
  to: ['manager@example.com'],
  cc: [],
  subject: 'Weekly lookahead',
  outcome,
});

describe('a job', () => {
  it.each(['delivered', 'already delivered', 'skipped'] as const)(
    'whose run ends as %s is finished, and nothing is put back',
    async (outcome) => {
      const { receive, ends, queue, memory } = aWorker();
      ends.push(aRunResult({ outcome }));
      expect(await receive(job)).toMatchObject({ kind: 'finished', result: { outcome } });
      expect(queue.sent).toEqual([]);
      expect(await readAttemptSummary(memory, job)).toMatchObject({
        done: true,
        failed: 0,
        failedMessages: false,
      });
    },
  );

  it('with a message that will never be accepted is finished, and the message is recorded for the contact', async () => {
    const { receive, ends, memory } = aWorker();
    const outcome = { kind: 'failed', cause: 'rejected', reason: 'No such address.' } as const;
    ends.push(aRunResult({ outcome: 'failed', messages: [message(outcome)] }));
    expect(await receive(job)).toMatchObject({ kind: 'finished', result: { outcome: 'failed' } });
    expect(await readAttemptSummary(memory, job)).toMatchObject({ done: true, failedMessages: true });
    expect((await objects.failedMessages.read(memory, job))?.messages).toEqual([
      {
        subject: 'Weekly lookahead',
        to: ['manager@example.com'],
        cause: 'rejected',
        reason: 'No such address.',
      },
    ]);
  });

  it('for a report that was finished before is dropped, and nothing is run', async () => {
    const { receive, runs, queue } = aWorker();
    await receive(job);
    expect(await receive(job)).toEqual({ kind: 'done before' });
    expect(await receive(aQueuedJob({ attempt: 7 }))).toEqual({ kind: 'done before' });
    expect(runs).toHaveLength(1);
    expect(queue.sent).toEqual([]);
  });

  it('whose run fails is recorded, and put back as a new message with the next attempt', async () => {
    const { receive, ends, queue, memory, clock } = aWorker();
    ends.push(throttled());
    const next = clock.now().add({ seconds: 60 });
    const failure = { kind: 'retryable', error: 'PlanningUnavailableError' };
    expect(await receive(job, 'm-7')).toMatchObject({ kind: 'failed', failure, next });
    expect(queue.sent).toEqual([{ job: { ...job, attempt: 2 }, delaySeconds: 60 }]);
    expect(await objects.failedAttempt.read(memory, { ...job, n: 1 })).toMatchObject({
      ...failure,
      by: 'm-7',
      at: clock.now(),
      next: next.toString(),
      message: expect.stringContaining('it is busy. Do something.'),
    });
  });

  it('that needs a person is tried every half hour, and finished once the cause is fixed', async () => {
    const { receive, receiveNext, ends, queue } = aWorker();
    ends.push(refused, refused);
    expect(await receive(job)).toMatchObject({ kind: 'failed', failure: { kind: 'curable' } });
    expect(await receiveNext()).toEqual({ kind: 'early', seconds: 900 });
    expect(await receiveNext()).toMatchObject({ kind: 'failed', failure: { kind: 'curable' } });
    await receiveNext();
    expect(await receiveNext()).toMatchObject({ kind: 'finished' });
    expect(queue.sent).toEqual([]);
  });

  it('whose run could not send everything is tried again, and its record says what is left', async () => {
    const { receive, ends, queue } = aWorker();
    const outcome = { kind: 'refused', cause: 'retryable', reason: 'Throttled.', waitSeconds: 90 } as const;
    ends.push(aRunResult({ outcome: 'incomplete', messages: [message(outcome)] }));
    expect(await receive(job)).toMatchObject({
      kind: 'failed',
      failure: { error: 'IncompleteDelivery', message: 'Not everything has been sent. everyone: Throttled.' },
    });
    expect(queue.sent).toMatchObject([{ delaySeconds: 90, job: { attempt: 2 } }]);
  });

  it('is tried until its deadline, and no longer', async () => {
    const { receive, receiveNext, ends, queue, runs, clock } = aWorker();
    ends.push(...Array.from({ length: 200 }, () => throttled()));
    let outcome = await receive(job);
    while (queue.sent.length > 0) outcome = await receiveNext();
    expect(outcome).toMatchObject({ kind: 'failed', next: undefined });
    // At 0, 1, 3 and 7 minutes, then every quarter of an hour from 0:15 to 23:45, and at 23:50.
    expect(runs).toHaveLength(4 + 95 + 1);
    expect(job.deliverBy.since(clock.now()).total('minutes')).toBe(10);
  });

  it.each(['86400', '31536000'])(
    'is not dropped if the service asks for a wait of %s s, and is delivered once the service is up',
    async (seconds) => {
      const { receive, receiveNext, ends, queue, runs, clock } = aWorker();
      const busy = () => ends.push(throttled(Number(seconds)));
      busy();
      let outcome = await receive(job);
      while (queue.sent.length > 0) {
        const isUp = job.deliverBy.since(clock.now()).total('minutes') <= 60;
        ends.length = 0;
        if (!isUp) busy();
        outcome = await receiveNext();
      }
      expect(outcome).toMatchObject({ kind: 'finished' });
      expect(runs.length).toBeGreaterThanOrEqual(46);
      expect(job.deliverBy.since(clock.now()).total('minutes')).toBeGreaterThanOrEqual(10);
    },
  );

  it('that needs a person ends if it is tried exactly at the time of its last attempt', async () => {
    const { receive, ends, queue, clock } = aWorker();
    ends.push(refused, refused);
    const last = clock.now().add({ minutes: 10 });
    const early = last.add({ milliseconds: 1 });
    expect(await receive(aQueuedJob({ project: 'early', deliverBy: early }))).toMatchObject({
      next: finalAttemptTime(early),
    });
    queue.sent.length = 0;
    expect(await receive(aQueuedJob({ deliverBy: last }))).toMatchObject({ kind: 'failed', next: undefined });
    expect(queue.sent).toEqual([]);
  });

  it('is never begun at its deadline', async () => {
    const { receive, runs, queue, clock } = aWorker();
    clock.advance({ hours: 24 });
    expect(await receive(job)).toEqual({ kind: 'too late' });
    expect(await receive(aQueuedJob({ notBefore: '2026-11-21T16:00:00Z' }))).toEqual({ kind: 'too late' });
    expect(runs).toEqual([]);
    expect(queue.sent).toEqual([]);
  });
});

describe('a job that may not begin yet', () => {
  it('is put back unchanged until its time has come', async () => {
    const { receive, receiveNext, ends, queue, runs } = aWorker();
    ends.push(throttled(1_700));
    await receive(job);
    expect(queue.sent).toMatchObject([
      { delaySeconds: 900, job: { attempt: 2, notBefore: '2026-11-20T14:28:25Z' } },
    ]);
    expect(await receiveNext()).toEqual({ kind: 'early', seconds: 800 });
    expect(queue.sent).toEqual([{ delaySeconds: 800, job: { ...job, attempt: 2 } }]);
    expect(runs).toHaveLength(1);
    expect(await receiveNext()).toMatchObject({ kind: 'finished' });
  });

  it('is begun ten minutes before its deadline, however long it was postponed', async () => {
    const { receive, receiveNext, queue, runs } = aWorker();
    const deliverBy = job.due.add({ minutes: 30 });
    await receive(aQueuedJob({ deliverBy, notBefore: '2026-11-20T16:00:00Z' }));
    expect(queue.sent).toMatchObject([{ delaySeconds: 900 }]);
    expect(await receiveNext()).toMatchObject({ kind: 'early' });
    expect(await receiveNext()).toMatchObject({ kind: 'finished' });
    expect(runs).toHaveLength(1);
  });

  it('needs only one message if the queue can wait that long', async () => {
    const { receive, ends, queue } = aWorker();
    ends.push(throttled(900));
    await receive(job);
    expect(queue.sent).toEqual([{ delaySeconds: 900, job: { ...job, attempt: 2 } }]);
  });
});
