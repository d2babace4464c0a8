import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { recordAndReadScheduleStates } from '#watch/open-dispatches.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';
import { createMemoryStore } from '../support/memory-store.ts';

/** A site with a weekly report, due every Friday at 14:00. */
async function aSite() {
  const site = await aScheduledSite({ reports: ['weekly'] });
  const check = (at: string, schedules: 'on' | 'off') => {
    const { services } = site;
    services.clock.advance(Temporal.Instant.from(at).since(services.clock.now()));
    return handleReconcileEvent({ reconcile: 'check', scheduledTime: at }, { ...services, schedules });
  };
  return { ...site, check };
}

describe('while the schedules are off', () => {
  it('no report becomes due, and none is sent for that time once the schedules are on again', async () => {
    const { services, check, processJobs } = await aSite();
    await check('2026-11-20T13:58:00Z', 'off');
    expect(await check('2026-11-20T14:18:00Z', 'off')).toMatchObject({ dispatches: [] });
    expect(await check('2026-11-20T16:00:00Z', 'on')).toMatchObject({ dispatches: [] });
    expect(await check('2026-11-20T16:10:00Z', 'on')).toMatchObject({ dispatches: [] });
    expect(services.queue.sent).toEqual([]);
    expect(services.log.counted.get('ManifestMissing') ?? 0).toBe(0);

    await check('2026-11-27T14:10:00Z', 'on');
    await processJobs();
    expect(services.mailer.taken).toHaveLength(1);
  });

  it('reports that were due before are sent, and so are mails about them', async () => {
    const { services, planning, check, processJobs, mails } = await aSite();
    planning.answers.push(new Response('{}', { status: 429, headers: { 'retry-after': '600' } }));
    await handleDispatchEvent(firing, services);
    await processJobs();
    await check('2026-11-20T14:08:00Z', 'off');
    await check('2026-11-20T15:10:00Z', 'off');
    expect(await mails()).toHaveLength(1);
    await processJobs();
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toContainEqual([
      'works.manager@example.com',
      'deputy@example.com',
    ]);
  });

  it('a report due just before a check found them off is not sent, and its contact is notified', async () => {
    const { services, check, mails } = await aSite();
    await check('2026-11-20T13:55:00Z', 'on');
    await check('2026-11-20T14:05:00Z', 'off');
    expect(await check('2026-11-20T14:15:00Z', 'off')).toMatchObject({ dispatches: [] });
    expect(await check('2026-11-21T14:00:00Z', 'off')).toMatchObject({ dispatches: [{ added: 1 }] });
    await check('2026-11-21T14:20:00Z', 'off');
    expect(services.queue.sent).toEqual([]);
    expect(await mails()).toMatchObject([{ subject: expect.stringContaining('Not delivered: ') }]);
  });
});

describe('once the schedules are on again', () => {
  it('a report due minutes later is sent, even if no check has seen them on and nothing dispatched it', async () => {
    const { services, check } = await aSite();
    await check('2026-11-20T13:43:00Z', 'off');
    await check('2026-11-20T13:53:00Z', 'off');
    // The schedules were switched on at 13:56.
    await check('2026-11-20T14:03:00Z', 'on');
    await check('2026-11-20T14:13:00Z', 'on');
    expect(services.queue.sent.map(({ job }) => job.report)).toEqual(['weekly']);
  });

  it('the latest change counts, not the one stored by a clock that was ahead', async () => {
    const store = createMemoryStore();
    const see = (at: string, schedules: 'on' | 'off') =>
      recordAndReadScheduleStates(Temporal.Instant.from(at), { store, schedules });
    await see('2026-11-21T13:00:00Z', 'off');
    await see('2026-11-20T13:10:00Z', 'on');
    const stateAt = await see('2026-11-20T13:20:00Z', 'on');
    expect(stateAt(Temporal.Instant.from('2026-11-20T13:15:00Z'))).toBe('on');
    expect(store.objects.size).toBe(2);
  });
});

it('only changes of the schedules are stored, not each check', async () => {
  const store = createMemoryStore();
  for (const [minute, schedules] of (['on', 'on', 'off', 'off', 'on', 'on'] as const).entries()) {
    await recordAndReadScheduleStates(Temporal.Instant.from(`2026-11-20T14:0${minute}:00Z`), {
      store,
      schedules,
    });
  }
  expect([...store.objects.keys()]).toEqual([
    'schedules/pauses/000001-2026-11-20T14-02-00Z-off.json',
    'schedules/pauses/000002-2026-11-20T14-04-00Z-on.json',
  ]);
});
