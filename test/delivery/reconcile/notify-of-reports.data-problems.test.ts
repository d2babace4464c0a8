import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dispatchEvent } from '#cloud/dispatch-event.ts';
import type { DueNotice } from '#delivery/notify/due-notices.ts';
import { sendNotice } from '#delivery/notify/notify-contact.ts';
import { claimDataProblems } from '#delivery/reconcile/notify-of-reports.ts';
import { contactNotice, dispatchIdAt, dispatchIdSchema } from '#delivery/store/names.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

describe('the contact of a project whose programme is old', () => {
  /** The subjects of all mails to the contact by ten minutes after a schedule fired. */
  async function aSite() {
    const { planning, services, check, processJobs, notices } = await aScheduledSite();
    const fire = async (cron: string, scheduledTime: string) => {
      const at = Temporal.Instant.from(scheduledTime);
      services.clock.advance(at.add({ seconds: 5 }).since(services.clock.now()));
      await dispatchEvent({ ...firing, cron, scheduledTime }, services);
      await processJobs();
      await check(at.add({ minutes: 10 }).toString());
      return notices().map((mail) => /^Subject: ([^\r]*)/m.exec(mail)?.[1]);
    };
    return { planning, services, fire, notices };
  }
  const told = 'Old programme: Riverside Tower';

  test('is told of each version once, by whatever report comes first', async () => {
    const { planning, fire, notices } = await aSite();
    planning.version.dataDate = '2026-11-09';
    expect(await fire(firing.cron, '2026-11-20T14:00:00Z')).toEqual([told]);
    const mail = (notices()[0] ?? '').replaceAll(/=\r\n/g, '').replaceAll(/\s+/g, ' ');
    expect(mail).toContain('Riverside Tower: Programme of 9 Nov, version 1: 11 days old.');
    expect(await fire('30 15 * * FRI', '2026-11-20T15:30:00Z')).toEqual([told]);
    expect(await fire(firing.cron, '2026-11-27T14:00:00Z')).toEqual([told]);
    planning.version.dataDate = '2026-11-10';
    expect(await fire(firing.cron, '2026-12-04T14:00:00Z')).toEqual([told, told]);
  });

  test('is also told of a file that was refused, of which a notice waited for the mail service', async () => {
    const { planning, services, fire } = await aSite();
    const { pace: _, ...sender } = services;
    services.mailer.answers.push({ kind: 'refused', cause: 'curable', reason: 'Sending is paused.' });
    const contact = 'planner@example.com';
    await sendNotice(
      dispatchIdAt(Temporal.Instant.from('2026-11-20T13:00:00Z'), 'inbox inbox/gb/riverside-tower/plan.xer'),
      {
        kind: 'import',
        name: contactNotice('import', contact),
        contact,
        reports: [],
        text: { title: 'plan.xer was not imported', lines: [], reason: '' },
      },
      { ...sender, owner: 'import' },
    );
    planning.version.dataDate = '2026-11-09';
    expect(await fire(firing.cron, '2026-11-20T14:00:00Z')).toEqual(['plan.xer was not imported', told]);
  });

  test('is told nothing of one that is not', async () => {
    const { planning, fire } = await aSite();
    planning.version.dataDate = '2026-11-10';
    expect(await fire(firing.cron, '2026-11-20T14:00:00Z')).toEqual([]);
  });
});

describe('the contact of a project of which some tasks cannot be read', () => {
  test('is told what is wrong, once', async () => {
    const task = (id: string, finish: string) => ({ id, start: '2026-11-24', finish, shift: 'day' });
    const tasks = [task('good', '2026-11-24'), task('bad', '24/11/2026')];
    const { services, check, processJobs, notices } = await aScheduledSite({ tasks, reports: ['weekly'] });
    for (const scheduledTime of ['2026-11-20T14:00:00Z', '2026-11-27T14:00:00Z']) {
      const at = Temporal.Instant.from(scheduledTime);
      services.clock.advance(at.add({ seconds: 5 }).since(services.clock.now()));
      await dispatchEvent({ ...firing, scheduledTime }, services);
      await processJobs();
      await check(at.add({ minutes: 10 }).toString());
    }
    const [mail = '', ...others] = notices().filter((text) => text.includes('could not be read'));
    expect(others).toEqual([]);
    expect(mail).toContain('Subject: Tasks could not be read: Riverside Tower');
    expect(mail.replaceAll(/=\r\n/g, '').replaceAll(/\s+/g, ' ')).toContain(
      'Riverside Tower: Only 1 of 2 tasks could be read. finish: not a date of the form 2026-11-30, such as "24/11/2026"; counts as missing (1 of 2 tasks: bad).',
    );
  });
});

test('a dispatch that was killed after its claim makes the notice at its next check, and no other dispatch does', async () => {
  const stale = aReportState({
    state: 'done',
    dataProblem: { name: '1f3a5b7c', text: 'Old.', isUnread: false },
  });
  const notice: DueNotice = {
    kind: 'import',
    dispatchId,
    isTooSoon: false,
    name: 'import_1',
    resent: false,
    contact: stale.contact,
    reports: [stale],
  };
  const late: DueNotice = { ...notice, kind: 'late', name: 'late_1' };
  const parts = { store: createMemoryStore(), at: Temporal.Instant.from('2026-11-20T14:10:00Z') };
  const other = dispatchIdSchema.parse('2026-11-20T15-30-00Z-1f3a5b7c');
  expect(await claimDataProblems([notice, late], parts)).toEqual([notice, late]);
  expect(await claimDataProblems([notice], parts)).toEqual([notice]);
  const later = { ...notice, reports: [{ ...stale, dispatchId: other }] };
  expect(await claimDataProblems([later, late], parts)).toEqual([late]);
  const anotherContact = { ...stale, dispatchId: other, contact: 'other@example.com' };
  expect(await claimDataProblems([{ ...notice, reports: [anotherContact] }], parts)).toHaveLength(1);
});
