import { describe, expect, test } from 'vitest';
import { type Manifest, readManifest, saveManifest } from '../../../functions/delivery/dispatch/manifest.ts';
import { addressOf, type ReportJob } from '../../../functions/delivery/run/report-job.ts';
import { aJob, runId } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const jobs: readonly ReportJob[] = ['north', 'south', 'west'].map((key) =>
  aJob({ project: { ...aJob().project, key }, audiences: [] }),
);
const manifest: Manifest = {
  dispatchId: runId('2026-11-20T14:00:00Z'),
  at: '2026-11-20T14:00:01Z',
  due: jobs.map(addressOf),
};

describe('a manifest', () => {
  test('is written once: the first one stays', async () => {
    const store = createMemoryStore();
    expect(await readManifest(store, manifest.dispatchId)).toBeUndefined();
    expect(await saveManifest(store, manifest)).toEqual(manifest);
    const again = await saveManifest(store, { ...manifest, at: '2026-11-20T14:00:09Z', due: [] });
    expect(again).toEqual(manifest);
    expect(await store.list('')).toEqual(['dispatches/2026-11-20T14-00-00Z/manifest.json']);
  });

  test('that cannot be read is named in the error', async () => {
    const store = createMemoryStore();
    await store.putOnce('dispatches/2026-11-20T14-00-00Z/manifest.json', new TextEncoder().encode('{}'), '');
    await expect(saveManifest(store, manifest)).rejects.toThrow(/manifest\.json cannot be read \(version/);
  });
});
