import { Agent } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { composeMessage } from '#mail/transport/compose-message.ts';
import { type OutgoingMessage, readMessageTags, UnknownSendOutcomeError } from '#mail/transport/mailer.ts';
import { createSesClient, createSesMailer, sesRefusalOf } from '#mail/transport/ses.ts';
import type { FaultRule } from '../../support/aws/faults.ts';
import { type AwsOptions, startAws } from '../../support/aws/start-aws.ts';
import { aMessageContent } from '../../support/builders/a-message.ts';
import { mailerContract } from '../../support/mailer-contract.ts';

type ClientOverrides = Parameters<typeof createSesClient>[0];

async function anSesMailer(options: AwsOptions = {}, overrides: ClientOverrides = {}) {
  const aws = await startAws({ configurationSets: ['lookahead'], ...options });
  const client = createSesClient({ ...aws.client, ...overrides });
  onTestFinished(async () => {
    client.destroy();
    await aws.close();
  });
  return { aws, mailer: createSesMailer({ client, configurationSet: 'lookahead' }) };
}

mailerContract('SES', async () => {
  const { aws, mailer } = await anSesMailer();
  return { mailer, arrived: async () => aws.state.messages.map(({ raw }) => raw ?? Buffer.from('')) };
});

const aMail = (over: Partial<OutgoingMessage> = {}): Promise<OutgoingMessage> =>
  composeMessage(aMessageContent({ run: 'riverside__weekly__2026-11-20T14-00-00Z' }), []).then((mail) => ({
    ...mail,
    ...over,
  }));

const anyMail = { from: 'lookahead@example.com' };
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.com`);

describe('the SES mailer', () => {
  it('sends to the envelope’s recipients, with the configuration set and the message tags', async () => {
    const { aws, mailer } = await anSesMailer();
    const result = await mailer.send(await aMail({ recipients: addresses(50) }));
    expect(aws.state.messages).toMatchObject([
      {
        source: 'lookahead@example.com',
        recipients: addresses(50),
        configurationSet: 'lookahead',
        tags: [
          { name: 'run', value: 'riverside__weekly__2026-11-20T14-00-00Z' },
          { name: 'message', value: 'everyone' },
        ],
      },
    ]);
    expect(result).toEqual({ kind: 'accepted', messageId: aws.state.messages[0]?.messageId });
  });

  it.each(['plain_run-1', 'a/b:c', 'b64-eA', 'Ω – 1', ''])(
    'identifies the run %j in the events of SES',
    async (run) => {
      const { aws, mailer } = await anSesMailer();
      await mailer.send(await aMail({ run }));
      const tags = aws.state.messages[0]?.event.mail.tags ?? {};
      expect(readMessageTags(tags)).toEqual({ run, message: 'everyone' });
    },
  );

  it('works without a configuration set', async () => {
    const aws = await startAws();
    const client = createSesClient(aws.client);
    await createSesMailer({ client }).send(await aMail());
    expect(aws.state.messages[0]?.configurationSet).toBeUndefined();
    client.destroy();
    await aws.close();
  });

  it.each<[string, Partial<OutgoingMessage>, RegExp]>([
    [
      '51 recipients',
      { recipients: addresses(51) },
      /51 recipients, and the limit of SES is 50\. Use a mailing list/,
    ],
    [
      'more than 10 MB',
      { raw: new Uint8Array(10_000_001) },
      /10000001 bytes, and the limit of SES is 10000000\. Link to the files/,
    ],
    ['a name that is too long for a tag', { run: 'x'.repeat(257) }, /too long for a message tag\. Shorten/],
  ])('fails without a request for a message with %s', async (_, over, reason) => {
    const { aws, mailer } = await anSesMailer();
    expect(await mailer.send(await aMail(over))).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(reason),
    });
    expect(aws.state.calls).toEqual([]);
  });
});

describe('a message that SES refuses', () => {
  const scripted = (status: number, code: string) => ({ kind: 'error', status, code }) as const;

  it.each<[string, FaultRule['fault'], RegExp]>([
    ['throttled', { kind: 'throttle' }, /\(Throttling\).*sending rate/],
    ['too many requests', scripted(400, 'TooManyRequestsException'), /\(TooManyRequests\)/],
    ['status 429', scripted(429, 'Whatever'), /\(Whatever\)/],
    ['unavailable', scripted(503, 'ServiceUnavailable'), /\(ServiceUnavailable\).*not available/],
    ['refused by a proxy', scripted(403, ''), /did not come from SES/],
  ])('can be retried: %s', async (_, fault, reason) => {
    const { aws, mailer } = await anSesMailer();
    aws.faults({ service: 'ses', fault });
    expect(await mailer.send(await aMail())).toEqual({
      kind: 'refused',
      cause: 'retryable',
      reason: expect.stringMatching(reason),
    });
    expect(aws.state.calls).toHaveLength(1);
    expect(aws.state.messages).toEqual([]);
    expect((await mailer.send(await aMail())).kind).toBe('accepted');
  });

  it('waits for the daily quota, as does every other message', async () => {
    const { aws, mailer } = await anSesMailer();
    const message = 'Daily message quota exceeded';
    aws.faults({ fault: { kind: 'error', status: 400, code: 'Throttling', message } });
    expect(await mailer.send(await aMail())).toEqual({
      kind: 'refused',
      cause: 'retryable',
      reason: expect.stringMatching(/\(Throttling\).*daily quota/),
      waitSeconds: 1_800,
      affects: 'every message',
    });
  });

  it.each<[string, AwsOptions, FaultRule | undefined, RegExp]>([
    [
      'an unverified sender',
      { identities: ['example.org'] },
      undefined,
      /\(MessageRejected: Email address is not verified.*lookahead@example\.com.*\)\. Verify the from-address/,
    ],
    [
      'no such configuration set',
      { configurationSets: [] },
      undefined,
      /\(ConfigurationSetDoesNotExist\)\. Deploy/,
    ],
    [
      'sending paused',
      {},
      { fault: scripted(400, 'AccountSendingPausedException') },
      /\(AccountSendingPaused\).*resume/,
    ],
    [
      'the set paused',
      {},
      { fault: scripted(400, 'ConfigurationSetSendingPausedException') },
      /resume it in SES/,
    ],
    [
      'sending paused, said in the text',
      {},
      { fault: { ...scripted(400, 'MessageRejected'), message: 'Sending paused for this account.' } },
      /Sending is paused for the whole account/,
    ],
    [
      'no MAIL FROM domain',
      {},
      { fault: scripted(400, 'MailFromDomainNotVerifiedException') },
      /Restore the MX record/,
    ],
    ['expired credentials', {}, { fault: scripted(403, 'ExpiredToken') }, /\(ExpiredToken\).*renew them/],
    ['unknown credentials', {}, { fault: scripted(403, 'InvalidClientTokenId') }, /renew them/],
    ['SES not enabled', {}, { fault: scripted(403, 'OptInRequired') }, /enable it/],
  ])(
    'can be sent once a person has fixed a cause that affects every message: %s',
    async (_, options, rule, reason) => {
      const { aws, mailer } = await anSesMailer(options);
      if (rule) aws.faults(rule);
      const result = await mailer.send(await aMail());
      expect(result).toEqual({
        kind: 'refused',
        cause: 'curable',
        reason: expect.stringMatching(reason),
        affects: 'every message',
      });
      expect(JSON.stringify(result)).not.toMatch(/\\n/);
      expect(aws.state.messages).toEqual([]);
    },
  );

  it.each<[string, FaultRule['fault'], RegExp]>([
    [
      'an unverified recipient, in the sandbox',
      {
        ...scripted(400, 'MessageRejected'),
        message:
          'Email address is not verified. The following identities failed the check in region EU-WEST-2: a@example.org, xlookahead@example.com',
      },
      /a@example\.org, xlookahead@example\.com\)\. Verify/,
    ],
    ['no right to', scripted(403, 'AccessDenied'), /ses:SendRawEmail/],
    ['anything else', scripted(400, 'Unheard'), /\(Unheard\).*error list/],
  ])(
    'can be sent once a person has fixed a cause that does not affect other messages: %s',
    async (_, fault, reason) => {
      const { aws, mailer } = await anSesMailer();
      aws.faults({ fault });
      expect(await mailer.send(await aMail())).toEqual({
        kind: 'refused',
        cause: 'curable',
        reason: expect.stringMatching(reason),
      });
    },
  );

  it('fails permanently because of its content, with the reason of SES', async () => {
    const { aws, mailer } = await anSesMailer();
    const message = 'Local file content is not allowed.';
    aws.faults({ fault: { kind: 'error', status: 400, code: 'MessageRejected', message } });
    expect(await mailer.send(await aMail())).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(/\(MessageRejected: Local file content is not allowed\.\)\. Correct/),
    });
  });

  it('fails permanently because of an invalid address, which the reason names', async () => {
    const { mailer } = await anSesMailer();
    expect(await mailer.send(await aMail({ recipients: ['works manager@example.com'] }))).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(
        /\(InvalidParameterValue: Local address contains .*\)\. Correct the address/,
      ),
    });
  });

  it('does not stop other messages if it fails permanently', async () => {
    const { aws, mailer } = await anSesMailer();
    aws.faults({ key: '/two$', fault: scripted(400, 'MessageRejected') });
    const kinds = [];
    for (const message of ['one', 'two', 'three'])
      kinds.push((await mailer.send(await aMail({ message }))).kind);
    expect(kinds).toEqual(['accepted', 'failed', 'accepted']);
  });
});

describe('a message that never reached SES', () => {
  it('can be retried: the port is closed', async () => {
    const { aws, mailer } = await anSesMailer();
    await aws.close();
    expect(await mailer.send(await aMail())).toEqual({
      kind: 'refused',
      cause: 'retryable',
      reason: expect.stringMatching(/\(ECONNREFUSED\)\. The request was never sent/),
    });
  });

  it('can be retried: the connection times out', async () => {
    // The lookup of the name never ends, so the connection is never opened.
    const httpAgent = new Agent({ lookup: () => undefined });
    const { mailer } = await anSesMailer(
      {},
      { endpoint: 'http://ses.localhost:1', requestHandler: { connectionTimeout: 20, httpAgent } },
    );
    expect(await mailer.send(await aMail())).toEqual({
      kind: 'refused',
      cause: 'retryable',
      reason: expect.stringMatching(/The request was never sent/),
    });
  });

  it('can be sent once a person has configured credentials', async () => {
    const credentials = () =>
      Promise.reject(Object.assign(new Error('none here'), { name: 'CredentialsProviderError' }));
    const { mailer } = await anSesMailer({}, { credentials });
    expect(await mailer.send(await aMail())).toMatchObject({ kind: 'refused', cause: 'curable' });
  });

  it.each([
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'refused'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'refused'],
    [
      {
        code: 'ECONNRESET',
        message: 'Client network socket disconnected before secure TLS connection was established',
      },
      'refused',
    ],
    [{ code: 'ECONNRESET', syscall: 'read' }, undefined],
    [{ code: 'ETIMEDOUT' }, undefined],
    [{ name: 'SyntaxError', $metadata: { httpStatusCode: 200 } }, undefined],
  ])('%j is %s', (properties, kind) => {
    expect(sesRefusalOf(Object.assign(new Error('x'), properties), anyMail)?.kind).toBe(kind);
  });

  it('is recognised if the connection to every address of the host fails', () => {
    const refusedAt = () => Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect(sesRefusalOf(new AggregateError([refusedAt(), refusedAt()]), anyMail)?.kind).toBe('refused');
    expect(sesRefusalOf(new AggregateError([refusedAt(), new Error('x')]), anyMail)).toBeUndefined();
  });
});

describe('a lost answer', () => {
  it.each<[string, FaultRule['fault'], number, string]>([
    ['dropped before SES took it', { kind: 'drop', when: 'before' }, 0, 'ECONNRESET'],
    ['dropped after SES took it', { kind: 'drop', when: 'after' }, 1, 'ECONNRESET'],
    ['broken off', { kind: 'half-answer' }, 1, 'ECONNRESET'],
    ['overdue', { kind: 'stall', when: 'after' }, 1, 'ETIMEDOUT'],
    ['500', { kind: 'error', status: 500, code: 'InternalFailure', when: 'after' }, 1, 'InternalFailure'],
    ['502 without a reason', { kind: 'error', status: 502, code: '' }, 0, 'HTTP 502'],
    ['503 without a reason', { kind: 'error', status: 503, code: '' }, 0, 'HTTP 503'],
  ])('throws, and the message is not sent again: %s', async (_, fault, taken, code) => {
    const requestTimeout = fault.kind === 'stall' ? 500 : 10_000;
    const { aws, mailer } = await anSesMailer(
      {},
      { requestHandler: { requestTimeout, throwOnRequestTimeout: true, httpAgent: { keepAlive: false } } },
    );
    aws.faults({ service: 'ses', times: 'always', fault });
    const error = await mailer.send(await aMail()).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UnknownSendOutcomeError);
    expect(String(error)).toContain(`(${code})`);
    expect(String(error)).not.toMatch(/\n/);
    expect(aws.state.messages).toHaveLength(taken);
    // The call is not repeated, even once the stalled one is released.
    aws.release();
    expect(aws.state.calls.length).toBeLessThanOrEqual(1);
  });
});

describe('the SES client', () => {
  it('makes one attempt, even if the environment sets more', async () => {
    process.env['AWS_MAX_ATTEMPTS'] = '5';
    onTestFinished(() => {
      delete process.env['AWS_MAX_ATTEMPTS'];
    });
    const { aws, mailer } = await anSesMailer();
    aws.faults({ times: 'always', fault: { kind: 'throttle' } });
    await mailer.send(await aMail());
    expect(aws.state.calls).toHaveLength(1);
  });

  it('opens a new connection for each message', async () => {
    const aws = await startAws();
    const client = createSesClient(aws.client);
    const mailer = createSesMailer({ client });
    await mailer.send(await aMail());
    // The next message fails to connect, instead of using a connection that breaks while it is sent.
    await aws.close();
    expect((await mailer.send(await aMail())).kind).toBe('refused');
    client.destroy();
  });
});
