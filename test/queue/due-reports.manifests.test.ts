import { describe, expect, it } from 'vitest';
import { appendNumberedObject } from '#archive/numbered.ts';
import { readManifests, saveFirstManifest } from '#queue/due-reports.ts';
import * as objects from '#runs/store/objects.ts';
import { storeFormatVersion } from '#runs/store/stored-object.ts';
import { aDueReport, dispatchId } from '../support/builders/a-queued-job.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';

const manifest: objects.DispatchManifest = {
  dispatchId,
  at: '2026-11-20T14:00:01Z',
  due: ['north', 'south', 'west'].map((project) => aDueReport({ project })),
};
const added: objects.DispatchManifest = {
  ...manifest,
  at: '2026-11-20T15:00:01Z',
  due: [aDueReport({ project: 'east' })],
};
/** Adds another manifest. @param known the latest number, if it was just listed */
const add = (store: MemoryStore, value = added, known?: number) =>
  appendNumberedObject(objects.dispatchManifest, store, { tests: '', dispatchId }, async () => value, known);

const folder = `dispatches/${dispatchId}/`;

describe('a manifest', () => {
  it('is written once; the first one stays', async () => {
    const store = createMemoryStore();
    expect(await readManifests(store, dispatchId)).toBeUndefined();
    expect(await saveFirstManifest(store, manifest)).toEqual(manifest);
    const again = await saveFirstManifest(store, { ...added, at: '2026-11-20T14:00:09Z' });
    expect(again).toEqual(manifest);
    expect(await store.list('')).toEqual([`${folder}manifest-1.json`]);
  });

  it('contains all that is needed if its report is no longer configured', async () => {
    const store = createMemoryStore();
    const limited = aDueReport({ project: 'south', limits: ['night shift'] });
    await saveFirstManifest(store, { ...manifest, due: [aDueReport({ project: 'north' }), limited] });
    expect((await readManifests(store, dispatchId))?.due).toEqual([
      aDueReport({ project: 'north' }),
      limited,
    ]);
  });

  it('without reports is refused', async () => {
    const store = createMemoryStore();
    await expect(saveFirstManifest(store, { ...manifest, due: [] })).rejects.toThrow('at least one report');
    const { dispatchId: id, at } = manifest;
    const text = JSON.stringify({ version: storeFormatVersion, dispatchId: id, at, due: [] });
    store.objects.set(`${folder}manifest-1.json`, new TextEncoder().encode(text));
    await expect(readManifests(store, dispatchId)).rejects.toThrow(/manifest-1\.json cannot be read \(due: /);
  });

  it('that cannot be read is named in the error', async () => {
    const store = createMemoryStore();
    await store.putOnce(`${folder}manifest-1.json`, new TextEncoder().encode('{}'), '');
    await expect(saveFirstManifest(store, manifest)).rejects.toThrow(
      /manifest-1\.json cannot be read \(it has no version/,
    );
    await expect(readManifests(store, dispatchId)).rejects.toThrow(/manifest-1\.json cannot be read/);
  });

  it('of a request contains its options besides the reports', async () => {
    const store = createMemoryStore();
    await saveFirstManifest(store, { ...manifest, asked: '{"to":["a@example.com"]}' });
    expect(await readManifests(store, dispatchId)).toMatchObject({ asked: '{"to":["a@example.com"]}' });
  });

  it('of a test run is separate from that of a delivery with the same id', async () => {
    const store = createMemoryStore();
    await saveFirstManifest(store, manifest, { testRun: 'test' });
    expect(await readManifests(store, dispatchId)).toBeUndefined();
    expect(await readManifests(store, dispatchId, { testRun: 'preview' })).toBeUndefined();
    expect(await readManifests(store, dispatchId, { testRun: 'test' })).toMatchObject({
      due: manifest.due,
    });
    expect(await store.list('')).toEqual([`test-runs/test/${folder}manifest-1.json`]);
  });
});

describe('a later manifest', () => {
  it('adds its reports to those of the first', async () => {
    const store = createMemoryStore();
    await saveFirstManifest(store, manifest);
    expect(await add(store, added, 1)).toBe(2);
    expect(await objects.dispatchManifest.read(store, { tests: '', dispatchId, n: 2 })).toEqual(added);
    expect(await readManifests(store, dispatchId)).toMatchObject({
      dispatchId,
      due: [...manifest.due, ...added.due],
      latest: 2,
    });
    expect(await store.list('')).toEqual([`${folder}manifest-1.json`, `${folder}manifest-2.json`]);
  });

  it('has the number after the latest', async () => {
    const store = createMemoryStore();
    await saveFirstManifest(store, manifest);
    expect((await readManifests(store, dispatchId))?.latest).toBe(1);
    for (let n = 2; n <= 12; n += 1) expect(await add(store)).toBe(n);
    const all = await readManifests(store, dispatchId);
    expect(all?.latest).toBe(12);
    expect(all?.due).toHaveLength(3 + 1);
  });

  it('replaces an earlier one that is damaged', async () => {
    const store = createMemoryStore();
    await saveFirstManifest(store, manifest);
    await add(store);
    store.objects.set(`${folder}manifest-1.json`, new Uint8Array());
    const errors: string[] = [];
    const onDamaged = ({ message }: Error) => void errors.push(message);
    expect(await readManifests(store, dispatchId, { onDamaged })).toMatchObject({
      due: added.due,
      latest: 2,
    });
    expect(errors).toEqual([expect.stringContaining('manifest-1.json cannot be read')]);
  });
});
