import { expect, test } from 'vitest';
import { removeOldNames } from '../../functions/machine/old-names.ts';
import { encodeAnswers } from '../../functions/pages/answers/stored-answers.ts';
import { createMemoryStore } from '../support/memory-store.ts';

test('names are removed once they are older than the configured days, and nothing else is', async () => {
  const store = createMemoryStore();
  const put = (key: string, at: string) =>
    store.putOnce(key, encodeAnswers({ format: 1, at, name: 'Ana Silva', notes: {} }), 'application/json');
  await put('answer-names/riverside/weekly/w/m/old.json', '2026-08-01T08:00:00Z');
  await put('answer-names/riverside/weekly/w/m/new.json', '2026-11-01T08:00:00Z');
  await put('answers/riverside/weekly/w/m/old.json', '2026-08-01T08:00:00Z');
  const remove = async (key: string) => void store.objects.delete(key);
  const now = { epochMilliseconds: Date.parse('2026-11-20T08:00:00Z') };
  expect(await removeOldNames({ store, remove }, { days: 90, now })).toBe(1);
  expect(await removeOldNames({ store, remove }, { days: 90, now })).toBe(0);
  expect([...store.objects.keys()].sort()).toEqual([
    'answer-names/riverside/weekly/w/m/new.json',
    'answers/riverside/weekly/w/m/old.json',
  ]);
});
