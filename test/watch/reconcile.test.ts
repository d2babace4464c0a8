/** After an outage of the mail service, a contact is notified only of facts that still hold. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { createOutageBrake } from '#queue/outage.ts';
import { planningServiceId } from '#runs/attempt.ts';
import { saveMailStopOrResume } from '#runs/messages/stoppable-mailer.ts';
import { saveReportDone } from '#runs/store/attempt-records.ts';
import { contactAddressDigest } from '#runs/store/names.ts';
import { inboxResult } from '#runs/store/objects.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';

/** Both reports are due at 14:00, and no worker takes their jobs. */
async function aWaitingSite() {
  const site = await aScheduledSite();
  const { services } = site;
  const [weekly, nights] = services.configuration.reports;
  if (!weekly || !nights) throw new Error('There are no two reports.');
  const configuration = { ...services.configuration, reports: [weekly, { ...nights, when: weekly.when }] };
  const own = { ...services, configuration };
  await handleDispatchEvent(firing, own);
  const jobs = services.queue.sent.splice(0).map(({ job }) => job);
  const refusal = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;
  return {
    ...site,
    check: (at: string) => {
      services.clock.advance(Temporal.Instant.from(at).since(services.clock.now()));
      return handleReconcileEvent({ reconcile: 'check', scheduledTime: at }, own);
    },
    refuse: () => services.mailer.answers.push(refusal),
    deliver: async (report: string) => {
      const job = jobs.find((one) => one.report === report);
      if (job) await saveReportDone(services.store, job, { at: services.clock.now(), failed: [] });
    },
    down: async (...projects: string[]) => {
      const [project] = own.configuration.projects;
      if (!project) throw new Error('There is no project.');
      const { store, clock, chance } = services;
      const brake = createOutageBrake(store, clock, chance);
      for (const one of projects) await brake.recordDown(planningServiceId(project), one);
    },
    said: () =>
      services.log.lines
        .filter(({ message }) => /contact/.test(message))
        .map(({ message, fields }) => `${message} ${fields?.['facts']}`),
    labels: async () => (await site.mails()).map(({ subject }) => subject.replace(/: .*$/, '')),
  };
}

describe('after an outage of the mail service, a contact', () => {
  it('gets no "Late" mail about reports that were delivered meanwhile, and the log does not call the contact notified', async () => {
    const { refuse, check, deliver, mails, said } = await aWaitingSite();
    refuse();
    await check('2026-11-20T15:00:00Z');
    expect(said()).toEqual(['the contact could not be notified yet: late 2']);
    await deliver('weekly');
    await deliver('nights');
    await check('2026-11-20T15:10:00Z');
    await check('2026-11-20T15:20:00Z');
    expect(await check('2026-11-21T14:20:00Z')).toMatchObject({ dispatches: [{ settled: true }] });
    expect(await mails()).toEqual([]);
    expect(said()).toEqual(['the contact could not be notified yet: late 2']);
  });

  it('gets a "Late" mail about the reports that are still late, and later "Delivered after all" about these', async () => {
    const { refuse, check, deliver, mails, said, labels } = await aWaitingSite();
    refuse();
    await check('2026-11-20T15:00:00Z');
    await deliver('weekly');
    await check('2026-11-20T15:10:00Z');
    expect(await labels()).toEqual(['Late']);
    expect((await mails())[0]?.text).toContain('Night work');
    expect((await mails())[0]?.text).not.toContain('Weekly lookahead');
    expect(said()).toContain('the contact was notified: late 1');
    await deliver('nights');
    await check('2026-11-20T15:20:00Z');
    await check('2026-11-20T16:00:00Z');
    expect(await labels()).toEqual(['Late']);
    await check('2026-11-20T16:10:00Z');
    await check('2026-11-20T17:20:00Z');
    expect(await labels()).toEqual(['Late', 'Delivered after all']);
    expect((await mails())[1]?.text).not.toContain('Weekly lookahead');
  });

  it('gets the "Late" mail once if all reports are still late', async () => {
    const { refuse, check, said, labels } = await aWaitingSite();
    refuse();
    await check('2026-11-20T15:00:00Z');
    await check('2026-11-20T15:10:00Z');
    await check('2026-11-20T15:20:00Z');
    await check('2026-11-20T16:20:00Z');
    expect(await labels()).toEqual(['Late']);
    expect(said()).toEqual([
      'the contact could not be notified yet: late 2',
      'the contact was notified: late 2',
    ]);
  });

  it('gets no "Late" mail once the last attempt is due, but "Not delivered" after the deadline', async () => {
    const { refuse, check, deliver, labels } = await aWaitingSite();
    refuse();
    await check('2026-11-20T15:00:00Z');
    await check('2026-11-21T13:50:00Z');
    refuse();
    await check('2026-11-21T14:15:00Z');
    await deliver('weekly');
    await check('2026-11-21T14:25:00Z');
    expect(await labels()).toEqual(['Not delivered']);
  });

  it('whose address is refused permanently does not count as notified, and gets no "Delivered after all"', async () => {
    const { services, check, deliver, mails, said } = await aWaitingSite();
    services.mailer.answers.push({ kind: 'failed', reason: 'No such address.' });
    await check('2026-11-20T15:00:00Z');
    await deliver('weekly');
    await deliver('nights');
    await check('2026-11-20T15:10:00Z');
    await check('2026-11-20T16:10:00Z');
    expect(said()).toEqual(['a mail did not reach its contact: late 2']);
    expect(services.log.counted.get('ActionNeeded')).toBe(1);
    expect(await mails()).toEqual([]);
  });
});

it('reports are not late during a stop, only if they are not sent within half an hour after it', async () => {
  const { services, check, labels } = await aWaitingSite();
  const by = 'engineer@laptop';
  const at = (time: string) => Temporal.Instant.from(`2026-11-20T${time}:00Z`);
  await saveMailStopOrResume(services.store, { at: at('14:05'), became: 'stopped', by });
  await check('2026-11-20T15:00:00Z');
  await check('2026-11-20T16:00:00Z');
  await saveMailStopOrResume(services.store, { at: at('16:05'), became: 'resumed', by });
  await check('2026-11-20T16:10:00Z');
  await check('2026-11-20T16:34:00Z');
  expect(await labels()).toEqual([]);
  await check('2026-11-20T16:44:00Z');
  expect(await labels()).toEqual(['Late']);
});

describe('the contact of reports whose jobs were postponed before any attempt', () => {
  const down = 'The planning service is down, so it was not asked for this report.';

  it('reads that the planning service is down or, if it is not, that they wait for their turn', async () => {
    const site = await aWaitingSite();
    site.services.clock.advance({ minutes: 58 });
    await site.down('riverside', 'harbour');
    await site.check('2026-11-20T15:00:00Z');
    expect((await site.mails())[0]?.words).toContain(down);
    const other = await aWaitingSite();
    other.services.clock.advance({ minutes: 58 });
    await other.down('riverside');
    await other.check('2026-11-20T15:00:00Z');
    expect((await other.mails())[0]?.words).toContain('it is still waiting for its turn');
  });

  it('does not read that they wait for their turn after the deadline', async () => {
    const { check, mails } = await aWaitingSite();
    await check('2026-11-21T14:15:00Z');
    expect((await mails())[0]?.words).toContain('No attempt was made in time');
    expect((await mails())[0]?.words).not.toContain('waiting for its turn');
  });
});

describe('while each check adds a report that nothing dispatched, a contact', () => {
  /** A report is due every ten minutes from 13:30. Nothing dispatches them: a check adds each one ten minutes later. */
  async function aSiteWithoutDispatch() {
    const site = await aScheduledSite({ reports: ['weekly'] });
    const { services } = site;
    const [weekly] = services.configuration.reports;
    if (!weekly) throw new Error('There is no report.');
    const reports = Array.from({ length: 24 }, (_, index) => {
      const minute = 13 * 60 + 30 + index * 10;
      const cron = `${minute % 60} ${Math.floor(minute / 60)} * * FRI`;
      return { ...weekly, key: `report-${index}`, when: { cron, onImport: false } };
    });
    const own = { ...services, configuration: { ...services.configuration, reports } };
    const checkUntil = async (last: string) => {
      const end = Temporal.Instant.from(last);
      const added: number[] = [];
      while (Temporal.Instant.compare(services.clock.now().add({ minutes: 10 }), end) <= 0) {
        services.clock.advance({ minutes: 10 });
        const scheduledTime = services.clock.now().toString();
        const { dispatches } = await handleReconcileEvent({ reconcile: 'check', scheduledTime }, own);
        added.push(dispatches.reduce((sum, one) => sum + one.added, 0));
      }
      return added;
    };
    services.clock.advance({ minutes: -60 });
    await checkUntil('2026-11-20T13:20:05Z');
    return { ...site, checkUntil };
  }

  it('is still notified of late reports and of an inbox file', async () => {
    const { services, checkUntil, mails } = await aSiteWithoutDispatch();
    const to = 'planner@example.com';
    const at = { date: '2026-11-20', name: '1f3a5b7c', contact: contactAddressDigest(to) };
    await checkUntil('2026-11-20T14:30:05Z');
    await inboxResult.create(services.store, at, { to, title: 'plan.xer is version 2', lines: [] });
    expect(await checkUntil('2026-11-20T14:40:05Z')).toEqual([1]);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['plan.xer is version 2']);
    expect(new Set(await checkUntil('2026-11-20T17:00:05Z'))).toEqual(new Set([1]));
    const [late] = (await mails()).slice(1);
    expect(late?.subject).toMatch(/^Late: /);
  });
});
