/** Runs over S3 and SES while either has faults: what is stored, and what SES has accepted. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSesClient, createSesMailer } from '#mail/transport/ses.ts';
import { saveSesEvent, sesEventSchema } from '#watch/ses-event.ts';
import type { FaultRule } from '../../support/aws/faults.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  deliverResolved,
  jsonOfObject,
} from '../../support/builders/a-delivery.ts';
import { startS3Store } from '../../support/s3-test-store.ts';

async function aGround(options: Parameters<typeof startS3Store>[0] = {}) {
  const { aws, store, objects } = await startS3Store(options);
  const client = createSesClient(aws.client);
  onTestFinished(() => client.destroy());
  const clock = aClock();
  const mailer = createSesMailer({ client, configurationSet: 'lookahead' });
  let attempts = 0;
  const deliver = () => {
    attempts += 1;
    return deliverResolved(
      aResolvedReport(),
      anAttempt({ store, mailer, now: clock.now, owner: `attempt-${attempts}` }),
    );
  };
  /** Gives reconcile the events of SES, as they come through EventBridge. */
  const saveSendEvents = async () => {
    for (const { event } of aws.state.messages) {
      await saveSesEvent(store, sesEventSchema.parse(event), clock.now());
    }
  };
  /** The messages that SES accepted. They are the oracle, because our own records could all be wrong. */
  const mails = () => aws.state.messages.map(({ tags, subject }) => `${tags[1]?.value}: ${subject}`).sort();
  const keys = (pattern: RegExp) => [...objects().keys()].filter((key) => pattern.test(key));
  return { aws, clock, deliver, saveSendEvents, mails, keys, objects };
}

const bothMails = [
  'everyone: Riverside Tower W48: 2 tasks, 2 with a gap in the data (Weekly lookahead rev 1)',
  'subcontractor-s1: Riverside Tower W48: 1 task, 1 with a gap in the data; only Pile Co (Weekly lookahead rev 1)',
];
/**
 * Numbers of the objects that a run without faults writes: first planned dates, snapshot, number, plan record, two
 * workbooks, issue, and an intent and a `sent.json` for each of two messages.
 */
const writes = Array.from({ length: 11 }, (_, index) => index + 1);

describe('a run while S3 has faults', () => {
  it('writes its objects in order, and mails after they are stored', async () => {
    const { aws, deliver, mails } = await aGround();
    expect((await deliver()).outcome).toBe('delivered');
    expect(mails()).toEqual(bothMails);
    const effects = aws.state.calls.filter(({ operation }) => /^Put|^Send/.test(operation));
    expect(effects.map(({ operation, key }) => `${operation} ${key.split('/').at(-1)}`)).toEqual([
      // The dates first planned for the project's tasks.
      'PutObject 000001.json.gz',
      'PutObject snapshot.json.gz',
      'PutObject 1.json',
      'PutObject plan-record.json.gz',
      expect.stringMatching(/^PutObject .*\.xlsx$/),
      expect.stringMatching(/^PutObject .*\.xlsx$/),
      'PutObject issue.json',
      'PutObject intent-1.json',
      'SendRawEmail everyone',
      'PutObject sent.json',
      'PutObject intent-1.json',
      'SendRawEmail subcontractor-s1',
      'PutObject sent.json',
    ]);
  });

  it.each<[string, FaultRule['fault']]>([
    ['is throttled', { kind: 'throttle' }],
    ['meets another writer', { kind: 'conflict' }],
    ['loses its answer', { kind: 'drop', when: 'after' }],
    ['is broken off before it arrives', { kind: 'drop', when: 'before' }],
  ])('delivers in one attempt, each message once, although every write at first %s', async (_, fault) => {
    const { aws, deliver, mails, objects } = await aGround();
    // Each odd call fails, and the next call is its retry.
    aws.faults(...writes.map((write) => ({ operation: 'PutObject', nth: 2 * write - 1, fault })));
    expect((await deliver()).outcome).toBe('delivered');
    expect(mails()).toEqual(bothMails);
    expect([...objects().values()].map(({ versions }) => versions)).toEqual(writes.map(() => 1));
    expect(aws.state.calls.filter(({ code }) => code !== undefined).length).toBeGreaterThanOrEqual(9);
  });

  it.each(['snapshot', 'numbers/1', '\\.xlsx', 'issue\\.json', 'intent-1'])(
    'mails nothing while %s cannot be stored, and everything once it can',
    async (key) => {
      const { aws, deliver, mails } = await aGround();
      const fault = { kind: 'error', status: 403, code: 'AccessDenied' } as const;
      aws.faults({ operation: 'PutObject', key, times: 'always', fault });
      const told = await deliver().then(
        ({ messages }) => JSON.stringify(messages),
        (error: unknown) => String(error),
      );
      expect(told).toMatch(/AccessDenied.*s3:PutObject/);
      expect(mails()).toEqual([]);
      aws.clearFaults();
      expect((await deliver()).outcome).toBe('delivered');
      expect(mails()).toEqual(bothMails);
    },
  );

  it('does not mail twice if it could not record a send', async () => {
    const { aws, clock, deliver, saveSendEvents, mails, keys } = await aGround();
    const fault = { kind: 'error', status: 500, code: 'InternalError' } as const;
    aws.faults({ operation: 'PutObject', key: 'sent\\.json', times: 'always', fault });
    await expect(deliver()).rejects.toThrow(/Cannot write .*everyone\/sent\.json \(InternalError\)/);
    expect(mails()).toEqual([bothMails[0]]);
    aws.clearFaults();
    clock.advance({ minutes: 36 });
    await saveSendEvents();
    expect((await deliver()).outcome).toBe('delivered');
    expect(mails()).toEqual(bothMails);
    expect(keys(/sent\.json$/)).toHaveLength(2);
  });
});

describe('a run while SES has faults', () => {
  it('resends a throttled message, without a mark', async () => {
    const { aws, deliver, mails, keys } = await aGround();
    aws.faults({ service: 'ses', times: 2, fault: { kind: 'throttle' } });
    expect((await deliver()).outcome).toBe('delivered');
    expect(mails()).toEqual(bothMails);
    expect(keys(/everyone\/refused-\d/)).toHaveLength(2);
  });

  it('records why one message was refused, and sends the others', async () => {
    const { aws, deliver, mails, keys, objects } = await aGround();
    const fault = {
      kind: 'error',
      status: 400,
      code: 'MessageRejected',
      message: 'Local address contains control or whitespace',
    } as const;
    aws.faults({ service: 'ses', key: '/everyone$', fault });
    expect((await deliver()).outcome).toBe('failed');
    expect(mails()).toEqual([bothMails[1]]);
    const [failed = ''] = keys(/everyone\/failed\.json$/);
    expect(jsonOfObject(objects().get(failed)?.body)).toMatchObject({
      cause: 'rejected',
      reason: expect.stringMatching(/MessageRejected: Local address/),
    });
  });

  it('records that the sender was refused, once for all messages', async () => {
    const { deliver, mails, keys } = await aGround({ aws: { identities: ['example.org'] } });
    expect((await deliver()).outcome).toBe('incomplete');
    expect(mails()).toEqual([]);
    expect(keys(/failed\.json$/)).toEqual([]);
    expect(keys(/refused-1\.json$/)).toHaveLength(1);
  });

  it.each([
    ['taken', 'after', bothMails],
    ['not taken', 'before', [`${bothMails[0]} (resent)`, bothMails[1]]],
  ] as const)('settles a lost answer by the send event: %s', async (_, when, expected) => {
    const { aws, clock, deliver, saveSendEvents, mails } = await aGround();
    aws.faults({ service: 'ses', fault: { kind: 'drop', when } });
    expect((await deliver()).outcome).toBe('incomplete');
    await saveSendEvents();
    expect((await deliver()).outcome).toBe('incomplete');
    clock.advance({ minutes: 36 });
    await saveSendEvents();
    expect((await deliver()).outcome).toBe('delivered');
    expect(mails()).toEqual(expected);
  });
});
