/** After a roll-back, a release meets what a later one stored of dispatches, requests, attempts and outages. */
import { describe, expect, test } from 'vitest';
import { dispatchEvent } from '../../../functions/cloud/dispatch-event.ts';
import { serviceId } from '../../../functions/delivery/jobs/outage.ts';
import { answerRequest } from '../../../functions/delivery/request/answer-request.ts';
import { anInvocation } from '../../support/a-world.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import { bumpVersion, leftByLaterRelease, refusalOf } from '../../support/later-release.ts';

type Site = Awaited<ReturnType<typeof aScheduledSite>>;

const weeklyAlone = { reports: ['weekly'] };

async function dispatch({ services, processJobs }: Site): Promise<void> {
  await dispatchEvent(firing, services);
  await processJobs();
}

function refuseTheKey({ planning }: Site): void {
  planning.answers.push(...Array.from({ length: 5 }, () => new Response('{}', { status: 403 })));
}

/** Its one message is never accepted. */
async function deliverToNobody(site: Site): Promise<void> {
  site.services.mailer.answers.push({ kind: 'failed', reason: 'No such address.' });
  await dispatch(site);
}

async function notify(site: Site): Promise<void> {
  refuseTheKey(site);
  await dispatch(site);
  await site.check('2026-11-20T14:10:00Z');
}

async function request(site: Site): Promise<void> {
  const { services } = site;
  await dispatch(site);
  await answerRequest(
    { project: 'riverside', report: 'weekly', mode: 'send', runId: 'asked' },
    anInvocation(),
    services,
  );
}

describe('fault 22: after a roll-back, a check refuses', () => {
  test.each<[string, RegExp, (site: Site) => Promise<unknown>]>([
    ['a manifest', /^dispatches\/.*\/manifest-1\.json$/, dispatch],
    ['a notice', /\/notices\/[^/]+\/notice\.json$/, notify],
    ['a request', /^requests\/.*\/request\.json$/, request],
    ['when it first saw a schedule', /^schedules\//, async () => undefined],
  ])('%s of the later release, and writes and sends nothing', async (_, at, write) => {
    const site = await aScheduledSite(weeklyAlone);
    await write(site);
    const { store, mailer, queue } = site.services;
    queue.sent.length = 0;
    mailer.taken.length = 0;
    const key = leftByLaterRelease(store, at);
    const before = new Map(store.objects);
    await expect(site.check('2026-11-20T14:20:00Z')).rejects.toMatchObject({
      name: 'ReconcileError',
      kind: 'curable',
      message: expect.stringContaining(refusalOf(key)),
    });
    expect(store.objects).toEqual(before);
    expect([mailer.taken, queue.sent]).toEqual([[], []]);
  });
});

describe('fault 22: after a roll-back, of a report', () => {
  test('whose failure the later release recorded, the contact gets the refusal instead of the cause', async () => {
    const site = await aScheduledSite(weeklyAlone);
    refuseTheKey(site);
    await dispatch(site);
    const { store } = site.services;
    const key = leftByLaterRelease(store, /\/failed-1\.json$/);
    const stored = store.objects.get(key);
    await site.check('2026-11-20T14:20:00Z');
    expect(site.notices()).toEqual([]);
    await site.check('2026-11-20T15:00:00Z');
    const [late = ''] = site.notices();
    expect(late.replaceAll(/=\r\n|\r\n/g, ' ').replaceAll(/\s+/g, ' ')).toContain(
      'was written by a later release',
    );
    await site.processJobs();
    expect(site.services.log.counted.get('ReportsSent')).toBe(1);
    expect(store.objects.get(key)).toBe(stored);
  });

  test('whose failed messages the later release recorded, nothing is said before that one is deployed again', async () => {
    const site = await aScheduledSite();
    await deliverToNobody(site);
    const { store } = site.services;
    const key = [...store.objects.keys()].find((one) => one.endsWith('/failed-messages.json')) ?? '';
    bumpVersion(store.objects, key);
    const before = new Map(store.objects);
    await expect(site.check('2026-11-20T14:20:00Z')).rejects.toThrow(refusalOf(key));
    expect(store.objects).toEqual(before);
    expect(site.notices()).toEqual([]);
  });

  test.each([
    ['done', /\/done\.json$/],
    ['settled', /\/settled\.json$/],
  ])('that is known by its key alone to be %s, nothing more is done', async (_, at) => {
    const site = await aScheduledSite(weeklyAlone);
    await dispatch(site);
    await site.check('2026-11-21T14:30:00Z');
    const { store, mailer, queue } = site.services;
    for (const key of store.objects.keys()) if (at.test(key)) bumpVersion(store.objects, key);
    const before = new Map(store.objects);
    await dispatch(site).catch(() => undefined);
    await site.check('2026-11-21T14:40:00Z');
    expect(store.objects).toEqual(before);
    expect([mailer.taken.length, queue.sent.length]).toEqual([1, 0]);
  });

  test('whose planning service the later release found down, the service is not asked by all', async () => {
    const site = await aScheduledSite(weeklyAlone);
    const { brake, store } = site.services;
    const service = serviceId({ baseUrl: site.planning.url, region: 'gb' });
    for (const project of ['a', 'b']) await brake.foundDown(service, project);
    expect(await brake.admit(service)).toBe('probe');
    for (const key of store.objects.keys()) if (key.startsWith('outages/')) bumpVersion(store.objects, key);
    await dispatch(site);
    expect(site.planning.requests()).toBe(0);
    expect(site.services.queue.sent).toMatchObject([{ job: { attempt: 1 } }]);
  });
});
