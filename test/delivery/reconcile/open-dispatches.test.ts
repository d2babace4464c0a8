import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { localDayOf } from '../../../functions/base/day.ts';
import type { Configuration } from '../../../functions/config/configuration.ts';
import { dispatchDue } from '../../../functions/delivery/dispatch/dispatch.ts';
import { openDispatches } from '../../../functions/delivery/reconcile/open-dispatches.ts';
import { saveDone } from '../../../functions/delivery/store/attempts.ts';
import { issueKey, runPrefix } from '../../../functions/delivery/store/keys.ts';
import { requestedRunId } from '../../../functions/delivery/store/run-id.ts';
import { windowFor } from '../../../functions/lookahead/dates/window.ts';
import { configurationOf } from '../../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { aClock } from '../../support/builders/a-delivery.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { recordingQueue } from '../../support/recording-queue.ts';

const friday = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
const instant = (text: string) => Temporal.Instant.from(text);
const due = instant('2026-11-20T14:00:00Z');

function configurationWith(...reports: readonly Readonly<Record<string, string>>[]): Configuration {
  return configurationOf(
    aConfigurationText({ projects: [riverside], reports: reports.map((one) => ({ ...weekly, ...one })) }),
  );
}

/** Reconcile has known the schedules since Thursday. */
async function aCloud(configuration = configurationWith({})) {
  const store = createMemoryStore();
  const queue = recordingQueue();
  const look = async (at: string, changed = configuration) => {
    const found = await openDispatches(instant(at), { configuration: changed, store, queue });
    return found.flatMap((one) => ('reports' in one ? [one] : []));
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
  test('from its manifest until it is settled', async () => {
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

  test('for 96 hours at most', async () => {
    const { look, dispatch } = await aCloud();
    await dispatch();
    expect(await look('2026-11-24T14:00:00Z')).toHaveLength(1);
    expect(await look('2026-11-24T14:00:01Z')).toEqual([]);
  });

  test('whatever the configuration has become since', async () => {
    const { look, dispatch, queued } = await aCloud();
    await dispatch();
    const none = configurationWith({ key: 'other', when: "{ cron: '0 9 * * MON' }" });
    expect(await look('2026-11-20T15:00:00Z', none)).toMatchObject([
      { schedule: undefined, reports: [{ report: 'weekly' }] },
    ]);
    expect(queued()).toEqual(['riverside weekly']);
  });
});

describe('a report that is missing', () => {
  test('because its schedule did not fire is written down and queued, ten minutes later, once', async () => {
    const { store, look, queued } = await aCloud();
    expect(await look('2026-11-20T14:09:00Z')).toEqual([]);
    expect(await look('2026-11-20T14:10:00Z')).toMatchObject([{ added: 1, manifestMissing: true }]);
    expect(await look('2026-11-20T14:20:00Z')).toMatchObject([{ added: 0, manifestMissing: false }]);
    expect(queued()).toEqual(['riverside weekly']);
    expect((await store.list('dispatches/')).map((key) => key.replace(/^.*\//, ''))).toEqual([
      'manifest-1.json',
    ]);
  });

  test('because it was configured later is added while it can be delivered in time', async () => {
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

  test('because it was renamed goes out under its new key, and the old one stays due to its contact', async () => {
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

  test('from the earlier time that it was moved to is not made twice for its window', async () => {
    const { store, look, dispatch, queued } = await aCloud();
    const moved = configurationWith({ when: "{ cron: '0 13 * * FRI' }" });
    await look('2026-11-19T14:30:00Z', moved);
    await dispatch();
    const [open] = await look('2026-11-20T14:05:00Z');
    const [report] = open?.reports ?? [];
    if (!report) throw new Error('There is no report.');
    await store.putOnce(issueKey(runPrefix(report)), new TextEncoder().encode('{}'), '');
    await saveDone(store, report, { at: due, failed: [] });
    await look('2026-11-20T15:30:00Z', moved);
    expect(queued()).toEqual(['riverside weekly']);
  });

  test('is added although a person has requested it for the same window', async () => {
    const { store, look, queued } = await aCloud();
    const window = windowFor(localDayOf(due, 'Europe/London'), { weeks: 1, starts: 'next-week' });
    const asked = { project: 'riverside', report: 'weekly', window, runId: requestedRunId('monday') };
    await store.putOnce(issueKey(runPrefix(asked)), new TextEncoder().encode('{}'), '');
    await look('2026-11-20T14:30:00Z');
    expect(queued()).toEqual(['riverside weekly']);
  });

  test('from before reconcile knew its schedule is not due', async () => {
    const { look, queued } = await aCloud();
    const older = configurationWith({}, { key: 'older', when: "{ cron: '0 9 * * FRI' }" });
    await look('2026-11-20T10:00:00Z', older);
    await look('2026-11-20T10:30:00Z', older);
    expect(queued()).toEqual([]);
  });
});
