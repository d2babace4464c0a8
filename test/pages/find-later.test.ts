import { describe, expect, it } from 'vitest';
import { findLaterPage } from '#pages/find-later.ts';
import { type PageKeyValues, weekPageObject } from '#pages/objects.ts';
import { readStoredPage } from '#pages/stored-page.ts';
import type { MemoryStore } from '../support/memory-store.ts';
import { addIssue, anAddress, anArchiveOf, aPage, aPageOfWeek } from '../support/pages/a-page.ts';

const first = anAddress({ runId: 'run-1' });
const page = aPage();
const second = { ...first, runId: 'run-2' };
const third = { ...first, runId: 'run-3' };
const revision = (number: number) => aPage({ issueNumber: number });
const nextWeek = anAddress({ first: '2026-11-30', last: '2026-12-06', runId: 'run-9' });
const pageOfNextWeek = aPageOfWeek('2026-11-30', []);

function later(store: MemoryStore, { at = '2026-11-24T08:00:00Z', address = first, of = page } = {}) {
  return findLaterPage(store, { address, page: of, now: Date.parse(at) });
}

describe('the page of an issue', () => {
  it('is the latest if no other was made since', async () => {
    const store = await anArchiveOf([first, page]);
    expect(await readStoredPage(store, first)).toEqual(page);
    expect(await later(store)).toBe('latest');
  });

  it('is undefined if it is no longer stored or damaged', async () => {
    const store = await anArchiveOf([first, page]);
    expect(await readStoredPage(store, { ...first, message: 'pile-co' })).toBeUndefined();
    store.objects.set(weekPageObject.key(first), new Uint8Array(3));
    expect(await readStoredPage(store, first)).toBeUndefined();
  });

  it('is read only if it is listed', async () => {
    const store = await anArchiveOf([first, page]);
    const asked: string[] = [];
    const asking = {
      ...store,
      get: async (key: string) => {
        asked.push(key);
        return store.get(key);
      },
    };
    expect(await readStoredPage(asking, second)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('a later revision', () => {
  it('is the last one for the same dates, with its page for the same readers', async () => {
    const store = await anArchiveOf([first, page], [second, revision(2)], [nextWeek, pageOfNextWeek]);
    expect(await later(store)).toEqual({ kind: 'revision', address: second, page: revision(2) });
    await addIssue(store, { address: third, number: 10 });
    expect(await later(store)).toEqual({ kind: 'revision', address: third, page: undefined });
    expect(await later(store, { address: third, of: revision(10) })).toMatchObject({
      kind: 'report',
    });
  });

  it('is the last one with an issue: a run may hold a number without one', async () => {
    const store = await anArchiveOf([first, page]);
    await addIssue(store, { address: second, number: 2, isIssued: false });
    expect(await later(store)).toBe('latest');
    await addIssue(store, { address: third, number: 3, isIssued: false });
    expect(await later(store)).toBe('latest');
    const issued = await anArchiveOf([first, page], [second, revision(2)]);
    await addIssue(issued, { address: third, number: 3, isIssued: false });
    expect(await later(issued)).toMatchObject({ address: second });
  });

  it.each([
    ['is not JSON', '{'],
    ['names no run', '{}'],
    ['names a run outside its folder', '{"runId":"../../machine"}'],
    ['is empty', ''],
  ])('is skipped if the object of its number %s', async (_, content) => {
    const store = await anArchiveOf([first, page], [second, revision(2)]);
    store.objects.set('issues/riverside/weekly/2026-11-23_2026-11-29/numbers/3.json', Buffer.from(content));
    store.objects.set(
      'issues/riverside/weekly/2026-11-23_2026-11-29/numbers/x.json',
      Buffer.from('{"runId":"run-3"}'),
    );
    expect(await later(store)).toMatchObject({ kind: 'revision', address: second });
  });

  it('is returned without its page if the page is damaged', async () => {
    const store = await anArchiveOf([first, page], [second, revision(2)]);
    store.objects.set(weekPageObject.key(second), new Uint8Array(3));
    expect(await later(store)).toEqual({ kind: 'revision', address: second, page: undefined });
  });
});

describe('a report for later dates', () => {
  it('is found once it has been made, with its page for the same readers', async () => {
    const store = await anArchiveOf([first, page], [nextWeek, pageOfNextWeek]);
    expect(await later(store)).toEqual({ kind: 'report', address: nextWeek, page: pageOfNextWeek });
    const another = { ...first, message: 'pile-co' };
    expect(await later(store, { address: another })).toMatchObject({ kind: 'report', page: undefined });
  });

  it('is the last one, even if its dates overlap', async () => {
    const twoWeeks = (monday: string, sunday: string, run: string) =>
      anAddress({ first: monday, last: sunday, runId: run });
    const own = twoWeeks('2026-11-23', '2026-12-06', 'run-1');
    const next = twoWeeks('2026-11-30', '2026-12-13', 'run-2');
    const afterNext = twoWeeks('2026-12-07', '2026-12-20', 'run-3');
    const store = await anArchiveOf([own, page], [next, page], [afterNext, page]);
    const at = '2026-12-05T08:00:00Z';
    expect(await later(store, { address: own, at })).toMatchObject({ kind: 'report', address: afterNext });
    expect(await later(store, { address: next, at })).toMatchObject({ address: afterNext });
    expect(await later(store, { address: afterNext, at })).toBe('latest');
  });

  it('is found up to a week before its dates begin', async () => {
    const store = await anArchiveOf([first, page], [nextWeek, pageOfNextWeek]);
    expect(await later(store, { at: '2026-11-22T23:59:59Z' })).toBe('latest');
    expect(await later(store, { at: '2026-11-23T00:00:00Z' })).toMatchObject({ kind: 'report' });
  });

  it('is found across the new year', async () => {
    const old = anAddress({ first: '2026-12-28', last: '2027-01-03' });
    const next = anAddress({ first: '2027-01-04', last: '2027-01-10' });
    const store = await anArchiveOf([old, page], [next, page]);
    expect(await later(store, { address: old, at: '2027-01-01T08:00:00Z' })).toMatchObject({ address: next });
  });
});

it.each(['test', 'preview'] as const)(
  'a %s has no later page, even if others were made since',
  async (kind) => {
    const tested: PageKeyValues = { ...first, space: `test-runs/${kind}` };
    const store = await anArchiveOf([tested, page], [{ ...tested, runId: 'run-2' }, revision(2)]);
    expect(await later(store, { address: tested })).toBeUndefined();
  },
);
