import { describe, expect, it } from 'vitest';
import {
  attemptSummaryOf,
  readAttemptSummaries,
  readAttemptSummary,
  saveReportDone,
  saveRequestFailure,
} from '#runs/store/attempt-records.ts';
import * as objects from '#runs/store/objects.ts';
import { aClock, jsonOfObject } from '../../support/builders/a-delivery.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const at = aClock().now();
const next = at.add({ minutes: 1 });
const weekly = { dispatchId, project: 'riverside', report: 'weekly' };
const nights = { ...weekly, report: 'nights' };
const failure = { kind: 'retryable', error: 'PlanningUnavailableError', message: 'It is down.' } as const;
const failed: objects.FailedAttempt = { ...failure, by: 'm-1', at, next: next.toString() };

describe('the attempts at a report', () => {
  it('count as none if nothing is stored', async () => {
    const store = createMemoryStore();
    expect(await readAttemptSummary(store, weekly)).toEqual({
      done: false,
      failedMessages: false,
      dataProblem: false,
      failed: 0,
      deadLetters: 0,
    });
  });

  it('are counted by the highest number, not by the order of texts or the number of objects', async () => {
    const store = createMemoryStore();
    for (const n of [1, 2, 9, 10]) await objects.failedAttempt.create(store, { ...weekly, n }, failed);
    await objects.deadLetter.create(store, { ...weekly, n: 2 }, { at });
    expect(await readAttemptSummary(store, weekly)).toMatchObject({
      failed: 10,
      deadLetters: 2,
      done: false,
    });
    await saveReportDone(store, weekly, { at, failed: [] });
    expect(await readAttemptSummary(store, weekly)).toMatchObject({ failed: 10, deadLetters: 2, done: true });
  });

  it('are those of that report alone, even if its name begins with the name of another report', async () => {
    const store = createMemoryStore();
    await saveReportDone(store, { ...weekly, report: 'weekly-2' }, { at, failed: [] });
    await saveReportDone(store, { ...weekly, project: 'riverside-b' }, { at, failed: [] });
    expect(await readAttemptSummary(store, weekly)).toMatchObject({ done: false });
  });

  it('are read for a whole dispatch with one LIST request', async () => {
    const store = createMemoryStore();
    await objects.failedAttempt.create(store, { ...weekly, n: 3 }, failed);
    await saveReportDone(store, nights, { at, failed: [] });
    const all = await readAttemptSummaries(store, dispatchId);
    expect(attemptSummaryOf(all, weekly)).toMatchObject({ failed: 3, done: false });
    expect(attemptSummaryOf(all, nights)).toMatchObject({ failed: 0, done: true });
    expect(attemptSummaryOf(all, { project: 'other', report: 'weekly' })).toMatchObject({
      failed: 0,
      done: false,
    });
  });

  it('do not include other files in their folder', async () => {
    const store = createMemoryStore();
    for (const name of [
      'failed-0.json',
      'failed-1.json.tmp',
      'failed-01.json',
      'done.txt',
      'dead-letter-x.json',
    ]) {
      await store.putOnce(`attempts/${dispatchId}/riverside_weekly/${name}`, new Uint8Array(), '');
    }
    expect(await readAttemptSummary(store, weekly)).toMatchObject({ failed: 0, deadLetters: 0, done: false });
  });
});

describe('an attempt that failed', () => {
  it('is recorded with its reason, the id of its message or request and the time of the next attempt', async () => {
    const store = createMemoryStore();
    const first = { ...weekly, n: 1 };
    expect(await objects.failedAttempt.createOrRead(store, first, failed)).toEqual(failed);
    expect(await objects.failedAttempt.read(store, first)).toEqual(failed);
    expect(jsonOfObject(store.objects.get(objects.failedAttempt.key(first)))).toMatchObject({
      ...failure,
      at: '2026-11-20T14:00:05Z',
      by: 'm-1',
      next: '2026-11-20T14:01:05Z',
    });
    expect(await objects.failedAttempt.read(store, { ...weekly, n: 2 })).toBeUndefined();
  });

  it('is recorded once: of two jobs with the same number, the second finds the record of the first', async () => {
    const store = createMemoryStore();
    const of = { ...weekly, n: 1 };
    const [one, other] = await Promise.all([
      objects.failedAttempt.createOrRead(store, of, failed),
      objects.failedAttempt.createOrRead(store, of, { ...failed, by: 'm-2', next: undefined }),
    ]);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ by: 'm-1', next: next.toString() });
  });

  it('that cannot be read is named in the error', async () => {
    const store = createMemoryStore();
    const first = { ...weekly, n: 1 };
    store.objects.set(objects.failedAttempt.key(first), new TextEncoder().encode('{"version":2}'));
    const reading = objects.failedAttempt.read(store, first);
    await expect(reading).rejects.toThrow(/failed-1\.json was written by another release/);
    await expect(objects.failedAttempt.createOrRead(store, first, failed)).rejects.toThrow(/another release/);
  });
});

describe('the answer to a request that failed', () => {
  it('has the next free number, and no next attempt', async () => {
    const store = createMemoryStore();
    await saveRequestFailure(store, weekly, { failure, by: 'request-1', at });
    await saveRequestFailure(store, weekly, { failure, by: 'request-2', at });
    expect(await readAttemptSummary(store, weekly)).toMatchObject({ failed: 2 });
    const second = await objects.failedAttempt.read(store, { ...weekly, n: 2 });
    expect(second?.by).toBe('request-2');
    expect(second?.next).toBeUndefined();
  });

  it('is not lost if two requests answer at the same time', async () => {
    const store = createMemoryStore();
    const requests = ['request-1', 'request-2', 'request-3'];
    await Promise.all(requests.map((by) => saveRequestFailure(store, weekly, { failure, by, at })));
    const stored = await Promise.all(
      [1, 2, 3].map((n) => objects.failedAttempt.read(store, { ...weekly, n })),
    );
    expect(stored.map((one) => one?.by).sort()).toEqual(requests);
  });
});

describe('a report that is done', () => {
  const message: objects.FailedMessage = {
    subject: 'Weekly',
    to: ['a@example.com'],
    cause: 'rejected',
    reason: 'No.',
  };

  it('has no record of failed messages if none failed', async () => {
    const store = createMemoryStore();
    await saveReportDone(store, weekly, { at, failed: [] });
    expect([...store.objects.keys()]).toEqual([objects.reportDone.key(weekly)]);
    expect(await objects.failedMessages.read(store, weekly)).toBeUndefined();
  });

  it('stores the messages that will never be accepted before its done record', async () => {
    const store = createMemoryStore();
    await saveReportDone(store, weekly, { at, failed: [message] });
    expect(store.writes.map(({ key }) => key.split('/').at(-1))).toEqual([
      'failed-messages.json',
      'done.json',
    ]);
    expect(await objects.failedMessages.read(store, weekly)).toEqual({ messages: [message] });
    expect(await readAttemptSummary(store, weekly)).toMatchObject({ done: true, failedMessages: true });
  });

  it('stores the problem of an old programme before its done record', async () => {
    const store = createMemoryStore();
    const dataProblem = {
      name: '1f3a5b7c',
      text: 'Programme of 1 Nov, version 3: 19 days old.',
      isUnread: false,
    };
    await saveReportDone(store, weekly, { at, failed: [], dataProblem });
    const names = store.writes.map(({ key }) => key.split('/').at(-1));
    expect(names).toEqual(['data-problem.json', 'done.json']);
    expect(await objects.dataProblem.read(store, weekly)).toMatchObject(dataProblem);
    expect(await readAttemptSummary(store, weekly)).toMatchObject({ done: true, dataProblem: true });
  });

  it('keeps its first record', async () => {
    const store = createMemoryStore();
    await saveReportDone(store, weekly, { at, failed: [] });
    const before = new Map(store.objects);
    await saveReportDone(store, weekly, { at: next, failed: [] });
    expect(store.objects).toEqual(before);
  });
});
