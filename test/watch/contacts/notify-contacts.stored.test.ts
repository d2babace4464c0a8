/** Stored objects that decide which facts about a report hold. */
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';

async function aSite() {
  const site = await aScheduledSite({ reports: ['weekly'] });
  return { ...site, subjects: async () => (await site.mails()).map(({ subject }) => subject.split(':')[0]) };
}

it('a report that became due hours late, because the machine was asleep, is late half an hour after that', async () => {
  const { services, check, subjects } = await aSite();
  services.clock.advance({ hours: 20 });
  await handleDispatchEvent(firing, services);
  services.queue.sent.length = 0;
  await check('2026-11-21T10:10:00Z');
  expect(await subjects()).toEqual([]);
  await check('2026-11-21T10:40:00Z');
  expect(await subjects()).toEqual(['Late']);
});

it.each<[string, boolean, string]>([
  ['whose sending was never answered is perhaps not delivered', false, 'Perhaps not delivered'],
  ['whose sending was refused for a reason that a person can fix is not delivered', true, 'Not delivered'],
])('a report %s', async (_, isAnswered, label) => {
  const { services, check, processJobs, mails, subjects } = await aSite();
  await handleDispatchEvent(firing, services);
  const { mailer } = services;
  mailer.answers.push(
    isAnswered ? { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } : 'lost',
  );
  await processJobs();
  expect(mailer.taken).toHaveLength(isAnswered ? 0 : 1);
  await check('2026-11-21T14:15:00Z');
  expect(await subjects()).toEqual([label]);
  const [mail] = await mails();
  expect(mail?.words.includes('has no answer on record, so it may have arrived')).toBe(!isAnswered);
});

it('contacts whose addresses differ only in case get one mail', async () => {
  const { services, check, mails } = await aScheduledSite();
  const reports = services.configuration.reports.map((report) =>
    report.key === 'nights' ? { ...report, contact: 'Planner@Example.com' } : report,
  );
  const own = { ...services, configuration: { ...services.configuration, reports } };
  const at = (time: string) => {
    services.clock.advance(Temporal.Instant.from(time).since(services.clock.now()));
    return time;
  };
  await handleDispatchEvent(firing, own);
  await handleDispatchEvent(
    { ...firing, cron: '30 15 * * FRI', scheduledTime: at('2026-11-20T15:30:00Z') },
    own,
  );
  services.queue.sent.length = 0;
  await check('2026-11-20T16:31:00Z');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Late: 2 reports']);
});
