import { GetSendQuotaCommand, SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { describe, expect, it } from 'vitest';
import { deep } from '../deep-checks.ts';
import { type AwsOptions, startAws } from './start-aws.ts';

const mail = (more = '') =>
  Buffer.from(
    `From: Lookahead <lookahead@example.com>\r\nTo: a@example.com\r\nSubject: Week 48\r\n${more}\r\nBody\r\n`,
  );

async function aMailService(options: AwsOptions = {}) {
  const aws = await startAws(options);
  const client = new SESClient({ ...aws.client, maxAttempts: 1 });
  return {
    aws,
    quota: () => client.send(new GetSendQuotaCommand({})),
    send: (more: object = {}, raw: Buffer = mail()) =>
      client.send(
        new SendRawEmailCommand({
          Source: 'lookahead@example.com',
          Destinations: ['a@example.com'],
          RawMessage: { Data: raw },
          ...more,
        }),
      ),
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await aws.close();
    },
  };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : error),
  );

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.com`);

describe('the SES test server', () => {
  it('accepts a message and stores it with its recipients, tags and bytes', async () => {
    await using service = await aMailService({
      configurationSets: ['lookahead'],
      identities: ['example.com'],
    });
    const { MessageId } = await service.send({
      ConfigurationSetName: 'lookahead',
      Destinations: ['a@example.com', 'Bea <b@example.com>'],
      Tags: [
        { Name: 'run', Value: 'riverside__weekly' },
        { Name: 'message', Value: 'everyone' },
      ],
    });
    expect(service.aws.state.messages).toMatchObject([
      {
        messageId: MessageId,
        source: 'lookahead@example.com',
        recipients: ['a@example.com', 'b@example.com'],
        configurationSet: 'lookahead',
        tags: [
          { name: 'run', value: 'riverside__weekly' },
          { name: 'message', value: 'everyone' },
        ],
        raw: mail(),
      },
    ]);
  });

  it('reports an accepted message in an event', async () => {
    await using service = await aMailService({ now: () => Date.now() });
    const { MessageId } = await service.send({
      ConfigurationSetName: 'lookahead',
      Tags: [{ Name: 'run', Value: 'r-1' }],
    });
    expect(service.aws.state.messages[0]?.event).toMatchObject({
      eventType: 'Send',
      mail: {
        messageId: MessageId,
        destination: ['a@example.com'],
        commonHeaders: { subject: 'Week 48', to: ['a@example.com'] },
        tags: { run: ['r-1'], 'ses:configuration-set': ['lookahead'] },
      },
    });
  });

  it('reads the recipients from the headers if none are given', async () => {
    await using service = await aMailService();
    await service.send({ Destinations: [] }, mail('Cc: "B, C" <b@example.com>, c@example.com\r\n'));
    expect(service.aws.state.messages[0]?.recipients).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
    ]);
  });

  it.each<[string, object, Buffer | undefined, RegExp]>([
    [
      '51 recipients',
      { Destinations: addresses(51) },
      undefined,
      /^InvalidParameterValue: Recipient count exceeds 50/,
    ],
    ['an address without a domain', { Destinations: ['a@'] }, undefined, /Missing final '@domain'/],
    ['an address with a blank', { Destinations: ['a b@example.com'] }, undefined, /^InvalidParameterValue/],
    ['an address beyond ASCII', { Destinations: ['é@example.com'] }, undefined, /^InvalidParameterValue/],
    [
      'a tag with a slash',
      { Tags: [{ Name: 'run', Value: 'a/b' }] },
      undefined,
      /^InvalidParameterValue: Invalid tag value/,
    ],
    [
      'a tag with a full stop',
      { Tags: [{ Name: 'run', Value: 'a.b' }] },
      undefined,
      /^InvalidParameterValue: Invalid tag value/,
    ],
    [
      'a tag of 257 characters',
      { Tags: [{ Name: 'run', Value: 'a'.repeat(257) }] },
      undefined,
      /^InvalidParameterValue/,
    ],
    [
      'a set that does not exist',
      { ConfigurationSetName: 'other' },
      undefined,
      /^ConfigurationSetDoesNotExist/,
    ],
    [
      'a sender nobody verified',
      { Source: 'x@example.org' },
      undefined,
      /^MessageRejected: .*not verified.*x@example.org/,
    ],
    ['two subjects', {}, mail('Subject: again\r\n'), /Duplicate header/],
    ['no From', {}, Buffer.from('Subject: x\r\n\r\nx'), /Missing required header 'From'/],
    ['no header at all', {}, Buffer.from('Hello there\r\n\r\nx'), /invalid header line/],
  ])('rejects %s', async (_, over, raw, expected) => {
    await using service = await aMailService({
      configurationSets: ['lookahead'],
      identities: ['example.com'],
    });
    expect(await refusal(service.send(over, raw))).toMatch(expected);
    expect(service.aws.state.messages).toEqual([]);
  });

  it('accepts 50 recipients, and does not keep the bytes of messages if told not to', async () => {
    await using service = await aMailService({ keepRawMail: false });
    await service.send({ Destinations: addresses(50) });
    expect(service.aws.state.messages[0]).toMatchObject({ size: mail().length, raw: undefined });
  });

  it.runIf(deep)('accepts 10 MB, and no more', async () => {
    await using service = await aMailService({ keepRawMail: false });
    const raw = Buffer.concat([mail(), Buffer.alloc(10 * 1024 * 1024 - mail().length, 'x')]);
    await service.send({}, raw);
    expect(service.aws.state.messages).toMatchObject([{ size: 10 * 1024 * 1024 }]);
    expect(await refusal(service.send({}, Buffer.concat([raw, Buffer.from('x')])))).toMatch(
      /^InvalidParameterValue: Message length/,
    );
  });
});

describe('the sending limits of the SES test server', () => {
  const fifty = { Destinations: addresses(50) };

  it('are high and not enforced by default', async () => {
    await using service = await aMailService();
    await service.send(fifty);
    expect(await service.quota()).toMatchObject({
      MaxSendRate: 1_000,
      Max24HourSend: 1_000_000,
      SentLast24Hours: 50,
    });
    expect((await service.quota()).SentLast24Hours).toBe(50);
  });

  it('refuse messages above the rate until enough time has passed', async () => {
    let now = Date.now();
    await using service = await aMailService({ now: () => now, sending: { maxSendRate: 14 } });
    await service.send(fifty);
    expect(await refusal(service.send(fifty))).toBe('Throttling: Maximum sending rate exceeded.');
    now += 3_000;
    expect(await refusal(service.send(fifty))).toBe('taken');
  });

  it('refuse messages above the daily quota', async () => {
    await using service = await aMailService({ sending: { max24HourSend: 99 } });
    await service.send(fifty);
    expect(await refusal(service.send(fifty))).toBe('Throttling: Daily message quota exceeded.');
    expect(await service.quota()).toMatchObject({ Max24HourSend: 99, SentLast24Hours: 50 });
    expect(await refusal(service.quota())).toBe('Throttling: Rate exceeded');
  });
});
