import { describe, expect, test } from 'vitest';
import { notifyFailures } from '../../../functions/delivery/notify/failed-messages-notice.ts';
import { addressOf, type ReportJob } from '../../../functions/delivery/run/report-job.ts';
import { type Due, outstandingRuns } from '../../../functions/delivery/store/outstanding.ts';
import { aClock, aJob, deliverJob, runId, someParts } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

const jobs: readonly ReportJob[] = ['north', 'south', 'west'].map((key) =>
  aJob({ project: { ...aJob().project, key }, audiences: [] }),
);
const manifest: Due = {
  dispatchId: runId('2026-11-20T14:00:00Z'),
  due: jobs.map(addressOf),
};

describe('outstanding runs', () => {
  test('are all that is due at first, and fewer after each run', async () => {
    const store = createMemoryStore();
    const remaining = async () => (await outstandingRuns(store, manifest)).map(({ project }) => project);
    expect(await remaining()).toEqual(['north', 'south', 'west']);
    const [north = aJob(), south = aJob(), west = aJob()] = jobs;
    await deliverJob(north, someParts({ store }));
    expect(await remaining()).toEqual(['south', 'west']);
    await deliverJob(
      { ...south, onEmpty: 'skip' },
      someParts({
        store,
        pull: async () => ({ instant: '2026-11-20T14:00:05Z', range: south.window, tasks: [], rejected: [] }),
      }),
    );
    expect(await remaining()).toEqual(['west']);
    await deliverJob(west, someParts({ store }));
    expect(await remaining()).toEqual([]);
  });

  test('do not include one whose message failed permanently once its contact is notified, but one whose message has no answer', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    const [north = aJob(), south = aJob()] = jobs;
    mailer.answers.push({ kind: 'failed', reason: 'no such address' }, 'lost');
    const result = await deliverJob(north, someParts({ store, mailer }));
    await deliverJob(south, someParts({ store, mailer }));
    const remaining = async () => (await outstandingRuns(store, manifest)).map(({ project }) => project);
    expect(await remaining()).toEqual(['north', 'south', 'west']);
    const configuration = { from: 'lookahead@example.com' };
    const of = { dispatchId: manifest.dispatchId, contact: 'planner@example.com' };
    await notifyFailures(result, of, { ...someParts({ store, mailer }), configuration });
    expect(await remaining()).toEqual(['south', 'west']);
    const later = aClock('2026-11-20T15:00:00Z');
    await deliverJob(south, someParts({ store, mailer, owner: 'attempt-2', now: later.now }));
    expect(await remaining()).toEqual(['west']);
  });
});
