import { describe, expect, it } from 'vitest';
import { claimIssueNumber, readIssueNumberState } from '#runs/store/issue-number.ts';
import { type RunObjectKeyValues, requestedRunId, runPrefix, windowPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { windowAfter } from '../../support/builders/a-delivery.ts';
import { createMemoryStore, type MemoryStore } from '../../support/memory-store.ts';

const run = (name: string, testRun?: RunObjectKeyValues['testRun']): RunObjectKeyValues => ({
  project: 'riverside',
  report: 'weekly',
  window: windowAfter('2026-11-20'),
  runId: requestedRunId(name),
  ...(testRun === undefined ? {} : { testRun }),
});

async function hold(store: MemoryStore, of: RunObjectKeyValues, n: number): Promise<void> {
  const numbered = of.testRun === undefined ? windowPrefix(of) : runPrefix(of);
  await objects.issueNumber.create(store, { numbered, n }, { runId: of.runId });
}

describe('the number of an issue', () => {
  it('is one more than the highest, although a lower one is free', async () => {
    const store = createMemoryStore();
    await hold(store, run('a'), 1);
    await hold(store, run('b'), 5);
    expect(await claimIssueNumber(store, run('c'))).toBe(6);
    expect(await readIssueNumberState(store, run('c'))).toEqual({ held: 6, latest: 6 });
  });

  it('stays the same for every attempt of its run, although other runs have higher ones', async () => {
    const store = createMemoryStore();
    expect(await claimIssueNumber(store, run('a'))).toBe(1);
    expect(await claimIssueNumber(store, run('b'))).toBe(2);
    expect(await claimIssueNumber(store, run('a'))).toBe(1);
  });

  it('is the next one if another run takes it first, and stays the same for later attempts of the run', async () => {
    const store = createMemoryStore();
    const known = await readIssueNumberState(store, run('a'));
    expect(await claimIssueNumber(store, run('b'), known)).toBe(1);
    expect(await claimIssueNumber(store, run('a'), known)).toBe(2);
    expect(await claimIssueNumber(store, run('a'), known)).toBe(2);
  });
});

describe('the number of a test run', () => {
  it('is the one that an issue would get, which stays free', async () => {
    const store = createMemoryStore();
    await hold(store, run('a'), 1);
    expect(await claimIssueNumber(store, run('t', 'test'))).toBe(2);
    expect(await claimIssueNumber(store, run('b'))).toBe(2);
  });

  it('is the lowest one if its attempts took different numbers because an issue was made in between', async () => {
    const store = createMemoryStore();
    await hold(store, run('t', 'test'), 2);
    await hold(store, run('t', 'test'), 3);
    expect(await claimIssueNumber(store, run('t', 'test'))).toBe(2);
  });
});
