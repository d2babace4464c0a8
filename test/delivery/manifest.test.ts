import { describe, expect, test } from 'vitest';
import { type Manifest, readManifest, saveManifest } from '../../functions/delivery/dispatch/manifest.ts';
import { notifyFailures } from '../../functions/delivery/notify/notify-failures.ts';
import { deliverReport } from '../../functions/delivery/run/deliver-report.ts';
import { addressOf, type ReportJob } from '../../functions/delivery/run/report-job.ts';
import { outstandingRuns } from '../../functions/delivery/store/outstanding.ts';
import { aClock, aJob, runId, someParts } from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const jobs: readonly ReportJob[] = ['north', 'south', 'west'].map((key) =>
  aJob({ project: { ...aJob().project, key }, audiences: [] }),
);
const manifest: Manifest = {
  dispatchId: runId('2026-11-20T14:00:00Z'),
  at: '2026-11-20T14:00:01Z',
  due: jobs.map(addressOf),
};

describe('a manifest', () => {
  test('is written once: what stood first stands', async () => {
    const store = createMemoryStore();
    expect(await readManifest(store, manifest.dispatchId)).toBeUndefined();
    expect(await saveManifest(store, manifest)).toEqual(manifest);
    const again = await saveManifest(store, { ...manifest, at: '2026-11-20T14:00:09Z', due: [] });
    expect(again).toEqual(manifest);
    expect(await store.list('')).toEqual(['dispatches/2026-11-20T14-00-00Z/manifest.json']);
  });

  test('that cannot be read is named', async () => {
    const store = createMemoryStore();
    await store.putOnce('dispatches/2026-11-20T14-00-00Z/manifest.json', new TextEncoder().encode('{}'), '');
    await expect(saveManifest(store, manifest)).rejects.toThrow(/manifest\.json cannot be read \(version/);
  });
});

describe('due minus done', () => {
  test('is everything at first, and what remains after each run', async () => {
    const store = createMemoryStore();
    const remaining = async () => (await outstandingRuns(store, manifest)).map(({ project }) => project);
    expect(await remaining()).toEqual(['north', 'south', 'west']);
    const [north = aJob(), south = aJob(), west = aJob()] = jobs;
    await deliverReport(north, someParts({ store }));
    expect(await remaining()).toEqual(['south', 'west']);
    await deliverReport(
      { ...south, onEmpty: 'skip' },
      someParts({
        store,
        pull: async () => ({ instant: '2026-11-20T14:00:05Z', range: south.window, tasks: [], rejected: [] }),
      }),
    );
    expect(await remaining()).toEqual(['west']);
    await deliverReport(west, someParts({ store }));
    expect(await remaining()).toEqual([]);
  });

  test('counts a message that failed for good as done once its contact knows, and one without an answer as not', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: false });
    const [north = aJob(), south = aJob()] = jobs;
    mailer.answers.push({ kind: 'failed', reason: 'no such address' }, 'lost');
    const result = await deliverReport(north, someParts({ store, mailer }));
    await deliverReport(south, someParts({ store, mailer }));
    const remaining = async () => (await outstandingRuns(store, manifest)).map(({ project }) => project);
    expect(await remaining()).toEqual(['north', 'south', 'west']);
    const configuration = { from: 'lookahead@example.com' };
    const of = { dispatchId: manifest.dispatchId, contact: 'planner@example.com' };
    await notifyFailures(result, of, { ...someParts({ store, mailer }), configuration });
    expect(await remaining()).toEqual(['south', 'west']);
    const later = aClock('2026-11-20T15:00:00Z');
    await deliverReport(south, someParts({ store, mailer, owner: 'attempt-2', now: later.now }));
    expect(await remaining()).toEqual(['west']);
  });
});
