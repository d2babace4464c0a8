/** Whether a job is tried, put back or dropped, before and after its attempt. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { ServiceDownError } from '#queue/outage.ts';
import { decideAfterAttempt, decideBeforeAttempt } from '#queue/process-job.ts';
import type { FailedAttempt } from '#runs/store/objects.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';

const job = aQueuedJob({ attempt: 2 });
const now = Temporal.Instant.from('2026-11-20T15:00:00Z');
const at = { begun: now, now, random: 0.5 };
const none = { done: false, failedMessages: false, dataProblem: false, failed: 0, deadLetters: 0 };
const failed: FailedAttempt = {
  at: Temporal.Instant.from('2026-11-20T14:59:00Z'),
  by: 'm-1',
  kind: 'retryable',
  error: 'PlanningUnavailableError',
  message: 'It is busy.',
  next: '2026-11-20T15:02:00Z',
};
const crashed: FailedAttempt = { ...failed, kind: 'poison', next: undefined };

describe('before its attempt, a job', () => {
  it.each([
    ['whose report is done ends', { attempts: { ...none, done: true, failed: 2 }, failed }, 'done before'],
    ['with the next number is tried', { attempts: { ...none, failed: 1 }, failed: undefined }, 'try'],
    [
      'whose attempt was made by another message is dropped',
      { attempts: { ...none, failed: 3 }, failed: undefined },
      'duplicate',
    ],
    [
      'whose own attempt failed queues the next one',
      { attempts: { ...none, failed: 2 }, failed },
      'failed before',
    ],
    [
      'whose own attempt crashed is tried again',
      { attempts: { ...none, failed: 2 }, failed: crashed },
      'try',
    ],
  ])('%s', (_, known, kind) => {
    expect(decideBeforeAttempt(job, known, 'm-1')).toMatchObject({ kind });
    if (known.failed)
      expect(decideBeforeAttempt(job, known, 'm-2').kind).toMatch(/^(done before|duplicate)$/);
  });
});

describe('after its attempt, a job', () => {
  const failure = { kind: 'retryable', error: 'PlanningUnavailableError', message: 'It is busy.' } as const;
  const crash = { kind: 'poison', error: 'TypeError', message: 'It is undefined.' } as const;

  it('that found the service down asks again, without using up an attempt', () => {
    const ended = { kind: 'service down', error: new ServiceDownError('1f3a5b7c', 300) } as const;
    expect(decideAfterAttempt(job, ended, at)).toEqual({
      kind: 'ask again',
      job: { ...job, waitsFor: '1f3a5b7c' },
      at: now.add({ seconds: 300 }),
    });
  });

  it('that failed is tried again as the next attempt, and waits for the service that it found down', () => {
    const after = decideAfterAttempt(job, { kind: 'failed', failure, waitsFor: '1f3a5b7c' }, at);
    expect(after).toMatchObject({
      kind: 'try again',
      isNew: true,
      job: { attempt: 3, waitsFor: '1f3a5b7c' },
    });
    expect(after).toMatchObject({ next: now.add({ minutes: 2 }) });
  });

  it('that failed before is tried again at the recorded time', () => {
    expect(decideAfterAttempt(job, { kind: 'failed before', failed }, at)).toMatchObject({
      kind: 'try again',
      isNew: false,
      job: { attempt: 3 },
      next: Temporal.Instant.from('2026-11-20T15:02:00Z'),
    });
  });

  it('that crashed is left to the queue, unless the queue delivers it too late', () => {
    const ended = { kind: 'crashed', failure: crash, error: new TypeError('x') } as const;
    expect(decideAfterAttempt(job, ended, at)).toMatchObject({ isNew: true, next: undefined });
    const late = { ...job, deliverBy: now.add({ minutes: 30 }) };
    expect(decideAfterAttempt(late, ended, at)).toMatchObject({ isNew: true, next: expect.anything() });
  });
});
