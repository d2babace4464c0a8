import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { saveMailStopOrResume } from '#runs/messages/stoppable-mailer.ts';
import { contactAddressDigest } from '#runs/store/names.ts';
import { inboxResult } from '#runs/store/objects.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';

const contact = 'planner@example.com';
const told = 'Old programme: Riverside Tower';

/**
 * `fire` sends the reports of a schedule. It returns the subjects of all mails to the contact half an hour after the
 * reports were due, and in `before` the number of those mails ten minutes earlier.
 */
async function aSite(...reports: readonly ('weekly' | 'nights')[]) {
  const { planning, services, check, processJobs, mails } = await aScheduledSite({ reports });
  const fire = async (cron: string, scheduledTime: string) => {
    const at = Temporal.Instant.from(scheduledTime);
    services.clock.advance(at.add({ seconds: 5 }).since(services.clock.now()));
    await handleDispatchEvent({ ...firing, cron, scheduledTime }, services);
    await processJobs();
    await check(at.add({ minutes: 20 }).toString());
    const before = await mails();
    await check(at.add({ minutes: 30 }).toString());
    return { before: before.length, subjects: (await mails()).map(({ subject }) => subject) };
  };
  return { planning, services, check, fire, mails };
}

describe('the contact of a project whose programme is old', () => {
  it('is notified once of each version, half an hour after the first report that uses it was due', async () => {
    const { planning, fire, mails } = await aSite('weekly', 'nights');
    planning.version.dataDate = '2026-11-09';
    expect(await fire(firing.cron, '2026-11-20T14:00:00Z')).toEqual({ before: 0, subjects: [told] });
    expect((await mails())[0]?.words).toContain(
      '- Riverside Tower Programme of 9 Nov, version 1: 11 days old.',
    );
    expect((await fire('30 15 * * FRI', '2026-11-20T15:30:00Z')).subjects).toEqual([told]);
    expect((await fire(firing.cron, '2026-11-27T14:00:00Z')).subjects).toEqual([told]);
    expect((await fire('30 15 * * FRI', '2026-11-27T15:30:00Z')).subjects).toEqual([told]);
    planning.version.dataDate = '2026-11-10';
    expect(await fire(firing.cron, '2026-12-04T14:00:00Z')).toEqual({ before: 1, subjects: [told, told] });
  });

  it('is notified in the same mail of a refused inbox file whose mail was pending', async () => {
    const { planning, services, check, fire } = await aSite('weekly');
    planning.version.dataDate = '2026-11-09';
    const title = 'plan.xer was not imported';
    await inboxResult.create(
      services.store,
      { date: '2026-11-20', name: '1f3a5b7c', contact: contactAddressDigest(contact) },
      { to: contact, title, lines: [] },
    );
    services.mailer.answers.push({ kind: 'refused', cause: 'curable', reason: 'Sending is paused.' });
    await check('2026-11-20T13:50:00Z');
    expect((await fire(firing.cron, '2026-11-20T14:00:00Z')).subjects).toEqual([`${told} · ${title}`]);
  });

  it('is not notified of a programme that is not old yet', async () => {
    const { planning, fire } = await aSite('weekly');
    planning.version.dataDate = '2026-11-10';
    expect((await fire(firing.cron, '2026-11-20T14:00:00Z')).subjects).toEqual([]);
  });

  it('is not notified twice if a check is killed before it stores that it notified', async () => {
    const { planning, services, check, fire, mails } = await aSite('weekly');
    planning.version.dataDate = '2026-11-09';
    const { putOnce } = services.store;
    const died = async () => {
      throw new Error('killed');
    };
    services.store.putOnce = async (key, ...rest) =>
      key.startsWith('data-problems/') ? died() : putOnce(key, ...rest);
    await expect(fire(firing.cron, '2026-11-20T14:00:00Z')).rejects.toThrow('killed');
    services.store.putOnce = putOnce;
    await check('2026-11-20T14:40:00Z');
    await check('2026-11-20T16:40:00Z');
    expect((await mails()).map(({ subject }) => subject)).toEqual([told]);
    expect((await fire(firing.cron, '2026-11-27T14:00:00Z')).subjects).toEqual([told]);
  });

  it('is notified even if the report is no longer configured, before its dispatch is settled', async () => {
    const { planning, services, processJobs, mails } = await aScheduledSite();
    planning.version.dataDate = '2026-11-09';
    await handleDispatchEvent(firing, services);
    await processJobs();
    const reports = services.configuration.reports.filter(({ key }) => key !== 'weekly');
    const own = { ...services, configuration: { ...services.configuration, reports } };
    const checkOf = (at: string) => {
      services.clock.advance(Temporal.Instant.from(at).since(services.clock.now()));
      return handleReconcileEvent({ reconcile: 'check', scheduledTime: at }, own);
    };
    expect(await checkOf('2026-11-20T14:10:00Z')).toMatchObject({ dispatches: [{ settled: false }] });
    expect(await checkOf('2026-11-20T14:30:00Z')).toMatchObject({ dispatches: [{ settled: true }] });
    expect((await mails()).map(({ subject }) => subject)).toEqual([told]);
  });

  it('is notified after a stop that outlasts the deadline of the report', async () => {
    const { planning, services, check, processJobs, mails } = await aScheduledSite({ reports: ['weekly'] });
    planning.version.dataDate = '2026-11-09';
    const stop = async (at: string, became: 'stopped' | 'resumed') =>
      saveMailStopOrResume(services.store, { at: Temporal.Instant.from(at), became, by: 'engineer@laptop' });
    await handleDispatchEvent(firing, services);
    await processJobs();
    await stop('2026-11-20T14:05:00Z', 'stopped');
    for (const day of [20, 21, 22]) await check(`2026-11-${day}T16:00:00Z`);
    await stop('2026-11-22T16:05:00Z', 'resumed');
    await check('2026-11-22T16:10:00Z');
    expect((await mails()).map(({ subject }) => subject)).toEqual([told]);
  });
});

describe('the contact of a project with unreadable tasks', () => {
  it('is notified once of what is wrong with them', async () => {
    const task = (id: string, finish: string) => ({ id, start: '2026-11-24', finish, shift: 'day' });
    const tasks = [task('good', '2026-11-24'), task('bad', '24/11/2026')];
    const { services, check, processJobs, mails } = await aScheduledSite({ tasks, reports: ['weekly'] });
    for (const scheduledTime of ['2026-11-20T14:00:00Z', '2026-11-27T14:00:00Z']) {
      const at = Temporal.Instant.from(scheduledTime);
      services.clock.advance(at.add({ seconds: 5 }).since(services.clock.now()));
      await handleDispatchEvent({ ...firing, scheduledTime }, services);
      await processJobs();
      await check(at.add({ minutes: 30 }).toString());
    }
    const [mail, ...others] = (await mails()).filter(({ text }) => text.includes('could not be read'));
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Tasks could not be read: Riverside Tower');
    expect(mail?.words).toContain(
      '- Riverside Tower Only 1 of 2 tasks could be read. finish: not a date of the form 2026-11-30, such as "24/11/2026"; counts as missing (1 of 2 tasks: bad).',
    );
  });
});
