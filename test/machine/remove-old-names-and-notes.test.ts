import { expect, it } from 'vitest';
import { namesAndNotesObject, submissionObject } from '#answers/objects.ts';
import type { RemoveObject } from '#archive/object-store.ts';
import { removeOldNamesAndNotes } from '#machine/remove-old-names-and-notes.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';

const week = { first: '2026-07-27', last: '2026-08-02' };
const removeFrom =
  (store: MemoryStore): RemoveObject =>
  async (kind, of) =>
    void store.objects.delete(kind.key(of));

const aSubmission = {
  ...{ format: 1 as const, closes: '2026-08-03T06:00:00Z', revision: 1, page: 'p', entries: [] },
  cut: { kind: 'subcontractor' as const, id: 's1', name: 'Pile Co' },
};

it('names are removed once they are older than the configured days, and nothing else is', async () => {
  const store = createMemoryStore();
  const of = { project: 'riverside', report: 'weekly', message: 'm' };
  const put = (digest: string, at: string) => {
    const names = { format: 1, at, name: 'Ana Silva', notes: {} } as const;
    return namesAndNotesObject.create(store, { ...of, ...week, digest }, names);
  };
  await put('old', '2026-08-01T08:00:00Z');
  await put('new', '2026-11-01T08:00:00Z');
  const at = '2026-08-01T08:00:00Z';
  await submissionObject.create(store, { ...of, ...week, digest: 'old' }, { ...aSubmission, at });
  const remove = removeFrom(store);
  const now = { epochMilliseconds: Date.parse('2026-11-20T08:00:00Z') };
  expect(await removeOldNamesAndNotes({ store, remove }, { days: 90, now })).toBe(1);
  expect(await removeOldNamesAndNotes({ store, remove }, { days: 90, now })).toBe(0);
  expect([...store.objects.keys()].sort()).toEqual([
    'answer-names/riverside/weekly/2026-07-27_2026-08-02/m/new.json',
    'answers/riverside/weekly/2026-07-27_2026-08-02/m/old.json',
  ]);
});

it.each([
  ['the time of its answers', '{"format":1', 'whole', '2026-08-22T08:00:01Z', '2026-08-22T07:59:59Z'],
  ['the last day of its window', '', 'damaged', '2026-08-23T08:00:00Z', '2026-08-16T08:00:00Z'],
])(
  'a damaged object with names is removed once it is old, counted from %s',
  async (_, damage, answers, young, old) => {
    const store = createMemoryStore();
    for (const [place, at] of [young, old].entries()) {
      const name = `riverside/weekly/2026-08-01_${at.slice(0, 10)}/m/${place}.json`;
      store.objects.set(`answer-names/${name}`, Buffer.from(damage));
      const submission = { ...aSubmission, at };
      const bytes = answers === 'whole' ? JSON.stringify(submission) : '{';
      store.objects.set(`answers/${name}`, Buffer.from(bytes));
    }
    const remove = removeFrom(store);
    const now = { epochMilliseconds: Date.parse('2026-11-20T08:00:00Z') };
    expect(await removeOldNamesAndNotes({ store, remove }, { days: 90, now })).toBe(1);
    expect(await store.list('answer-names/')).toEqual([
      `answer-names/riverside/weekly/2026-08-01_${young.slice(0, 10)}/m/0.json`,
    ]);
  },
);
