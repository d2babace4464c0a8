/** What a check asks the archive while it notifies many contacts. */
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { dispatchEvent } from '../../../functions/cloud/dispatch-event.ts';
import { reconcileEvent } from '../../../functions/cloud/reconcile-event.ts';
import { saveDone } from '../../../functions/delivery/store/attempts.ts';
import { aSiteConfiguration, aWorld } from '../../support/a-world.ts';
import { firing } from '../../support/builders/a-scheduled-site.ts';

/** Each contact has three reports, which three schedules made due within two minutes. No worker takes their jobs. */
async function lateReportsOf(contacts: number) {
  const site = aSiteConfiguration();
  const [weekly] = site.reports;
  if (weekly === undefined) throw new Error('There is no report.');
  const crons = ['0 14 * * FRI', '1 14 * * FRI', '2 14 * * FRI'];
  const reports = Array.from({ length: contacts }, (_, index) =>
    crons.map((cron, of) => ({
      ...weekly,
      key: `report-${index}-${of}`,
      contact: `planner-${index}@example.com`,
      when: { cron, onImport: false },
    })),
  ).flat();
  const world = aWorld({ configuration: { ...site, reports } });
  world.clock.advance({ minutes: 2 });
  for (const [minutes, cron] of crons.entries()) {
    const scheduledTime = Temporal.Instant.from(firing.scheduledTime).add({ minutes }).toString();
    await dispatchEvent({ ...firing, cron, scheduledTime }, world);
  }
  const jobs = world.queue.sent.splice(0).map(({ job }) => job);
  world.clock.advance({ hours: 1 });
  return {
    ...world,
    jobs,
    check: () => reconcileEvent({ reconcile: 'check', scheduledTime: world.clock.now().toString() }, world),
  };
}

test('the archive is asked for a few lists for each contact, however many dispatches they share', async () => {
  const site = await lateReportsOf(200);
  const asked: string[] = [];
  const { list } = site.store;
  site.store.list = (prefix, ...rest) => {
    asked.push(prefix);
    return list(prefix, ...rest);
  };
  await site.check();
  expect(site.mailer.taken).toHaveLength(200);
  expect(asked.filter((prefix) => prefix.startsWith('attempts/'))).toHaveLength(6);
  // Two of the record of each notice, before and after its intent.
  expect(asked.length).toBeLessThan(2 * 200 + 40);
});

test('a contact reads nothing that stopped being true half a minute before the mail', async () => {
  const site = await lateReportsOf(2);
  const { send } = site.mailer;
  site.mailer.send = async (...mail) => {
    for (const job of site.jobs) await saveDone(site.store, job, { at: site.clock.now(), failed: [] });
    site.clock.advance({ seconds: 30 });
    return send(...mail);
  };
  await site.check();
  expect(site.mailer.taken).toHaveLength(1);
});
