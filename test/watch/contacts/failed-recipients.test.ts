/** The text that a contact reads about recipients whom a message did not reach. */
import { describe, expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { anInvocation } from '../../support/a-world.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import { aSentReport, deputy, first, manager } from '../../support/builders/a-sent-report.ts';
import { aBounce, aDelay, aDelivery, anAutomaticReply } from '../../support/builders/ses-events.ts';

describe('a contact', () => {
  it('is notified once of a bounced address: why it failed, and which line to change', async () => {
    const { check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy));
    await hear(aBounce(first, deputy));
    await check('2026-11-20T14:30:00Z');
    expect(await mails()).toEqual([]);
    await check('2026-11-20T14:40:00Z');
    expect((await mails()).map(({ subject }) => subject)).toEqual([`Not received by ${deputy}`]);
    const [mail] = await mails();
    expect(mail?.words).toContain(
      `- ${deputy} its mail server refused the message for good Reason given: smtp; 550 5.1.1 user unknown Correct or remove the address: reports[0].cc in lookahead.yaml. In: Riverside Tower, Weekly lookahead An address is explained once`,
    );
    expect(mail?.words).toContain(
      'What to do first: see the advice on each address. All others got the report.',
    );
    await check('2026-11-20T14:50:00Z');
    await check('2026-11-22T14:50:00Z');
    expect(await mails()).toHaveLength(1);
  });

  it('is notified of an invalid address in the planning service: in full at first, in one line a week later, not after a test run', async () => {
    const cy = { id: 'u1', displayName: 'Cy Low', email: 'cy at example.com' };
    const ann = { id: 'u2', displayName: 'Ann Lee', email: ' m&e@Example.com ' };
    const task = { shift: 'day', start: '2026-11-24', finish: '2026-12-02' };
    const { services, processJobs, check, mails } = await aScheduledSite({
      reports: ['weekly'],
      weekly: { audiences: '[{ each: owner, everyoneFound: true }]' },
      users: [cy, ann, { id: 'u3', displayName: 'Nobody’s owner', email: 'none' }],
      tasks: [
        { id: 't1', name: 'Drive piles', owner: cy, ...task },
        { id: 't2', name: 'Pour caps', owner: ann, ...task },
      ],
    });
    const test = { project: 'riverside', report: 'weekly', mode: 'test', to: ['me@example.com'] };
    expect(await carryOutReportRequest({ ...test, runId: 'try' }, anInvocation(), services)).toMatchObject({
      ok: true,
    });
    expect([...services.store.objects.keys()].filter((key) => key.startsWith('failed-recipients/'))).toEqual(
      [],
    );
    await handleDispatchEvent(firing, services);
    await processJobs();
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toContainEqual(['m&e@example.com']);
    await check('2026-11-20T14:40:00Z');
    await check('2026-11-20T16:40:00Z');
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Not received by cy at example.com']);
    const [mail] = await mails();
    expect(mail?.words).toContain(
      'What to do first: see the advice on each address. All others got the report.',
    );
    expect(mail?.words).toContain(
      '- cy at example.com the planning service has this text instead of an e-mail address',
    );
    expect(mail?.words).toContain('Correct or remove the address: the planning service (owner Cy Low).');
    expect(mail?.words).toContain('In: Riverside Tower, Weekly lookahead, only Cy Low');
    await check('2026-11-27T14:00:05Z');
    await handleDispatchEvent({ ...firing, scheduledTime: '2026-11-27T14:00:00Z' }, services);
    await processJobs();
    await check('2026-11-27T14:40:00Z');
    expect(await mails()).toHaveLength(1);
    await check('2026-11-28T14:10:00Z');
    expect((await mails())[1]?.words).toContain('- cy at example.com still failing since Fri 20 Nov 2026');
  });

  it('is told which filters the report has', async () => {
    const { check, mails, hear } = await aSentReport({ shifts: '[day, night]' });
    await hear(aBounce(first, deputy));
    await check('2026-11-20T14:40:00Z');
    expect((await mails())[0]?.words).toContain(
      'In: Riverside Tower, Weekly lookahead, only day and night shifts',
    );
  });

  it('gets the command that removes an address from the suppression list', async () => {
    const { check, mails, hear } = await aSentReport();
    await hear(aBounce(first, deputy, { bounceSubType: 'OnAccountSuppressionList' }));
    await check('2026-11-20T14:40:00Z');
    expect((await mails())[0]?.words).toContain(
      `aws sesv2 delete-suppressed-destination --region eu-west-2 --email-address ${deputy}`,
    );
  });

  it.each([
    ['MailboxFull', 'its mailbox is full', 'ask the reader to make room'],
    ['MessageTooLarge', 'does not accept messages of this size', 'Make the report smaller'],
    ['ContentRejected', 'because of its content or attachments', 'let these messages through'],
    ['AttachmentRejected', 'because of its content or attachments', 'let these messages through'],
    ['General', 'could not be delivered, for a reason that may be temporary', 'whether other mail arrives'],
  ])('is notified of a transient bounce that ended the delivery: %s', async (bounceSubType, why, remedy) => {
    const { check, mails, hear } = await aSentReport();
    const diagnosticCode = 'smtp; 550 4.4.7 Message expired';
    const how = { bounceType: 'Transient', bounceSubType, status: '4.4.7', diagnosticCode } as const;
    await hear(aBounce(first, deputy, how));
    await check('2026-11-20T14:40:00Z');
    const [mail] = await mails();
    expect(mail?.subject).toBe(`Not received by ${deputy}`);
    expect(mail?.words).toContain('What to do first: see the advice on each address.');
    expect(mail?.words).toContain(why);
    expect(mail?.words).toContain(`Reason given: ${diagnosticCode}`);
    expect(mail?.words).toContain(remedy);
    expect(mail?.words).toContain('correct or remove it: reports[0].cc in lookahead.yaml.');
    expect(mail?.words).not.toContain('for good');
  });

  it('is notified of a recipient whom the mail server kept deferring while the others got the message', async () => {
    const rejected = [{ address: deputy, reason: '451 4.7.1 Greylisted', forNow: true }] as const;
    const { check, mails } = await aSentReport({}, { kind: 'accepted', messageId: 'smtp-1', rejected });
    await check('2026-11-20T14:40:00Z');
    expect(await mails()).toHaveLength(1);
    expect((await mails())[0]?.words).toContain(
      'did not accept the message within an hour, or by the last attempt',
    );
    expect((await mails())[0]?.words).toContain('ask the reader why the mail server delayed it');
    expect((await mails())[0]?.words).not.toContain('for good');
  });

  it('is not notified of deliveries, delays and automatic replies', async () => {
    const { check, mails, hear } = await aSentReport();
    await hear(aDelivery(first, manager));
    await hear(aDelay(first, deputy));
    await hear(anAutomaticReply(first, deputy));
    await check('2026-11-20T14:40:00Z');
    await check('2026-11-22T14:40:00Z');
    expect(await mails()).toEqual([]);
  });
});
