/** When and how often a contact is notified of recipients whom a message did not reach. */
import { describe, expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { firing } from '../../support/builders/a-scheduled-site.ts';
import {
  aSentReport,
  deputy,
  first,
  manager,
  runOf,
  second,
  twoSentReports,
} from '../../support/builders/a-sent-report.ts';
import { aBounce, aComplaint, aReject } from '../../support/builders/ses-events.ts';

/** The contact was notified on Friday that the deputy's address failed; now the report is sent again. */
async function aReportSentAgain(scheduledTime: string) {
  const site = await aSentReport();
  await site.hear(aBounce(first, deputy));
  await site.check('2026-11-20T14:40:00Z');
  await site.check(scheduledTime);
  await handleDispatchEvent({ ...firing, scheduledTime }, site.services);
  await site.processJobs();
  return site;
}

describe('a contact', () => {
  it('is notified of a bounced address by the next check if the previous one ran out of time', async () => {
    const { services, check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    const scheduledTime = '2026-11-20T14:40:00Z';
    services.clock.advance({ minutes: 40 });
    await handleReconcileEvent({ reconcile: 'check', scheduledTime }, services, { timeLeft: () => 89_000 });
    expect(await mails()).toEqual([]);
    expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    await check('2026-11-20T14:50:00Z');
    expect(await mails()).toHaveLength(1);
  });

  it('gets one mail about all failed addresses, and the next one an hour later', async () => {
    const { check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    await hear(aComplaint(first, manager, '2026-11-20T14:20:00Z'));
    await check('2026-11-20T14:40:00Z');
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Not received by ${deputy} · Marked as spam by ${manager}`,
    ]);
    expect((await mails())[0]?.words).toContain(
      'Ask the reader, or remove the address: reports[0].to in lookahead.yaml.',
    );
    await hear(aReject(first, ['late@example.com']));
    await check('2026-11-20T15:30:00Z');
    expect(await mails()).toHaveLength(1);
    await check('2026-11-20T15:40:00Z');
    expect((await mails()).slice(1).map(({ subject }) => subject)).toEqual([
      'Not received by late@example.com',
    ]);
  });

  it('gets one mail about addresses that failed in two dispatches within half an hour', async () => {
    const { check, bounce, sendNights, mails } = await twoSentReports();
    await bounce('weekly', deputy, '2026-11-20T15:05:00Z');
    await sendNights();
    await bounce('nights', manager, '2026-11-20T15:31:00Z');
    await check('2026-11-20T15:40:00Z');
    await check('2026-11-20T16:10:00Z');
    await check('2026-11-20T17:10:00Z');
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Not received by 2 recipients']);
    const [mail] = await mails();
    expect(mail?.words).toMatch(
      new RegExp(
        `- ${deputy} its mail server[^-]*reports\\[0\\]\\.cc[^-]*In: Riverside Tower, Weekly lookahead - `,
      ),
    );
    expect(mail?.words).toMatch(
      new RegExp(
        `- ${manager} its mail server[^-]*reports\\[1\\]\\.to[^-]*In: Riverside Tower, Night work, only`,
      ),
    );
  });

  it('is notified of an address that fails in a second dispatch an hour after the first mail', async () => {
    const { check, bounce, sendNights, mails } = await twoSentReports();
    await bounce('weekly', deputy, '2026-11-20T15:00:00Z');
    await sendNights();
    await check('2026-11-20T15:35:00Z');
    expect(await mails()).toHaveLength(1);
    await bounce('nights', manager, '2026-11-20T15:36:00Z');
    await check('2026-11-20T16:30:00Z');
    expect(await mails()).toHaveLength(1);
    await check('2026-11-20T16:35:00Z');
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Not received by ${deputy}`,
      `Not received by ${manager}`,
    ]);
  });

  it('is notified of a bounce days after the dispatch is settled', async () => {
    const { check, mails, hear } = await aSentReport();
    await check('2026-11-21T14:00:00Z');
    await check('2026-11-26T14:00:00Z');
    await hear(aBounce(first, deputy, { timestamp: '2026-11-26T14:05:00Z' }));
    await check('2026-11-26T14:40:00Z');
    expect(await mails()).toHaveLength(1);
  });

  it('gets a short line about an address that keeps failing, in a mail a day later', async () => {
    const { check, mails, hear } = await aReportSentAgain('2026-11-27T14:00:00Z');
    await hear(aBounce(second, deputy, { timestamp: '2026-11-27T14:01:00Z' }));
    await check('2026-11-28T14:00:00Z');
    expect(await mails()).toHaveLength(1);
    await check('2026-11-28T14:10:00Z');
    await check('2026-11-29T20:00:00Z');
    expect((await mails()).slice(1).map(({ subject }) => subject)).toEqual([
      `Still not received by ${deputy}`,
    ]);
    const [, mail] = await mails();
    expect(mail?.words).toContain('These addresses still fail, as reported before:');
    expect(mail?.words).toContain(`- ${deputy} still failing since Fri 20 Nov`);
    expect(mail?.words).not.toContain('Reason given');
  });

  it('gets the short line about an address that keeps failing sooner if another mail is sent', async () => {
    const { check, mails, hear } = await aReportSentAgain('2026-11-27T14:00:00Z');
    await hear(aBounce(second, deputy, { timestamp: '2026-11-27T14:01:00Z' }));
    await hear(aBounce(second, manager, { timestamp: '2026-11-27T14:05:00Z' }));
    await check('2026-11-27T14:40:00Z');
    await check('2026-11-28T14:40:00Z');
    expect((await mails()).slice(1).map(({ subject }) => subject)).toEqual([
      `Not received by ${manager} · Still not received by ${deputy}`,
    ]);
  });

  it('gets the full explanation again if an address fails again after months', async () => {
    const { check, mails, hear } = await aReportSentAgain('2027-03-05T14:00:00Z');
    const march = runOf('2027-03-08_2027-03-14', '2027-03-05T14-00-00Z');
    await hear(aBounce(march, deputy, { timestamp: '2027-03-05T14:01:00Z' }));
    await check('2027-03-05T14:40:00Z');
    const [last] = (await mails()).slice(-1);
    expect(last?.subject).toContain(`Not received by ${deputy}`);
    expect(last?.words).toContain('Reason given: smtp; 550 5.1.1 user unknown');
  });

  it('is notified of a bounce that SES reports days later, but not again when SES repeats it', async () => {
    const { check, mails, hear } = await aSentReport();
    await check('2026-11-25T15:00:00Z');
    await hear(aBounce(first, deputy));
    await check('2026-11-25T15:10:00Z');
    expect((await mails()).map(({ subject }) => subject)).toEqual([`Not received by ${deputy}`]);
    await check('2026-11-27T15:00:00Z');
    await hear(aBounce(first, deputy));
    await check('2026-11-27T15:40:00Z');
    expect(await mails()).toHaveLength(1);
  });

  it('is notified of a bounce that could not be stored for days because the issue was damaged', async () => {
    const { services, check, mails, hear } = await aSentReport();
    const key = [...services.store.objects.keys()].find((one) => one.endsWith('/issue.json')) ?? '';
    const issue = services.store.objects.get(key) ?? new Uint8Array();
    services.store.objects.set(key, Buffer.from('damaged'));
    await expect(hear(aBounce(first, deputy))).rejects.toThrow(/cannot be read/);
    services.store.objects.set(key, issue);
    await check('2026-11-25T15:00:00Z');
    await hear(aBounce(first, deputy));
    await check('2026-11-25T15:10:00Z');
    expect(await mails()).toHaveLength(1);
  });

  it('gets the full explanation with the next issue if the first mail was refused permanently', async () => {
    const { services, check, processJobs, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    services.mailer.answers.push({ kind: 'failed', reason: 'No such address.' });
    await check('2026-11-20T14:40:00Z');
    await check('2026-11-20T14:50:00Z');
    expect(await mails()).toEqual([]);
    const logged = services.log.lines.map(({ message }) => message);
    expect(logged).toContain('a mail did not reach its contact: address');
    expect(logged).not.toContain('the contact was notified: address');
    await check('2026-11-27T14:00:00Z');
    await handleDispatchEvent({ ...firing, scheduledTime: '2026-11-27T14:00:00Z' }, services);
    await processJobs();
    await hear(aBounce(second, deputy, { timestamp: '2026-11-27T14:01:00Z' }));
    await check('2026-11-27T14:40:00Z');
    expect(await mails()).toHaveLength(1);
    expect((await mails())[0]?.words).toContain('Reason given');
  });

  it('gets the mail from a later check if sending is paused', async () => {
    const { services, check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    const paused = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;
    services.mailer.answers.push(paused);
    await check('2026-11-20T14:40:00Z');
    expect(await mails()).toEqual([]);
    expect(services.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'the contact could not be notified yet: address' }),
    );
    await check('2026-11-20T14:50:00Z');
    await check('2026-11-20T15:00:00Z');
    expect(await mails()).toHaveLength(1);
  });
});
