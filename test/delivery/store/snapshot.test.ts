import { describe, expect, test } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from '#delivery/store/snapshot.ts';
import { anAttempt, aWireTask, snapshotOf } from '../../support/builders/a-delivery.ts';

describe('a snapshot', () => {
  const odd = aWireTask('t1', {
    name: 'Pour “slab” 😀 \u0000',
    notes: null,
    progress: [{ name: 'rain', date: '2026-11-20', amount: 1, type: 'delay' }],
  });

  test('is read back as it was pulled, with properties that the contract does not know', async () => {
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
    const read = decodeSnapshot('key', encodeSnapshot(snapshot));
    expect(read).toEqual(snapshot);
    expect(read.tasks[0]?.task).toMatchObject({ customField: { kept: [1, 2] } });
    expect(encodeSnapshot(read)).toEqual(encodeSnapshot(snapshot));
  });

  test('has bytes that depend on neither time nor machine', async () => {
    const parts = anAttempt();
    const snapshot = await snapshotOf(parts);
    expect([...encodeSnapshot(snapshot).subarray(3, 10)]).toEqual([0, 0, 0, 0, 0, 0, 255]);
  });
});
