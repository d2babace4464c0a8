import { describe, expect, it } from 'vitest';
import { processSesEvents, saveSesEventMessage } from '#cloud/ses-events.ts';
import { aWorld } from '../support/a-world.ts';
import { jsonOfObject } from '../support/builders/a-delivery.ts';
import {
  aBounce,
  aComplaint,
  aDelay,
  aDelivery,
  aReject,
  receiveSesEvent,
} from '../support/builders/ses-events.ts';

const runStore = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';
const weekly = {
  run: 'riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z',
  message: 'everyone',
};
const manager = 'works.manager@example.com';

const services = aWorld();

/** The event as it is stored beside the message. */
async function storedAs(event: object): Promise<readonly unknown[]> {
  return (await receiveSesEvent(event, services)).map((key) => {
    expect(key).toMatch(/mail\/everyone\/events\/[0-9a-f]{8}-[a-z-]+\.json$/);
    expect(key.startsWith(runStore)).toBe(true);
    return jsonOfObject(services.store.objects.get(key));
  });
}

const at = '2026-11-20T14:01:30.456Z';
const heard = services.clock.now().toString();

describe('an event of SES about a recipient', () => {
  it('is stored beside the message: delivered', async () => {
    expect(await storedAs(aDelivery(weekly, manager))).toEqual([
      { version: 7, event: 'delivered', address: manager, at, reason: '', heard },
    ]);
  });

  it('is stored from the envelope of SNS too, in which it arrives if the queue did not accept it', async () => {
    const message = JSON.stringify(aDelivery(weekly, 'deputy@example.com'));
    const [key = ''] = await receiveSesEvent(
      { Type: 'Notification', MessageId: '1', Message: message },
      services,
    );
    expect(jsonOfObject(services.store.objects.get(key))).toMatchObject({
      event: 'delivered',
      address: 'deputy@example.com',
    });
  });

  it('is stored with the words of the mail server: bounced, permanently or temporarily', async () => {
    const reason = 'smtp; 550 5.1.1 user unknown';
    expect(await storedAs(aBounce(weekly, manager))).toMatchObject([{ event: 'bounced', reason }]);
    const unknown = {
      bounceType: 'Undetermined',
      bounceSubType: 'Undetermined',
      diagnosticCode: '',
    } as const;
    expect(await storedAs(aBounce(weekly, 'deputy@example.com', unknown))).toMatchObject([
      { event: 'bounced', reason: 'Undetermined bounce, Undetermined' },
    ]);
  });

  it.each([
    [{ bounceSubType: 'MailboxFull' }, { event: 'undelivered', cause: 'mailbox full' }],
    [{ bounceSubType: 'MessageTooLarge' }, { event: 'undelivered', cause: 'too large' }],
    [{ bounceSubType: 'ContentRejected' }, { event: 'undelivered', cause: 'content refused' }],
    [{ bounceSubType: 'AttachmentRejected' }, { event: 'undelivered', cause: 'content refused' }],
    [
      { status: '4.4.7', diagnosticCode: 'smtp; 550 4.4.7 Message expired: unable to deliver' },
      { event: 'undelivered' },
    ],
    [{ status: '', diagnosticCode: 'smtp; 421 4.4.1 Unable to connect' }, { event: 'undelivered' }],
    [{ bounceType: 'Undetermined', status: '4.4.7' }, { event: 'undelivered' }],
    [{ bounceType: 'Undetermined', status: '', diagnosticCode: 'smtp; 451 Later' }, { event: 'undelivered' }],
    [{ status: '', diagnosticCode: '' }, { event: 'soft-bounced' }],
    [{ action: 'delayed', status: '4.4.1' }, { event: 'soft-bounced' }],
  ] as const)('is stored if it is a bounce that is not permanent: %j', async (how, expected) => {
    const services = aWorld();
    const bounce = aBounce(weekly, manager, { bounceType: 'Transient', ...how });
    const [key = ''] = await receiveSesEvent(bounce, services);
    expect(jsonOfObject(services.store.objects.get(key))).toMatchObject(expected);
  });

  it('is stored as suppressed if SES did not even try', async () => {
    const how = { bounceSubType: 'OnAccountSuppressionList' };
    expect(await storedAs(aBounce(weekly, 'suppressed@example.com', how))).toMatchObject([
      { event: 'bounced', suppressed: true },
    ]);
  });

  it('is stored with its kind: complained, delayed (and until when), or rejected (for all recipients)', async () => {
    expect(await storedAs(aComplaint(weekly, manager))).toMatchObject([
      { event: 'complained', reason: 'feedback type abuse' },
    ]);
    expect(await storedAs(aDelay(weekly, manager))).toMatchObject([
      { event: 'delayed', reason: 'smtp; 421 4.4.1 Unable to connect', until: '2026-11-21T04:00:07.123Z' },
    ]);
    expect(await storedAs(aReject(weekly, [manager, 'deputy@example.com']))).toMatchObject([
      { event: 'rejected', address: manager, reason: 'SES refused to send the message: Bad content' },
      { event: 'rejected', address: 'deputy@example.com' },
    ]);
  });

  it('is stored once for each kind and address, whether in upper or lower case, and the first one is kept', async () => {
    await storedAs(aDelay(weekly, 'twice@example.com', '2026-11-20T14:05:00Z'));
    const again = aDelay(weekly, 'Twice@Example.com', '2026-11-20T15:05:00Z');
    expect(await storedAs(again)).toMatchObject([{ at: '2026-11-20T14:05:00.000Z' }]);
  });
});

describe('an event of SES', () => {
  it('is not stored if it belongs to another sender', async () => {
    const services = aWorld();
    const other = aBounce({ run: 'newsletter', message: 'everyone' }, manager);
    expect(await receiveSesEvent(other, services)).toEqual([]);
    expect(services.store.objects.size).toBe(0);
  });

  it('is stored even if its run is not stored, and is logged if a recipient did not get the message', async () => {
    const services = aWorld();
    await receiveSesEvent(aDelivery(weekly, manager), services);
    await receiveSesEvent(aBounce(weekly, manager), services);
    expect(services.store.objects.size).toBe(2);
    expect(services.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'a message without an issue did not reach a recipient' },
    ]);
  });

  it('is stored with the test run if it belongs to one, and nobody is notified', async () => {
    const services = aWorld();
    await receiveSesEvent(aBounce({ ...weekly, run: `test__${weekly.run}` }, manager), services);
    expect([...services.store.objects.keys()].map((key) => key.split('/')[0])).toEqual(['test-runs']);
    expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('raises an alarm if a mail did not reach its contact', async () => {
    const services = aWorld();
    const mail = { run: 'contact__2026-11-20__1f3a5b7c1f3a5b7c__3', message: 'contact' };
    await receiveSesEvent(aBounce(mail, 'planner@example.com'), services);
    expect(services.log.counted.get('ActionNeeded')).toBe(1);
    expect(services.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'a mail did not reach its contact' },
    ]);
    expect([...services.store.objects.keys()]).toEqual([
      expect.stringMatching(/^contacts\/2026-11-20\/1f3a5b7c1f3a5b7c\/3\/mail\/contact\/events\//),
    ]);
  });

  it('is stored beside an accepted mail to a contact', async () => {
    const services = aWorld();
    const run = 'contact__2026-11-20__1f3a5b7c1f3a5b7c__3';
    const mail = { timestamp: at, messageId: 'ses-1', tags: { run: [run], message: ['contact'] } };
    expect(await receiveSesEvent({ eventType: 'Send', mail, send: {} }, services)).toEqual([
      'contacts/2026-11-20/1f3a5b7c1f3a5b7c/3/mail/contact/event-send.json',
    ]);
  });

  it.each([
    ['without recipients', { bounce: { timestamp: at, bounceType: 'Permanent', bounceSubType: 'General' } }],
    [
      'with a new type of bounce',
      {
        bounce: {
          timestamp: at,
          bounceType: 'Odd',
          bounceSubType: 'General',
          bouncedRecipients: [{ emailAddress: manager }],
        },
      },
    ],
  ])('fails with the reason, so that its queue keeps it, if it is %s', async (_, own) => {
    const event = aBounce(weekly, manager);
    const malformed = { ...event, ...own };
    await expect(receiveSesEvent(malformed, services)).rejects.toThrow(
      /^The event is not an event of SES about a message \(bounce\./,
    );
  });

  it('fails if its kind was not requested, and the message names the kind', async () => {
    const event = aBounce(weekly, manager);
    const opened = { ...event, eventType: 'Open' };
    await expect(receiveSesEvent(opened, services)).rejects.toThrow(/eventType/);
  });
});

it('the first message of SES, at the first deployment, is neither an event nor a failure', async () => {
  const services = aWorld();
  const text = 'Successfully validated SNS topic for Amazon SES event publishing.';
  expect(await saveSesEventMessage(text, services)).toEqual([]);
  expect(services.store.objects.size).toBe(0);
});

describe('a batch of events', () => {
  it('is stored except for one that fails, which is named for another try', async () => {
    const services = aWorld();
    const aMessage = (messageId: string, body: string) => ({
      eventSource: 'aws:sqs',
      messageId,
      body,
      attributes: { ApproximateReceiveCount: '1' },
    });
    const Records = [
      aMessage('odd', 'no JSON'),
      aMessage('bounce', JSON.stringify(aBounce(weekly, manager))),
      aMessage('delivery', JSON.stringify(aDelivery(weekly, 'deputy@example.com'))),
    ];
    expect(await processSesEvents({ Records }, services)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'odd' }],
    });
    expect(services.log.counted.get('RecordsFailed')).toBe(1);
    expect(services.log.lines.filter(({ message }) => message === 'failed')).toHaveLength(1);
    expect(services.store.objects.size).toBe(2);
  });
});
