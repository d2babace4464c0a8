/** After an outage of the mail service a contact is told only what still holds when the mail can be sent. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dispatchEvent } from '#cloud/dispatch-event.ts';
import { reconcileEvent } from '#cloud/reconcile-event.ts';
import { saveStop } from '#delivery/messages/stoppable-mailer.ts';
import { createOutageBrake, serviceId } from '#delivery/queue/outage.ts';
import { saveDone } from '#delivery/store/attempts.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';

/** Both reports are due at 14:00, and no worker takes their jobs. */
async function aWaitingSite() {
  const site = await aScheduledSite();
  const { services } = site;
  const [weekly, nights] = services.configuration.reports;
  if (!weekly || !nights) throw new Error('There are no two reports.');
  const configuration = { ...services.configuration, reports: [weekly, { ...nights, when: weekly.when }] };
  const own = { ...services, configuration };
  await dispatchEvent(firing, own);
  const jobs = services.queue.sent.splice(0).map(({ job }) => job);
  const refusal = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;
  return {
    ...site,
    check: (at: string) => {
      services.clock.advance(Temporal.Instant.from(at).since(services.clock.now()));
      return reconcileEvent({ reconcile: 'check', scheduledTime: at }, own);
    },
    refuse: () => services.mailer.answers.push(refusal),
    deliver: async (report: string) => {
      const job = jobs.find((one) => one.report === report);
      if (job) await saveDone(services.store, job, { at: services.clock.now(), failed: [] });
    },
    down: async (...projects: string[]) => {
      const [project] = own.configuration.projects;
      if (!project) throw new Error('There is no project.');
      const { store, clock, chance } = services;
      const brake = createOutageBrake(store, clock, chance);
      for (const one of projects) await brake.foundDown(serviceId(project), one);
    },
    said: () =>
      services.log.lines
        .filter(({ message }) => /contact|notice/.test(message))
        .map(({ message, fields }) => `${message} ${fields?.['reports'] ?? ''}`.trim()),
    subjects: () =>
      site
        .notices()
        .map((mail) => /^Subject: ([^\r]*(?:\r\n [^\r]*)*)/m.exec(mail)?.[1]?.replaceAll('\r\n', ''))
        .map((subject) => subject?.replace(/: .*$/, '')),
  };
}

describe('after an outage of the mail service, a contact', () => {
  test('gets no Late of reports that have been delivered meanwhile, and nothing says that they were notified', async () => {
    const { refuse, check, deliver, notices, said } = await aWaitingSite();
    refuse();
    await check('2026-11-20T15:00:00Z');
    expect(said()).toEqual(['the contact could not be notified yet 2']);
    await deliver('weekly');
    await deliver('nights');
    await check('2026-11-20T15:10:00Z');
    await check('2026-11-20T15:20:00Z');
    expect(notices()).toEqual([]);
    expect(said()).toEqual(['the contact could not be notified yet 2', 'a notice was dropped 2']);
    expect(await check('2026-11-21T14:20:00Z')).toMatchObject({ dispatches: [{ settled: true }] });
    expect(notices()).toEqual([]);
  });

  test('gets a Late of those that are late still, and that these were delivered after all', async () => {
    const { refuse, check, deliver, notices, said, subjects } = await aWaitingSite();
    refuse();
    await check('2026-11-20T15:00:00Z');
    await deliver('weekly');
    await check('2026-11-20T15:10:00Z');
    expect(subjects()).toEqual(['Late']);
    expect(notices()[0]).toContain('Night work');
    expect(notices()[0]).not.toContain('Weekly lookahead');
    expect(said()).toContain('the contact was notified: late 1');
    await deliver('nights');
    await check('2026-11-20T15:20:00Z');
    await check('2026-11-20T15:30:00Z');
    expect(subjects()).toEqual(['Late', 'Delivered after all']);
    expect(notices()[1]).not.toContain('Weekly lookahead');
  });

  test('gets the Late as it was made where it is still true, once', async () => {
    const { refuse, check, said, subjects } = await aWaitingSite();
    refuse();
    await check('2026-11-20T15:00:00Z');
    await check('2026-11-20T15:10:00Z');
    await check('2026-11-20T15:20:00Z');
    expect(subjects()).toEqual(['Late']);
    expect(said()).toEqual(['the contact could not be notified yet 2', 'the contact was notified: late 2']);
  });

  test('gets no Late once the last attempt is due, but what was not delivered', async () => {
    const { refuse, check, deliver, subjects } = await aWaitingSite();
    refuse();
    await check('2026-11-20T15:00:00Z');
    await check('2026-11-21T13:50:00Z');
    refuse();
    await check('2026-11-21T14:15:00Z');
    await deliver('weekly');
    await check('2026-11-21T14:25:00Z');
    expect(subjects()).toEqual(['Not delivered']);
  });

  test('gets no Late of a report that is delivered while the check waits for the mail service', async () => {
    const { services, check, deliver, notices } = await aWaitingSite();
    const { putOnce } = services.store;
    services.store.putOnce = async (key, body, type) => {
      if (key.endsWith('/intent-1.json')) await Promise.all([deliver('weekly'), deliver('nights')]);
      return putOnce(key, body, type);
    };
    await check('2026-11-20T15:00:00Z');
    expect(notices()).toEqual([]);
  });

  test('whose address is refused for good is not said to be notified, and gets no mail that closes the other', async () => {
    const { services, check, deliver, notices, said } = await aWaitingSite();
    services.mailer.answers.push({ kind: 'failed', reason: 'No such address.' });
    await check('2026-11-20T15:00:00Z');
    await deliver('weekly');
    await deliver('nights');
    await check('2026-11-20T15:10:00Z');
    expect(said()).toEqual(['a notice did not reach its contact 2']);
    expect(services.log.counted.get('ActionNeeded')).toBe(1);
    expect(notices()).toEqual([]);
  });
});

test('a stop makes no Late: what waited for it goes out soon after, and is late where it does not', async () => {
  const { services, check, subjects } = await aWaitingSite();
  const by = 'engineer@laptop';
  const at = (time: string) => Temporal.Instant.from(`2026-11-20T${time}:00Z`);
  await saveStop(services.store, { at: at('14:05'), became: 'stopped', by });
  await check('2026-11-20T15:00:00Z');
  await check('2026-11-20T16:00:00Z');
  await saveStop(services.store, { at: at('16:05'), became: 'resumed', by });
  await check('2026-11-20T16:10:00Z');
  await check('2026-11-20T16:34:00Z');
  expect(subjects()).toEqual([]);
  await check('2026-11-20T16:44:00Z');
  expect(subjects()).toEqual(['Late']);
});

describe('a contact of reports whose jobs were postponed before any attempt', () => {
  const down = 'The planning service is down, so it was not asked for this report.';
  const asWords = (mail = '') => mail.replaceAll(/=?\r\n/g, ' ').replaceAll(/ +/g, ' ');

  test('reads that the planning service is down, and that they wait for their turn where it is not', async () => {
    const site = await aWaitingSite();
    site.services.clock.advance({ minutes: 58 });
    await site.down('riverside', 'harbour');
    await site.check('2026-11-20T15:00:00Z');
    expect(asWords(site.notices()[0])).toContain(down);
    const other = await aWaitingSite();
    other.services.clock.advance({ minutes: 58 });
    await other.down('riverside');
    await other.check('2026-11-20T15:00:00Z');
    expect(asWords(other.notices()[0])).toContain('it is still waiting for its turn');
  });

  test('does not read after the deadline that they wait for their turn', async () => {
    const { check, notices } = await aWaitingSite();
    await check('2026-11-21T14:15:00Z');
    expect(asWords(notices()[0])).toContain('No attempt was made in time');
    expect(asWords(notices()[0])).not.toContain('waiting for its turn');
  });
});
