/** A check that notifies many contacts: its requests to the archive, and what it leaves for the next check. */
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
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
    await handleDispatchEvent({ ...firing, cron, scheduledTime }, world);
  }
  world.queue.sent.length = 0;
  world.clock.advance({ hours: 1 });
  return {
    ...world,
    /** @param mails number of mails after which the time left is one second too short for another mail */
    check: (mails = Number.POSITIVE_INFINITY) => {
      const last = world.mailer.taken.length + mails;
      const timeLeft = () => (world.mailer.taken.length < last ? 90_000 : 89_000);
      const scheduledTime = world.clock.now().toString();
      return handleReconcileEvent({ reconcile: 'check', scheduledTime }, world, { timeLeft });
    },
    errors: () => world.log.lines.filter(({ level }) => level === 'error').map(({ message }) => message),
    checked: () => world.log.lines.findLast(({ message }) => message === 'checked')?.fields,
  };
}

it('the number of LIST requests of a check does not grow with the number of contacts', async () => {
  const site = await lateReportsOf(200);
  const asked: string[] = [];
  const { list } = site.store;
  site.store.list = (prefix, ...rest) => {
    asked.push(prefix);
    return list(prefix, ...rest);
  };
  await site.check();
  expect(site.mailer.taken).toHaveLength(200);
  expect(asked.filter((prefix) => prefix.startsWith('attempts/'))).toHaveLength(3);
  expect(asked.length).toBeLessThan(40);
  const after = asked.length;
  site.clock.advance({ minutes: 10 });
  await site.check();
  expect(site.mailer.taken).toHaveLength(200);
  expect(asked.length - after).toBeLessThan(40);
});

it('a check whose time runs out leaves further mails to the next one, and settles no dispatch until they are sent', async () => {
  // Two more than the maximum number of concurrent mails, 32.
  const site = await lateReportsOf(34);
  site.clock.advance({ hours: 24 });
  const { dispatches } = await site.check(2);
  expect(site.mailer.taken).toHaveLength(32);
  expect(dispatches).toMatchObject([{ settled: false }, { settled: false }, { settled: false }]);
  expect(site.checked()).toMatchObject({ dispatches: 3, stoppedEarly: true });
  expect(site.log.counted.get('ReportsFailed')).toBe(3 * 32);
  site.clock.advance({ minutes: 10 });
  expect((await site.check()).dispatches).toMatchObject([
    { settled: true },
    { settled: true },
    { settled: true },
  ]);
  const told = site.mailer.taken.map(({ recipients }) => recipients[0]);
  expect([told.length, new Set(told).size]).toEqual([34, 34]);
  expect(site.checked()).not.toHaveProperty('stoppedEarly', true);
  expect(site.log.counted.get('ReportsFailed')).toBe(3 * 34);
  expect(new Set(site.errors())).toEqual(
    new Set(['the contact was notified: over', 'not delivered; the command sends what is missing']),
  );
});

it('a refused mail is replaced once a check has time, and a check without time logs no error', async () => {
  const site = await lateReportsOf(2);
  const refusal = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;
  site.mailer.answers.push(refusal, refusal);
  await site.check();
  const refused = site.errors();
  site.clock.advance({ minutes: 10 });
  await site.check(0);
  expect([site.mailer.taken.length, site.errors()]).toEqual([0, refused]);
  expect(site.checked()).toMatchObject({ stoppedEarly: true });
  site.clock.advance({ minutes: 10 });
  await site.check();
  expect(site.mailer.taken).toHaveLength(2);
});
