import { expect, test } from 'vitest';
import { removeOldNames } from '#machine/old-names.ts';
import { encodeAnswers } from '#pages/answers/stored-answers.ts';
import { createMemoryStore } from '../support/memory-store.ts';

const aSubmission = {
  ...{ format: 1 as const, closes: '2026-08-03T06:00:00Z', revision: 1, page: 'p', entries: [] },
  cut: { kind: 'subcontractor' as const, id: 's1', name: 'Pile Co' },
};

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

test.each([
  ['the time of its answers', '{"format":1', 'whole', '2026-08-22T08:00:01Z', '2026-08-22T07:59:59Z'],
  ['the last day of its window', '', 'damaged', '2026-08-23T08:00:00Z', '2026-08-16T08:00:00Z'],
])('a damaged object is removed by %s', async (_, damage, answers, young, old) => {
  const store = createMemoryStore();
  for (const [place, at] of [young, old].entries()) {
    const name = `riverside/weekly/2026-08-01_${at.slice(0, 10)}/m/${place}.json`;
    store.objects.set(`answer-names/${name}`, Buffer.from(damage));
    const submission = { ...aSubmission, at };
    const bytes = answers === 'whole' ? encodeAnswers(submission) : Buffer.from('{');
    store.objects.set(`answers/${name}`, bytes);
  }
  const remove = async (key: string) => void store.objects.delete(key);
  const now = { epochMilliseconds: Date.parse('2026-11-20T08:00:00Z') };
  expect(await removeOldNames({ store, remove }, { days: 90, now })).toBe(1);
  expect(await store.list('answer-names/')).toEqual([
    `answer-names/riverside/weekly/2026-08-01_${young.slice(0, 10)}/m/0.json`,
  ]);
});
