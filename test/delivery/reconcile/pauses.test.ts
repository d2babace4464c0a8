import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dispatchEvent } from '../../../functions/cloud/dispatch-event.ts';
import { reconcileEvent } from '../../../functions/cloud/reconcile-event.ts';
import { readPauses } from '../../../functions/delivery/reconcile/pauses.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

/** Friday's weekly report is due at 14:00, and every Friday after. */
async function aSite() {
  const site = await aScheduledSite({ reports: ['weekly'] });
  const check = (at: string, schedules: 'on' | 'off') => {
    const { services } = site;
    services.clock.advance(Temporal.Instant.from(at).since(services.clock.now()));
    return reconcileEvent({ reconcile: 'check', scheduledTime: at }, { ...services, schedules });
  };
  return { ...site, check };
}

describe('while the schedules are off', () => {
  it('nothing becomes due, and nothing of that time is sent once they are on', async () => {
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

  it('what was due before goes out, and so do its notices', async () => {
    const { services, planning, check, processJobs, notices } = await aSite();
    planning.answers.push(new Response('{}', { status: 429, headers: { 'retry-after': '600' } }));
    await dispatchEvent(firing, services);
    await processJobs();
    await check('2026-11-20T14:08:00Z', 'off');
    await check('2026-11-20T15:10:00Z', 'off');
    expect(notices()).toHaveLength(1);
    await processJobs();
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toContainEqual([
      'works.manager@example.com',
      'deputy@example.com',
    ]);
  });

  it('the time since the check before counts as off too: EventBridge fired nothing in it', async () => {
    const { check } = await aSite();
    await check('2026-11-20T13:55:00Z', 'on');
    await check('2026-11-20T14:05:00Z', 'off');
    expect(await check('2026-11-20T14:15:00Z', 'on')).toMatchObject({ dispatches: [] });
  });
});

it('the changes alone are stored, however many checks there are', async () => {
  const store = createMemoryStore();
  for (const [minute, schedules] of (['on', 'on', 'off', 'off', 'on', 'on'] as const).entries()) {
    await readPauses(Temporal.Instant.from(`2026-11-20T14:0${minute}:00Z`), { store, schedules });
  }
  expect([...store.objects.keys()]).toEqual([
    'schedules/pauses/2026-11-20T14-02-00Z-off.json',
    'schedules/pauses/2026-11-20T14-04-00Z-on.json',
  ]);
});
