import { describe, expect, it } from 'vitest';
import * as objects from '#runs/store/objects.ts';
import type { Snapshot } from '#runs/store/snapshot.ts';
import { anAttempt, aWireTask, snapshotOf } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const at = { run: 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/' };

async function bytesOf(snapshot: Snapshot): Promise<Uint8Array> {
  const store = createMemoryStore();
  await objects.snapshot.create(store, at, snapshot);
  return store.objects.get(objects.snapshot.key(at)) ?? new Uint8Array();
}

describe('a snapshot', () => {
  const odd = aWireTask('t1', {
    name: 'Pour “slab” 😀 \u0000',
    notes: null,
    progress: [{ name: 'rain', date: '2026-11-20', amount: 1, type: 'delay' }],
  });

  it('is read back as it was pulled, with properties that the contract does not know', async () => {
    const task = { ...odd, customField: { kept: [1, 2] } };
    const parts = anAttempt({
      planning: {
        tasks: async ({ shift }) => ({
          items: shift === 'afternoon' || shift === '24hr' ? [] : [task],
          misfits: [
            { property: 'id', reason: 'must not be empty', outcome: 'rejected', items: ['item 1 of page 1'] },
          ],
        }),
      },
    });
    const snapshot = await snapshotOf(parts);
    const store = createMemoryStore();
    await objects.snapshot.create(store, at, snapshot);
    const read = await objects.snapshot.readExisting(store, at);
    expect(read).toEqual(snapshot);
    expect(read.tasks[0]?.task).toMatchObject({ customField: { kept: [1, 2] } });
    expect(await bytesOf(read)).toEqual(await bytesOf(snapshot));
  });

  it('has bytes that depend on neither time nor machine', async () => {
    const parts = anAttempt();
    const snapshot = await snapshotOf(parts);
    expect([...(await bytesOf(snapshot)).subarray(3, 10)]).toEqual([0, 0, 0, 0, 0, 0, 255]);
  });
});
