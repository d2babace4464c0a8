import { describe, expect, test } from 'vitest';
import { dispatchEvent } from '#cloud/dispatch-event.ts';
import { reconcileEvent } from '#cloud/reconcile-event.ts';
import { answerRequest } from '#delivery/request/answer-request.ts';
import type { SendResult } from '#mail/transport/mailer.ts';
import { anInvocation } from '../../support/a-world.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import {
  aBounce,
  aComplaint,
  aDelay,
  aDelivery,
  anAutomaticReply,
  aReject,
  hear,
} from '../../support/builders/ses-events.ts';

const runOf = (window: string, time: string) => ({
  run: `riverside__weekly__${window}__${time}`,
  message: 'everyone',
});
const first = runOf('2026-11-23_2026-11-29', '2026-11-20T14-00-00Z');
const second = runOf('2026-11-30_2026-12-06', '2026-11-27T14-00-00Z');
const [manager, deputy] = ['works.manager@example.com', 'deputy@example.com'];

/** A mail as its reader sees it: its subject, and its text in one line. */
function readMail(mail = '') {
  const whole = mail.replaceAll(/=\r\n/g, '').replaceAll(/\r\n /g, ' ').replaceAll('=3D', '=');
  const subject = /^Subject: ([^\r]*)/m.exec(whole)?.[1];
  return { subject, text: whole.replaceAll(/\s+/g, ' ') };
}

/** A weekly report that was sent on Friday at 14:00. */
async function aSentReport(weekly: Readonly<Record<string, string>> = {}, answer?: SendResult) {
  const site = await aScheduledSite({ reports: ['weekly'], weekly });
  const { services, processJobs, notices } = site;
  if (answer) services.mailer.answers.push(answer);
  await dispatchEvent(firing, services);
  await processJobs();
  return {
    ...site,
    mails: () => notices().map(readMail),
    hear: (event: object) => hear(event, services),
  };
}

/** The weekly report of 14:00 and that of the nights of 15:30 have been sent. */
async function twoSentReports() {
  const site = await aScheduledSite();
  const { services, processJobs, notices, check } = site;
  await dispatchEvent(firing, services);
  await processJobs();
  const nightsFiring = { ...firing, cron: '30 15 * * FRI', scheduledTime: '2026-11-20T15:30:00Z' };
  return {
    check,
    bounce: (report: 'weekly' | 'nights', address: string, timestamp: string) => {
      const run = `riverside__${report}__2026-11-23_2026-11-29__2026-11-20T${report === 'weekly' ? '14-00' : '15-30'}-00Z`;
      return hear(aBounce({ run, message: 'everyone' }, address, { timestamp }), services);
    },
    sendNights: async () => {
      await check('2026-11-20T15:30:05Z');
      await dispatchEvent(nightsFiring, services);
      await processJobs();
    },
    mails: () => notices().map(readMail),
  };
}

describe('a contact', () => {
  test('is told of an address that bounced by the check after one that had no time left', async () => {
    const { services, check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    const scheduledTime = '2026-11-20T14:40:00Z';
    services.clock.advance({ minutes: 40 });
    await reconcileEvent({ reconcile: 'check', scheduledTime }, services, { timeLeft: () => 89_000 });
    expect(mails()).toEqual([]);
    expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    await check('2026-11-20T14:50:00Z');
    expect(mails()).toHaveLength(1);
  });

  test('is told of an address that bounced, once: why, and which line to change', async () => {
    const { check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    await hear(aBounce(first, deputy));
    await check('2026-11-20T14:30:00Z');
    expect(mails()).toEqual([]);
    await check('2026-11-20T14:40:00Z');
    expect(mails().map(({ subject }) => subject)).toEqual([
      `Not received by ${deputy}: Riverside Tower, Weekly lookahead`,
    ]);
    const [mail] = mails();
    expect(mail?.text).toContain(`${deputy}: its mail server refused the message for good`);
    expect(mail?.text).toContain('Reason given: smtp; 550 5.1.1 user unknown');
    expect(mail?.text).toContain('Correct or remove the address: reports[0].cc in lookahead.yaml.');
    await check('2026-11-20T14:50:00Z');
    await check('2026-11-22T14:50:00Z');
    expect(mails()).toHaveLength(1);
  });

  test('is told of what the planning service has in the place of an address, once in full, then in a line; not after a test', async () => {
    const cy = { id: 'u1', displayName: 'Cy Low', email: 'cy at example.com' };
    const ann = { id: 'u2', displayName: 'Ann Lee', email: ' m&e@Example.com ' };
    const task = { shift: 'day', start: '2026-11-24', finish: '2026-12-02' };
    const { services, processJobs, check, notices } = await aScheduledSite({
      reports: ['weekly'],
      weekly: { audiences: '[{ each: owner, everyoneFound: true }]' },
      users: [cy, ann, { id: 'u3', displayName: 'Nobody’s owner', email: 'none' }],
      tasks: [
        { id: 't1', name: 'Drive piles', owner: cy, ...task },
        { id: 't2', name: 'Pour caps', owner: ann, ...task },
      ],
    });
    const test = { project: 'riverside', report: 'weekly', mode: 'test', to: ['me@example.com'] };
    expect(await answerRequest({ ...test, runId: 'try' }, anInvocation(), services)).toMatchObject({
      ok: true,
    });
    expect([...services.store.objects.keys()].filter((key) => key.startsWith('failed-recipients/'))).toEqual(
      [],
    );
    await dispatchEvent(firing, services);
    await processJobs();
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toContainEqual(['m&e@example.com']);
    await check('2026-11-20T14:40:00Z');
    await check('2026-11-20T16:40:00Z');
    const mails = () => notices().map(readMail);
    expect(mails().map(({ subject }) => subject)).toEqual([
      'Not received by cy at example.com: Riverside Tower, Weekly lookahead, only Cy Low',
    ]);
    const [mail] = mails();
    expect(mail?.text).toContain('Nothing was sent to these people. All others got theirs.');
    expect(mail?.text).toContain(
      'cy at example.com: the planning service has this in the place of an e-mail address',
    );
    expect(mail?.text).toContain('Correct or remove the address: the planning service (owner Cy Low).');
    await check('2026-11-27T14:00:05Z');
    await dispatchEvent({ ...firing, scheduledTime: '2026-11-27T14:00:00Z' }, services);
    await processJobs();
    await check('2026-11-27T14:40:00Z');
    expect(mails()[1]?.text).toContain('cy at example.com: still failing since Fri 20 Nov 2026');
  });

  test('is told what a report is limited to', async () => {
    const { check, mails, hear } = await aSentReport({ shifts: '[day, night]' });
    await hear(aBounce(first, deputy));
    await check('2026-11-20T14:40:00Z');
    expect(mails()[0]?.subject).toBe(
      `Not received by ${deputy}: Riverside Tower, Weekly lookahead, only day and night shifts`,
    );
  });

  test('is told of all that failed in one mail, and of what fails later in one a day', async () => {
    const { check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    await hear(aComplaint(first, manager, '2026-11-20T14:20:00Z'));
    await check('2026-11-20T14:40:00Z');
    expect(mails().map(({ subject }) => subject)).toEqual([
      'Not received by 2 addresses: Riverside Tower, Weekly lookahead',
    ]);
    expect(mails()[0]?.text).toContain(
      'Ask the reader, or remove the address: reports[0].to in lookahead.yaml.',
    );
    await hear(aReject(first, ['late@example.com']));
    await check('2026-11-21T14:30:00Z');
    expect(mails()).toHaveLength(1);
    await check('2026-11-21T14:40:00Z');
    expect(mails()[1]?.subject).toBe('Not received by late@example.com: Riverside Tower, Weekly lookahead');
  });

  test('is told of what failed of two dispatches within the hour in one mail', async () => {
    const { check, bounce, sendNights, mails } = await twoSentReports();
    await bounce('weekly', deputy, '2026-11-20T15:05:00Z');
    await sendNights();
    await bounce('nights', manager, '2026-11-20T15:31:00Z');
    await check('2026-11-20T15:40:00Z');
    await check('2026-11-20T16:10:00Z');
    await check('2026-11-20T17:10:00Z');
    expect(mails().map(({ subject }) => subject)).toEqual(['Not received by 2 addresses: 2 reports']);
    const [mail] = mails();
    expect(mail?.text).toMatch(
      new RegExp(`${deputy}: its mail server.*In: Riverside Tower, Weekly lookahead .*reports\\[0\\]\\.cc`),
    );
    expect(mail?.text).toMatch(
      new RegExp(`${manager}: its mail server.*In: Riverside Tower, Night work.*reports\\[1\\]\\.to`),
    );
  });

  test('is told of what failed of the second dispatch an hour after the first mail, not before', async () => {
    const { check, bounce, sendNights, mails } = await twoSentReports();
    await bounce('weekly', deputy, '2026-11-20T15:00:00Z');
    await sendNights();
    await check('2026-11-20T15:35:00Z');
    expect(mails()).toHaveLength(1);
    await bounce('nights', manager, '2026-11-20T15:36:00Z');
    await check('2026-11-20T16:30:00Z');
    expect(mails()).toHaveLength(1);
    await check('2026-11-20T16:35:00Z');
    expect(mails().map(({ subject }) => subject)).toEqual([
      `Not received by ${deputy}: Riverside Tower, Weekly lookahead`,
      `Not received by ${manager}: Riverside Tower, Night work, only night shift`,
    ]);
  });

  test('hears of it days after the dispatch is settled', async () => {
    const { check, mails, hear } = await aSentReport();
    await check('2026-11-21T14:00:00Z');
    await check('2026-11-26T14:00:00Z');
    await hear(aBounce(first, deputy, { timestamp: '2026-11-26T14:05:00Z' }));
    await check('2026-11-26T14:40:00Z');
    expect(mails()).toHaveLength(1);
  });

  test('gets one line in the next issue where an address fails again, and the whole again after months', async () => {
    const { services, check, processJobs, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    await check('2026-11-20T14:40:00Z');
    await check('2026-11-27T14:00:00Z');
    await dispatchEvent({ ...firing, scheduledTime: '2026-11-27T14:00:00Z' }, services);
    await processJobs();
    await hear(aBounce(second, deputy, { timestamp: '2026-11-27T14:01:00Z' }));
    await check('2026-11-27T14:40:00Z');
    expect(mails()).toHaveLength(2);
    expect(mails()[1]?.subject).toBe(`Still not received by ${deputy}: Riverside Tower, Weekly lookahead`);
    expect(mails()[1]?.text).toContain(`${deputy}: still failing since Fri 20 Nov`);
    expect(mails()[1]?.text).not.toContain('Reason given');
  });

  test('is told how an address leaves the suppression list', async () => {
    const { check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy, { bounceSubType: 'OnAccountSuppressionList' }));
    await check('2026-11-20T14:40:00Z');
    expect(mails()[0]?.text).toContain(
      `aws sesv2 delete-suppressed-destination --region eu-west-2 --email-address ${deputy}`,
    );
  });

  test.each([
    ['MailboxFull', 'its mailbox is full', 'ask the reader to make room'],
    ['MessageTooLarge', 'does not take a message of this size', 'Make the report smaller'],
    ['ContentRejected', 'because of its content or attachments', 'let these messages through'],
    ['AttachmentRejected', 'because of its content or attachments', 'let these messages through'],
    ['General', 'could not be delivered, for a reason that may pass', 'whether other mail arrives'],
  ])('is told of a transient bounce that ended the delivery: %s', async (bounceSubType, why, remedy) => {
    const { check, mails, hear } = await aSentReport();
    const diagnosticCode = 'smtp; 550 4.4.7 Message expired';
    const how = { bounceType: 'Transient', bounceSubType, status: '4.4.7', diagnosticCode } as const;
    await hear(aBounce(first, deputy, how));
    await check('2026-11-20T14:40:00Z');
    const [mail] = mails();
    expect(mail?.subject).toBe(`Not received by ${deputy}: Riverside Tower, Weekly lookahead`);
    expect(mail?.text).toContain('What to do first: see what is said below of each address.');
    expect(mail?.text).toContain(why);
    expect(mail?.text).toContain(`Reason given: ${diagnosticCode}`);
    expect(mail?.text).toContain(remedy);
    expect(mail?.text).toContain('correct or remove it: reports[0].cc in lookahead.yaml.');
    expect(mail?.text).not.toContain('for good');
  });

  test('is told of a recipient whom the mail server refused for now until the others got the message', async () => {
    const rejected = [{ address: deputy, reason: '451 4.7.1 Greylisted', forNow: true }] as const;
    const { check, mails } = await aSentReport({}, { kind: 'accepted', messageId: 'smtp-1', rejected });
    await check('2026-11-20T14:40:00Z');
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain('did not accept the message within an hour, or by the last attempt');
    expect(mails()[0]?.text).toContain('ask the reader why the mail server put it off');
    expect(mails()[0]?.text).not.toContain('for good');
  });

  test('is told, once, of what is heard days after it failed, and is heard again on another day', async () => {
    const { check, mails, hear } = await aSentReport();
    await check('2026-11-25T15:00:00Z');
    await hear(aBounce(first, deputy));
    await check('2026-11-25T15:10:00Z');
    expect(mails().map(({ subject }) => subject)).toEqual([
      `Not received by ${deputy}: Riverside Tower, Weekly lookahead`,
    ]);
    await check('2026-11-27T15:00:00Z');
    await hear(aBounce(first, deputy));
    await check('2026-11-27T15:40:00Z');
    expect(mails()).toHaveLength(1);
  });

  test('is told of what could not be stored for days, because the issue could not be read', async () => {
    const { services, check, mails, hear } = await aSentReport();
    const key = [...services.store.objects.keys()].find((one) => one.endsWith('/issue.json')) ?? '';
    const issue = services.store.objects.get(key) ?? new Uint8Array();
    services.store.objects.set(key, Buffer.from('damaged'));
    await expect(hear(aBounce(first, deputy))).rejects.toThrow(/cannot be read/);
    services.store.objects.set(key, issue);
    await check('2026-11-25T15:00:00Z');
    await hear(aBounce(first, deputy));
    await check('2026-11-25T15:10:00Z');
    expect(mails()).toHaveLength(1);
  });

  test('hears nothing of what was delivered, delayed or answered automatically', async () => {
    const { check, mails, hear } = await aSentReport();
    await hear(aDelivery(first, manager));
    await hear(aDelay(first, deputy));
    await hear(anAutomaticReply(first, deputy));
    await check('2026-11-20T14:40:00Z');
    await check('2026-11-22T14:40:00Z');
    expect(mails()).toEqual([]);
  });

  test('whose own address is refused was told of nothing, and gets the whole with the next issue', async () => {
    const { services, check, processJobs, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    services.mailer.answers.push({ kind: 'failed', reason: 'No such address.' });
    await check('2026-11-20T14:40:00Z');
    await check('2026-11-20T14:50:00Z');
    expect(mails()).toEqual([]);
    const logged = services.log.lines.map(({ message }) => message);
    expect(logged).toContain('a notice did not reach its contact');
    expect(logged).not.toContain('the contact was notified: recipients');
    await check('2026-11-27T14:00:00Z');
    await dispatchEvent({ ...firing, scheduledTime: '2026-11-27T14:00:00Z' }, services);
    await processJobs();
    await hear(aBounce(second, deputy, { timestamp: '2026-11-27T14:01:00Z' }));
    await check('2026-11-27T14:40:00Z');
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain('Reason given');
  });

  test('gets the notice from a later check, where it was refused at first', async () => {
    const { services, check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    const paused = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;
    services.mailer.answers.push(paused);
    await check('2026-11-20T14:40:00Z');
    expect(mails()).toEqual([]);
    expect(services.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'the contact could not be notified yet' }),
    );
    await check('2026-11-20T14:50:00Z');
    await check('2026-11-20T15:00:00Z');
    expect(mails()).toHaveLength(1);
  });
});
