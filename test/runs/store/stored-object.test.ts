import { describe, expect, it } from 'vitest';
import { dispatchSettled } from '#runs/store/objects.ts';
import { RunStoreError, storeFormatVersion } from '#runs/store/stored-object.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const key = `dispatches/${dispatchId}/settled.json`;

function read(value: unknown) {
  const store = createMemoryStore();
  store.objects.set(key, new TextEncoder().encode(JSON.stringify(value)));
  return dispatchSettled.read(store, { dispatchId });
}

describe('an object', () => {
  it.each([
    [{ version: 1, at: '2026-11-20T14:00:00Z' }, 1],
    [{ version: 8, times: ['2026-11-20T14:00:00Z'] }, 8],
    [{ version: 2 }, 2],
  ])(
    'of another version is refused, whether or not it looks like one of this version: %j',
    async (value, found) => {
      await expect(read(value)).rejects.toThrow(
        new RunStoreError(
          `The run store's object ${key} was written by another release (version ${found}, this one reads ${storeFormatVersion})`,
          { remedy: 'Run that release again, or read docs/upgrade.md; nothing was changed.' },
        ),
      );
    },
  );

  it.each([
    [{ at: '2026-11-20T14:00:00Z' }],
    [{ version: 0, at: '2026-11-20T14:00:00Z' }],
    [{ version: '3', at: '2026-11-20T14:00:00Z' }],
    [{ version: 1.5 }],
    [[]],
    [null],
  ])('without a valid version is damaged: %j', async (value) => {
    await expect(read(value)).rejects.toThrow(
      /settled\.json cannot be read \(.*restore it from an earlier version or a backup/,
    );
  });
});
