import { describe, expect, it } from 'vitest';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import { findEarlierIssues } from '#runs/earlier-issues.ts';
import { runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { requestedRunId } from '#runs/store/names.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  deliverResolved,
  runId,
  snapshotOf,
  windowAfter,
} from '../support/builders/a-delivery.ts';
import { day } from '../support/builders/a-plan-input.ts';
import { deep } from '../support/deep-checks.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';

/** Makes the issue of a Friday, due at 14:00 in London. */
async function issueOf(store: MemoryStore, friday: string, changes = {}): Promise<string> {
  const due = `${friday}T14:00:00Z`;
  const run = { runId: runId(due), window: windowAfter(friday), reportDay: day(friday) };
  const resolved = aResolvedReport({ ...run, audiences: [], ...changes });
  const result = await deliverResolved(resolved, anAttempt({ store, now: aClock(due).now }));
  return `${result.window.first} ${result.runId}`;
}

const resolved = aResolvedReport();
const readAt = (instant: string) => ({
  reportDay: resolved.reportDay,
  read: localInstantOf(instant, 'Europe/London'),
  programme: undefined,
});
const dates = readAt('2026-11-20T14:00:05Z');

async function found(store: MemoryStore): Promise<readonly string[]> {
  const { issues } = await findEarlierIssues(store, runObjectKeyValuesOf(resolved), dates);
  return issues.map(({ prefix }) => prefix.split('/').slice(3, 5).join(' '));
}

describe('earlier issues', () => {
  it('are those of the same project and report, of any window, in order of report day', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2026-11-13');
    await issueOf(store, '2026-11-06');
    await issueOf(store, '2026-11-12', {
      runId: requestedRunId('six'),
      window: windowAfter('2026-11-12', 6),
    });
    await issueOf(store, '2026-11-13', { report: { key: 'other', name: 'Other' } });
    await issueOf(store, '2026-11-13', { project: { ...resolved.project, key: 'elsewhere' } });
    expect(await found(store)).toEqual([
      '2026-11-09_2026-11-15 2026-11-06T14-00-00Z',
      '2026-11-16_2026-12-27 run-six',
      '2026-11-16_2026-11-22 2026-11-13T14-00-00Z',
    ]);
  });

  it('do not include later ones, runs without an issue, or this run', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2026-11-13');
    await issueOf(store, '2026-11-20');
    await issueOf(store, '2026-11-27');
    for (const key of await store.list('')) {
      if (key.includes('2026-11-13T') && key.endsWith('/issue.json')) store.objects.delete(key);
    }
    expect(await found(store)).toEqual([]);
  });

  it('do not include an issue whose tasks were read at exactly the same time', async () => {
    const store = createMemoryStore();
    const same = { now: aClock(dates.read.instant).now, store };
    await deliverResolved(aResolvedReport({ runId: requestedRunId('same'), audiences: [] }), anAttempt(same));
    expect(await found(store)).toEqual([]);
    const later = readAt('2026-11-20T14:00:05.001Z');
    expect((await findEarlierIssues(store, runObjectKeyValuesOf(resolved), later)).issues).toHaveLength(1);
  });

  it('of the same time are sorted by number, then by window', async () => {
    const store = createMemoryStore();
    const of = (name: string, friday: string) => ({
      runId: requestedRunId(name),
      window: windowAfter(friday),
    });
    await issueOf(store, '2026-11-13', of('z', '2026-11-06'));
    await issueOf(store, '2026-11-13', of('b', '2026-11-13'));
    await issueOf(store, '2026-11-13', of('a', '2026-11-13'));
    await issueOf(store, '2026-11-13', of('y', '2026-11-06'));
    expect(await found(store)).toEqual([
      '2026-11-09_2026-11-15 run-z',
      '2026-11-16_2026-11-22 run-b',
      '2026-11-09_2026-11-15 run-y',
      '2026-11-16_2026-11-22 run-a',
    ]);
  });

  it('are read only from around the report day, even if there are years of them', async () => {
    const store = createMemoryStore();
    const weeks = deep ? 156 : 16;
    const friday = new Date(Date.parse('2026-11-20T00:00:00Z') - weeks * 7 * 86_400_000);
    for (let week = 0; week < weeks; week += 1) {
      await issueOf(store, friday.toISOString().slice(0, 10));
      friday.setUTCDate(friday.getUTCDate() + 7);
    }
    const asked: string[] = [];
    const listed: (readonly string[])[] = [];
    const counting: MemoryStore = {
      ...store,
      get: (key) => {
        asked.push(key);
        return store.get(key);
      },
      list: async (...of) => {
        const keys = await store.list(...of);
        listed.push(keys);
        return keys;
      },
    };
    const issues = await found(counting);
    expect(issues).toHaveLength(12);
    expect(issues.at(-1)).toBe('2026-11-16_2026-11-22 2026-11-13T14-00-00Z');
    expect(asked).toHaveLength(12);
    expect(listed).toHaveLength(1);
    expect(listed[0]?.at(0)).toMatch(/\/weekly\/2026-08-/);
  });

  it('are all read, however many runs a window has', async () => {
    const store = createMemoryStore();
    const names = Array.from({ length: 20 }, (_, index) => `run-${String(index).padStart(2, '0')}`);
    for (const name of names) await issueOf(store, '2026-11-13', { runId: requestedRunId(name) });
    expect(await found(store)).toEqual(names.map((name) => `2026-11-16_2026-11-22 run-${name}`));
  });

  it('are found after a pause of many months', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2025-06-06');
    expect(await found(store)).toEqual(['2025-06-09_2025-06-15 2025-06-06T14-00-00Z']);
  });

  it('that cannot be read are left out with a warning', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2026-11-06');
    await issueOf(store, '2026-11-13');
    const key = 'issues/riverside/weekly/2026-11-16_2026-11-22/2026-11-13T14-00-00Z/issue.json';
    store.objects.set(key, new Uint8Array());
    const { issues, warnings } = await findEarlierIssues(store, runObjectKeyValuesOf(resolved), dates);
    expect(issues).toHaveLength(1);
    expect(warnings).toEqual([
      expect.stringContaining(`An earlier revision was left out. The run store's object ${key}`),
    ]);
  });
});

describe('what a run compares with', () => {
  it('is chosen once, and used by every later attempt', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2026-11-13');
    await store.putOnce(
      'issues/riverside/weekly/2026-11-23_2026-11-29/numbers/1.json',
      new TextEncoder().encode('damaged'),
      'application/json',
    );
    await expect(deliverResolved(resolved, anAttempt({ store }))).rejects.toThrow(
      /numbers\/1\.json cannot be read/,
    );
    // Another issue, with tasks read earlier, is stored between the attempts.
    await issueOf(store, '2026-11-19', {
      runId: requestedRunId('between'),
      window: windowAfter('2026-11-12'),
    });
    store.objects.delete('issues/riverside/weekly/2026-11-23_2026-11-29/numbers/1.json');
    const result = await deliverResolved(resolved, anAttempt({ store, owner: 'attempt-2' }));
    const issue = JSON.parse(
      new TextDecoder().decode(
        store.objects.get(result.keys.find((key) => key.endsWith('issue.json')) ?? ''),
      ),
    );
    expect(issue.previous.readAt.instant).toBe('2026-11-13T14:00:00Z');
  });

  it('is the last issue, and for the plan of last week the last issue before that week', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2026-11-06');
    await issueOf(store, '2026-11-13');
    await issueOf(store, '2026-11-18', {
      runId: requestedRunId('midweek'),
      window: windowAfter('2026-11-13'),
    });
    const snapshot = await snapshotOf(anAttempt({ store }), resolved);
    const instants = [snapshot.previous, snapshot.lastWeekPlan].map((one) => one?.reference.read.instant);
    expect(instants).toEqual(['2026-11-18T14:00:00Z', '2026-11-13T14:00:00Z']);
  });

  it.each([1, 2])(
    'is the one with the higher number if two issues, of %i weeks each, have the same time',
    async (weeks) => {
      const store = createMemoryStore();
      const friday = '2026-11-13';
      // The keys sort differently from the numbers.
      const window = windowAfter(weeks === 1 ? '2026-11-13' : '2026-11-06', weeks);
      await issueOf(store, friday, { runId: requestedRunId('z'), window });
      await issueOf(store, friday, { runId: requestedRunId('a'), window });
      const snapshot = await snapshotOf(anAttempt({ store }), resolved);
      expect(snapshot.lastWeekPlan).toMatchObject({
        reference: { number: 2 },
        prefix: expect.stringMatching(/run-a\/$/),
      });
      expect(snapshot.previous).toEqual(snapshot.lastWeekPlan);
    },
  );

  it('is not an issue of a later week that somebody requested early', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2026-11-13');
    await issueOf(store, '2026-11-19', {
      runId: requestedRunId('ahead'),
      window: windowAfter('2026-12-04'),
    });
    const snapshot = await snapshotOf(anAttempt({ store }), resolved);
    expect(snapshot.previous?.reference.read.instant).toBe('2026-11-13T14:00:00Z');
  });

  it('is an older issue, with a warning, if the last one’s snapshot cannot be read', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2026-11-06');
    await issueOf(store, '2026-11-13');
    const key = 'issues/riverside/weekly/2026-11-16_2026-11-22/2026-11-13T14-00-00Z/snapshot.json.gz';
    store.objects.delete(key);
    const snapshot = await snapshotOf(anAttempt({ store }), resolved);
    expect(snapshot.previous?.reference.read.instant).toBe('2026-11-06T14:00:00Z');
    expect(snapshot.lastWeekPlan?.reference.read.instant).toBe('2026-11-13T14:00:00Z');
    expect(snapshot.warnings).toEqual([
      `Revision 1 of week 47 was left out of the comparison. What was stored under ${key} cannot be found. Check that the archive lists new objects at once, that nothing deletes them and that you may read it. Restore it from an earlier version or a backup if it is gone, then run again.`,
    ]);
    expect((await deliverResolved(resolved, anAttempt({ store }))).warnings[0]).toContain(
      'was left out of the comparison',
    );
  });

  it('has no plan of last week, with a warning, if its record cannot be read', async () => {
    const store = createMemoryStore();
    await issueOf(store, '2026-11-13');
    const run = 'issues/riverside/weekly/2026-11-16_2026-11-22/2026-11-13T14-00-00Z/';
    store.objects.set(`${run}plan-record.json.gz`, Buffer.from('{}'));
    const snapshot = await snapshotOf(anAttempt({ store }), resolved);
    expect(snapshot.previous?.reference.read.instant).toBe('2026-11-13T14:00:00Z');
    expect(snapshot.lastWeekPlan).toBeNull();
    expect(snapshot.warnings).toEqual([
      expect.stringMatching(
        /^Revision 1 of week 47 was left out of the comparison\. .*plan-record\.json\.gz cannot be read/,
      ),
    ]);
    expect((await deliverResolved(resolved, anAttempt({ store }))).outcome).toBe('delivered');
  });
});
