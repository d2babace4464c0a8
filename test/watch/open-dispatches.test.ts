import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { localDayOf } from '#base/day.ts';
import type { Configuration } from '#config/configuration.ts';
import { windowFor } from '#lookahead/dates/window.ts';
import { dispatchDue } from '#queue/dispatch.ts';
import { saveReportDone } from '#runs/store/attempt-records.ts';
import { requestedRunId, runPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { readLookBackPeriod, saveDailyCheck } from '#watch/look-back.ts';
import { recoverAndFindOpenDispatches } from '#watch/open-dispatches.ts';
import { configurationOf } from '../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { aClock, anAttempt, aResolvedReport, deliverResolved } from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { recordingQueue } from '../support/recording-queue.ts';

const friday = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
const instant = (text: string) => Temporal.Instant.from(text);
const due = instant('2026-11-20T14:00:00Z');

function configurationWith(...reports: readonly Readonly<Record<string, string>>[]): Configuration {
  return configurationOf(
    aConfigurationText({ projects: [riverside], reports: reports.map((one) => ({ ...weekly, ...one })) }),
  );
}

/** A deployment in which a first check, on Thursday, has recorded the schedules. */
async function aCloud(configuration = configurationWith({})) {
  const store = createMemoryStore();
  const queue = recordingQueue();
  const look = async (at: string, changed = configuration) => {
    const lookBack = await readLookBackPeriod(store, instant(at));
    const found = await recoverAndFindOpenDispatches(instant(at), lookBack, {
      configuration: changed,
      store,
      queue,
    });
    const open = found.flatMap((one) => ('reports' in one ? [one] : []));
    await saveDailyCheck(store, instant(at), { ...lookBack, open: open.map(({ since }) => since) });
    return open;
  };
  const dispatch = () =>
    dispatchDue(
      { schedule: friday, time: due },
      { configuration, store, queue, clock: aClock(due.toString()) },
    );
  const queued = () => queue.sent.map(({ job }) => `${job.project} ${job.report}`);
  await look('2026-11-19T14:00:00Z');
  return { store, queue, look, dispatch, queued };
}

describe('a dispatch is open', () => {
  it('from its manifest until it is settled', async () => {
    const { look, dispatch } = await aCloud();
    await dispatch();
    const [open, ...others] = await look('2026-11-20T14:05:00Z');
    expect(others).toEqual([]);
    expect(open).toMatchObject({
      schedule: friday,
      added: 0,
      manifestMissing: false,
      reports: [{ report: 'weekly', state: 'waiting' }],
    });
    await open?.settle();
    expect(await look('2026-11-20T14:10:00Z')).toEqual([]);
  });

  it('until it is settled, even if no check runs for months', async () => {
    const { look, dispatch } = await aCloud();
    await dispatch();
    expect(await look('2026-11-24T14:00:00Z')).toHaveLength(1);
    const found = await look('2027-02-26T14:00:00Z');
    expect(found.filter(({ since }) => since.equals(due))).toMatchObject([
      { added: 0, manifestMissing: false },
    ]);
  });

  it('even if its report is no longer configured', async () => {
    const { look, dispatch, queued } = await aCloud();
    await dispatch();
    const none = configurationWith({ key: 'other', when: "{ cron: '0 9 * * MON' }" });
    expect(await look('2026-11-20T15:00:00Z', none)).toMatchObject([
      { schedule: undefined, reports: [{ report: 'weekly' }] },
    ]);
    expect(queued()).toEqual(['riverside weekly']);
  });
});

describe('a missing report', () => {
  it('whose schedule did not fire is added and queued once, ten minutes later', async () => {
    const { store, look, queued } = await aCloud();
    expect(await look('2026-11-20T14:09:00Z')).toEqual([]);
    expect(await look('2026-11-20T14:10:00Z')).toMatchObject([{ added: 1, manifestMissing: true }]);
    expect(await look('2026-11-20T14:20:00Z')).toMatchObject([{ added: 0, manifestMissing: false }]);
    expect(queued()).toEqual(['riverside weekly']);
    expect((await store.list('dispatches/')).map((key) => key.replace(/^.*\//, ''))).toEqual([
      'manifest-1.json',
    ]);
  });

  it('that was configured later is added if it can be delivered in time', async () => {
    const { store, look, dispatch, queued } = await aCloud();
    await dispatch();
    const more = configurationWith({}, { key: 'later' }, { key: 'brief', deliverWithin: '1' });
    expect(await look('2026-11-20T16:00:00Z', more)).toMatchObject([{ added: 1, manifestMissing: false }]);
    await look('2026-11-20T16:10:00Z', more);
    expect(queued()).toEqual(['riverside weekly', 'riverside later']);
    expect((await store.list('dispatches/')).map((key) => key.replace(/^.*\//, ''))).toEqual([
      'manifest-1.json',
      'manifest-2.json',
    ]);
  });

  it('that was renamed is sent under its new key, and the old one stays due', async () => {
    const { look, dispatch, queued } = await aCloud();
    await dispatch();
    const renamed = configurationWith({ key: 'renamed', contact: 'new@example.com' });
    const [open] = await look('2026-11-20T16:00:00Z', renamed);
    expect(open?.added).toBe(1);
    expect(queued()).toEqual(['riverside weekly', 'riverside renamed']);
    const [later] = await look('2026-11-20T16:10:00Z', renamed);
    expect(later?.reports).toMatchObject([
      { report: 'weekly', contact: 'planner@example.com' },
      { report: 'renamed', contact: 'new@example.com' },
    ]);
  });

  it('that was moved to an earlier time is not made twice for its window', async () => {
    const { store, look, dispatch, queued } = await aCloud();
    const moved = configurationWith({ when: "{ cron: '0 13 * * FRI' }" });
    await look('2026-11-19T14:30:00Z', moved);
    await dispatch();
    const [open] = await look('2026-11-20T14:05:00Z');
    const [report] = open?.reports ?? [];
    if (!report) throw new Error('There is no report.');
    await store.putOnce(objects.issue.key({ run: runPrefix(report) }), new TextEncoder().encode('{}'), '');
    await saveReportDone(store, report, { at: due, failed: [] });
    await look('2026-11-20T15:30:00Z', moved);
    expect(queued()).toEqual(['riverside weekly']);
  });

  it('is added even if a person has requested it for the same window', async () => {
    const { store, look, queued } = await aCloud();
    const window = windowFor(localDayOf(due, 'Europe/London'), { weeks: 1, starts: 'next-week' });
    const asked = { project: 'riverside', report: 'weekly', window, runId: requestedRunId('monday') };
    await store.putOnce(objects.issue.key({ run: runPrefix(asked) }), new TextEncoder().encode('{}'), '');
    await look('2026-11-20T14:30:00Z');
    expect(queued()).toEqual(['riverside weekly']);
  });

  it('that nothing dispatched until its deadline is added but not queued', async () => {
    const { look, queued } = await aCloud();
    await look('2026-11-20T00:05:00Z');
    const [open, ...others] = await look('2026-11-23T10:00:00Z');
    expect(others).toEqual([]);
    expect(open).toMatchObject({ added: 1, manifestMissing: true, reports: [{ state: 'waiting' }] });
    expect(queued()).toEqual([]);
  });

  it('is added for each week without a check', async () => {
    const { look, queued } = await aCloud();
    const open = await look('2026-12-12T10:00:00Z');
    expect(open.map(({ since }) => since.toString())).toEqual([
      '2026-12-11T14:00:00Z',
      '2026-12-04T14:00:00Z',
      '2026-11-27T14:00:00Z',
      '2026-11-20T14:00:00Z',
    ]);
    expect(queued()).toEqual(['riverside weekly']);
  });

  it('is not added if it was configured after its deadline', async () => {
    const { look, dispatch } = await aCloud();
    await dispatch();
    await look('2026-11-21T00:05:00Z');
    const more = configurationWith({}, { key: 'more', when: "{ cron: '0 14 * * FRI' }" });
    const [open] = await look('2026-11-22T10:00:00Z', more);
    expect(open).toMatchObject({ added: 0, reports: [{ report: 'weekly' }] });
  });

  it('is added even if the records of checks are gone', async () => {
    const { store, look, queue } = await aCloud();
    for (const key of [...store.objects.keys()]) if (key.startsWith('looked/')) store.objects.delete(key);
    expect(await look('2026-11-23T10:00:00Z')).toMatchObject([{ added: 1, manifestMissing: true }]);
    expect(queue.sent).toEqual([]);
  });

  it('is added even if the last check ran while the clock was ahead, before it was set back', async () => {
    const configuration = configurationWith({ deliverWithin: '1' });
    const store = createMemoryStore();
    const look = async (at: string) => {
      const lookBack = await readLookBackPeriod(store, instant(at));
      const parts = { configuration, store, queue: recordingQueue() };
      const found = await recoverAndFindOpenDispatches(instant(at), lookBack, parts);
      await saveDailyCheck(store, instant(at), { ...lookBack, open: [] });
      return found;
    };
    await look('2026-11-21T12:00:00Z');
    await look('2026-11-20T12:00:00Z');
    expect(await look('2026-11-21T12:30:00Z')).toMatchObject([{ added: 1, reports: [{ report: 'weekly' }] }]);
  });

  it('is open again if its dispatch was settled while the clock was ahead, until the time that the clock showed then', async () => {
    const store = createMemoryStore();
    const look = async (at: string) => {
      const lookBack = await readLookBackPeriod(store, instant(at));
      const parts = { configuration: configurationWith({}), store, queue: recordingQueue() };
      const found = await recoverAndFindOpenDispatches(instant(at), lookBack, parts);
      await saveDailyCheck(store, instant(at), { ...lookBack, open: [] });
      return found.filter((one) => 'reports' in one);
    };
    await look('2026-11-20T12:00:00Z');
    const [ahead] = await look('2026-11-22T10:00:00Z');
    await ahead?.settle();
    expect(await look('2026-11-20T14:30:00Z')).toMatchObject([{ added: 0, reports: [{ state: 'waiting' }] }]);
    expect(await look('2026-11-22T10:00:00Z')).toEqual([]);
  });

  it('is queued in a new archive even if the first check was recorded while the clock was ahead', async () => {
    const store = createMemoryStore();
    const queue = recordingQueue();
    const look = async (at: string) =>
      recoverAndFindOpenDispatches(instant(at), await readLookBackPeriod(store, instant(at)), {
        configuration: configurationWith({}),
        store,
        queue,
      });
    await look('2026-11-21T13:00:00Z');
    await look('2026-11-20T13:50:00Z');
    await look('2026-11-20T14:15:00Z');
    expect(queue.sent.map(({ job }) => job.due)).toEqual([due]);
  });

  it('whose manifest was deleted is queued again', async () => {
    const { store, look, dispatch, queued } = await aCloud();
    await dispatch();
    const [before] = await look('2026-11-20T14:05:00Z');
    const [report] = before?.reports ?? [];
    if (!report) throw new Error('There is no report.');
    const { window, runId, dispatchId } = report;
    await deliverResolved(aResolvedReport({ window, runId, dispatchId }), anAttempt({ store }));
    expect(await objects.issue.read(store, { run: runPrefix(report) })).toMatchObject({ dispatchId });
    store.objects.delete(objects.dispatchManifest.key({ tests: '', dispatchId: report.dispatchId, n: 1 }));
    await look('2026-11-20T14:15:00Z');
    expect(queued()).toEqual(['riverside weekly', 'riverside weekly']);
  });

  it('is not added for a time before reconcile first saw its schedule', async () => {
    const { look, queued } = await aCloud();
    const older = configurationWith({}, { key: 'older', when: "{ cron: '0 9 * * FRI' }" });
    await look('2026-11-20T10:00:00Z', older);
    await look('2026-11-20T10:30:00Z', older);
    expect(queued()).toEqual([]);
  });
});
