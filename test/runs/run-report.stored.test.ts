/** A run with a stored issue sends its messages without asking the planning service. */

import { describe, expect, it } from 'vitest';
import { RequestError } from '#queue/parse-report-request.ts';
import { runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { runReport } from '#runs/run-report.ts';
import {
  anAttempt,
  aResolvedReport,
  deliverResolved,
  subjectOf,
  tasksReader,
} from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const resolved = aResolvedReport();
const address = runObjectKeyValuesOf(resolved);
const throttled = { kind: 'refused', cause: 'retryable', reason: 'Throttled.', waitSeconds: 60 } as const;
/** The report is no longer configured. */
const gone = () => Promise.reject(new RequestError([]));
const asksNobody = () => Promise.reject(new Error('asked the planning service'));

/** A run whose stored issue has two messages, neither of which was sent. */
async function aStoredIssue() {
  const store = createMemoryStore();
  const mailer = createRecordingMailer({ repeatable: false });
  mailer.answers.push(throttled, throttled);
  expect(await deliverResolved(resolved, anAttempt({ store, mailer }))).toMatchObject({
    outcome: 'incomplete',
  });
  const parts = anAttempt({
    store,
    mailer,
    owner: 'attempt-2',
    planning: { tasks: asksNobody },
    render: asksNobody,
  });
  return { store, mailer, parts };
}

describe('a run', () => {
  it('with a stored issue is delivered without asking the planning service for names or tasks', async () => {
    const { mailer, parts } = await aStoredIssue();
    expect(await runReport({ address, mode: 'send', lookUp: asksNobody }, parts)).toMatchObject({
      outcome: 'delivered',
    });
    expect(mailer.taken.map(({ message }) => message)).toEqual(['everyone', 'subcontractor-s1']);
  });

  it('that was delivered does not ask the planning service for names or tasks', async () => {
    const { mailer, parts } = await aStoredIssue();
    await runReport({ address, mode: 'send', lookUp: asksNobody }, parts);
    expect(await runReport({ address, mode: 'send', lookUp: asksNobody }, parts)).toMatchObject({
      outcome: 'already delivered',
    });
    expect(mailer.taken).toHaveLength(2);
  });

  it('with only its tasks stored looks up its names once, and pulls no tasks', async () => {
    const store = createMemoryStore();
    const broken = anAttempt({ store, render: () => Promise.reject(new Error('no renderer')) });
    await expect(deliverResolved(resolved, broken)).rejects.toThrow('no renderer');
    let asked = 0;
    const lookedUp = async () => {
      asked += 1;
      return resolved;
    };
    const parts = anAttempt({ store, owner: 'attempt-2', planning: { tasks: asksNobody } });
    expect(await runReport({ address, mode: 'send', lookUp: lookedUp }, parts)).toMatchObject({
      outcome: 'delivered',
    });
    expect(asked).toBe(1);
  });

  it('that was skipped stays skipped, without asking the planning service', async () => {
    const store = createMemoryStore();
    const empty = anAttempt({
      store,
      planning: tasksReader([]),
    });
    await deliverResolved({ ...resolved, sendWhen: 'any-task' }, empty);
    const parts = anAttempt({ store, planning: { tasks: asksNobody } });
    expect(await runReport({ address, mode: 'send', lookUp: asksNobody }, parts)).toMatchObject({
      outcome: 'skipped',
    });
    expect(await runReport({ address, mode: 'send', lookUp: gone }, parts)).toMatchObject({
      outcome: 'skipped',
    });
  });
});

describe('a stored issue', () => {
  it('is sent as it was made, although its report is no longer configured', async () => {
    const { store, mailer, parts } = await aStoredIssue();
    const result = await runReport({ address, mode: 'send', lookUp: gone }, parts);
    expect(result).toMatchObject({
      outcome: 'delivered',
      issueNumber: 1,
      project: 'riverside',
      report: 'weekly',
    });
    const other = createRecordingMailer({ repeatable: false });
    await deliverResolved(resolved, anAttempt({ mailer: other }));
    expect(mailer.taken.map(subjectOf)).toEqual(other.taken.map(subjectOf));
    expect(mailer.taken.map(({ recipients }) => recipients)).toEqual(
      other.taken.map(({ recipients }) => recipients),
    );
    expect([...store.objects.keys()].filter((key) => key.endsWith('/sent.json'))).toHaveLength(2);
  });

  it('is sent once', async () => {
    const { mailer, parts } = await aStoredIssue();
    await runReport({ address, mode: 'send', lookUp: gone }, parts);
    expect(await runReport({ address, mode: 'send', lookUp: gone }, parts)).toMatchObject({
      outcome: 'already delivered',
    });
    expect(mailer.taken).toHaveLength(2);
  });

  it('reports what is left to do', async () => {
    const { mailer, parts } = await aStoredIssue();
    mailer.answers.push(throttled, { kind: 'failed', reason: 'No such address.' });
    expect(await runReport({ address, mode: 'send', lookUp: gone }, parts)).toMatchObject({
      outcome: 'incomplete',
      messages: [{ outcome: throttled }, { outcome: { kind: 'failed', cause: 'rejected' } }],
    });
  });

  it('does not exist if nothing of the run is stored, or only its tasks', async () => {
    const store = createMemoryStore();
    const parts = anAttempt({ store, render: () => Promise.reject(new Error('no renderer')) });
    await expect(runReport({ address, mode: 'send', lookUp: gone }, parts)).rejects.toThrow(RequestError);
    await expect(deliverResolved(resolved, parts)).rejects.toThrow('no renderer');
    const before = new Map(store.objects);
    await expect(runReport({ address, mode: 'send', lookUp: gone }, parts)).rejects.toThrow(RequestError);
    expect(store.objects).toEqual(before);
  });
});
