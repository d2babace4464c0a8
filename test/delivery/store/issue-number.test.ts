import { expect, test } from 'vitest';
import { claimNumber } from '../../../functions/delivery/store/issue-number.ts';
import { runId, weekAfter } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

test('a number that exists and cannot be read ends the search for a free one', async () => {
  const run = {
    project: 'riverside',
    report: 'weekly',
    window: weekAfter('2026-11-20'),
    runId: runId('2026-11-20T14:00:00Z'),
  };
  const tried: string[] = [];
  const store = {
    ...createMemoryStore(),
    putOnce: async (key: string) => {
      tried.push(key);
      return 'exists' as const;
    },
  };
  await expect(claimNumber(store, run)).rejects.toThrow(
    /numbers\/1\.json, which exists, cannot be found again/,
  );
  expect(tried).toHaveLength(1);
});
