import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { composeMessage } from '#mail/transport/compose-message.ts';
import {
  type Mailer,
  type OutgoingMessage,
  type SendResult,
  UnknownSendOutcomeError,
} from '#mail/transport/mailer.ts';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import type { SmtpServer } from '#mail/transport/smtp-settings.ts';
import { aMessageContent } from '../../support/builders/a-message.ts';
import { mailerContract } from '../../support/mailer-contract.ts';
import {
  type SmtpFaults,
  type SmtpServerOptions,
  startSmtpServer,
  type Trouble,
} from '../../support/smtp/smtp-server.ts';

// The test server waits 100 ms before each greeting to detect early talkers, so the tests run concurrently.
const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const password = 'Pa55-word-never-shown';
const login = { user: 'lookahead', password };
/** Long enough for a busy machine. */
const limits = { connectMs: 30_000, answerMs: 30_000, wholeMs: 50_000 };

async function anSmtpMailer(
  options: SmtpServerOptions = {},
  { limits: over = {}, ...to }: Partial<SmtpServer> & { readonly limits?: Partial<typeof limits> } = {},
) {
  const server = await startSmtpServer(options);
  closing.push(() => server.close());
  const mailer = createSmtpMailer(
    {
      host: '127.0.0.1',
      port: server.port,
      name: 'reports.example.com',
      tls: options.tls ?? 'starttls',
      login: options.login,
      ...to,
    },
    { ...limits, ...over },
  );
  return { server, mailer };
}

describe.concurrent('a mailer', () =>
  mailerContract('SMTP', async () => {
    const { server, mailer } = await anSmtpMailer();
    return { mailer, arrived: async () => server.stored.map(({ raw }) => raw) };
  }));

const people = ['a@example.com', 'b@example.com', 'c@example.com'];

const aMail = async (over: Partial<OutgoingMessage> = {}): Promise<OutgoingMessage> => ({
  ...(await composeMessage(aMessageContent(), [])),
  recipients: people,
  ...over,
});

const reply = (status: number, text: string): Trouble => ({ status, text });

/** Sends a message to a server with these faults: the mailer's result, and the server with the messages it stored. */
async function sent(faults: SmtpFaults, options: SmtpServerOptions = {}, over: Partial<SmtpServer> = {}) {
  const { server, mailer } = await anSmtpMailer(options, over);
  Object.assign(server.faults, faults);
  const result = await mailer.send(await aMail());
  return { result, server, mailer };
}

async function lost(mailer: Mailer): Promise<unknown> {
  return mailer.send(await aMail()).catch((error: unknown) => error);
}

function reasonOf(result: SendResult): string {
  return result.kind === 'accepted' ? '' : result.reason;
}

describe.concurrent('the SMTP mailer', () => {
  it.each([true, false])(
    'sends over an encrypted connection, logged in (pipelining: %s)',
    async (pipelining) => {
      const { server, mailer } = await anSmtpMailer({ login, pipelining });
      const message = await aMail();
      const result = await mailer.send(message);
      expect(result).toEqual({ kind: 'accepted', messageId: '250 2.6.0 OK: message queued' });
      expect(server.stored).toMatchObject([
        { from: 'lookahead@example.com', recipients: people, encrypted: true, user: 'lookahead' },
      ]);
      expect(server.stored[0]?.raw.equals(message.raw)).toBe(true);
    },
  );

  it('sends over a connection that is encrypted from its first byte', async () => {
    const { result, server } = await sent({}, { tls: 'implicit', login });
    expect(result.kind).toBe('accepted');
    expect(server.stored).toMatchObject([{ encrypted: true, user: 'lookahead' }]);
  });

  it('sends without encryption if that is configured', async () => {
    const { result, server } = await sent({}, { tls: 'none' });
    expect(result.kind).toBe('accepted');
    expect(server.stored).toMatchObject([{ encrypted: false }]);
  });

  it('sends a message in many pieces byte for byte', async () => {
    const { server, mailer } = await anSmtpMailer();
    const raw = Buffer.from('.a line that begins with a full stop\r\n'.repeat(7_000));
    expect(await mailer.send(await aMail({ raw }))).toMatchObject({ kind: 'accepted' });
    expect(server.stored[0]?.raw.equals(raw)).toBe(true);
  });
});

describe.concurrent('a refused recipient', () => {
  it.each([true, false])('is named, and the others get the message (pipelining: %s)', async (pipelining) => {
    const recipient = (address: string) =>
      address === 'b@example.com' ? reply(550, 'No such user') : undefined;
    const { result, server } = await sent({ recipient }, { pipelining });
    expect(result).toEqual({
      kind: 'accepted',
      messageId: '250 2.6.0 OK: message queued',
      rejected: [{ address: 'b@example.com', reason: '550 5.1.1 No such user' }],
    });
    expect(server.stored).toMatchObject([{ recipients: ['a@example.com', 'c@example.com'] }]);
  });

  it('fails the message if no other is left', async () => {
    const { result, server } = await sent({ recipient: () => reply(550, 'No such user') });
    expect(result).toEqual({
      kind: 'failed',
      reason: `The mail server 127.0.0.1:${server.port} rejects it (a@example.com: 550 5.1.1 No such user; b@example.com: 550 5.1.1 No such user; c@example.com: 550 5.1.1 No such user). Correct the addresses in the configuration or in the planning service.`,
    });
  });

  it.each([true, false])(
    'holds back the whole message if the refusal is temporary (pipelining: %s)',
    async (pipelining) => {
      let tries = 0;
      const recipient = (address: string) =>
        address === 'c@example.com' && tries++ === 0 ? reply(451, 'Greylisted') : undefined;
      const { result, server, mailer } = await sent({ recipient }, { pipelining });
      expect(result).toEqual({
        kind: 'refused',
        cause: 'retryable',
        waitSeconds: 300,
        reason: `The mail server 127.0.0.1:${server.port} did not accept it this time (c@example.com: 451 4.3.0 Greylisted). A recipient is refused for now, so nobody was sent the message yet.`,
        deferred: ['c@example.com'],
      });
      expect(server.stored).toEqual([]);
      expect(await mailer.send(await aMail())).toMatchObject({ kind: 'accepted' });
      expect(server.stored).toMatchObject([{ recipients: people }]);
    },
  );

  it('no longer holds back the message after an hour of temporary refusals', async () => {
    const { server, mailer } = await anSmtpMailer();
    server.faults.recipient = (address) =>
      address === 'c@example.com' ? reply(450, 'Domain not found') : undefined;
    const sentAfter = async (seconds: number) => mailer.send(await aMail(), { waitedSeconds: () => seconds });
    expect(await sentAfter(3_599)).toMatchObject({ kind: 'refused', cause: 'retryable' });
    expect(await sentAfter(3_600)).toMatchObject({
      kind: 'accepted',
      rejected: [{ address: 'c@example.com', reason: '450 4.2.1 Domain not found', forNow: true }],
    });
    expect(server.stored).toMatchObject([{ recipients: ['a@example.com', 'b@example.com'] }]);
    server.faults.recipient = () => reply(450, 'Domain not found');
    expect(await sentAfter(3_600)).toMatchObject({ kind: 'refused', deferred: people });
  });

  it('holds back the message at its first temporary refusal, even if another has been refused for a long time', async () => {
    const { server, mailer } = await anSmtpMailer();
    server.faults.recipient = (address) => (address === 'a@example.com' ? undefined : reply(451, 'Later'));
    const waited = (address: string) => (address === 'b@example.com' ? 7_200 : 0);
    expect(await mailer.send(await aMail(), { waitedSeconds: waited })).toMatchObject({
      kind: 'refused',
      deferred: ['b@example.com', 'c@example.com'],
    });
    expect(server.stored).toEqual([]);
  });

  it('is retried after a temporary refusal, even if all others are refused permanently', async () => {
    const recipient = (address: string) =>
      address === 'a@example.com' ? reply(450, 'Later') : reply(550, 'Never');
    expect((await sent({ recipient })).result).toMatchObject({ kind: 'refused', cause: 'retryable' });
  });
});

describe.concurrent('a message that must not be sent', () => {
  const stopped = { kind: 'refused', cause: 'retryable', reason: 'Stopped.', waitSeconds: 600 } as const;

  it.each([true, false])(
    'stops before its first byte, with the reason, and without a lost answer (pipelining: %s)',
    async (pipelining) => {
      const { server, mailer } = await anSmtpMailer({ pipelining });
      const told: string[] = [];
      server.faults.recipient = (address) => {
        told.push(address);
        return undefined;
      };
      const refusal = async () => {
        told.push('asked');
        return stopped;
      };
      expect(await mailer.send(await aMail(), { findRefusal: refusal })).toEqual(stopped);
      expect(told).toEqual([...people, 'asked']);
      expect(server.stored).toEqual([]);
      expect(await mailer.send(await aMail(), { findRefusal: async () => undefined })).toMatchObject({
        kind: 'accepted',
      });
    },
  );
});

describe.concurrent('a message that is not accepted', () => {
  type Expected = { readonly kind: string; readonly cause?: string; readonly affects?: string };
  const retryable: Expected = { kind: 'refused', cause: 'retryable' };
  const curable: Expected = { kind: 'refused', cause: 'curable', affects: 'every message' };
  const failed: Expected = { kind: 'failed' };

  it.each<[string, SmtpFaults, Expected, RegExp]>([
    [
      '421 at connect',
      { connect: () => reply(421, 'Busy') },
      { ...retryable, affects: 'every message' },
      /421 Busy/,
    ],
    ['554 at connect', { connect: () => reply(554, 'Blocked') }, curable, /554 Blocked.*let it send/],
    [
      'a connection broken off at once',
      { connect: () => 'broken off' },
      retryable,
      /The connection failed before/,
    ],
    ['no greeting', { connect: () => 'silence' }, { ...retryable, affects: 'every message' }, /ETIMEDOUT/],
    [
      '454 at login',
      { login: () => reply(454, 'Later') },
      { ...retryable, affects: 'every message' },
      /\(454 4\.7\.0\)/,
    ],
    [
      '535 at login',
      { login: () => reply(535, 'Wrong') },
      curable,
      /\(535 5\.7\.8\)\. The mail server refuses the login/,
    ],
    ['451 for the sender', { sender: () => reply(451, 'Later') }, retryable, /451 4\.3\.0 Later/],
    [
      '550 for the sender',
      { sender: () => reply(550, 'Not yours') },
      curable,
      /send from lookahead@example\.com/,
    ],
    ['530 for the sender', { sender: () => reply(530, 'Log in first') }, curable, /send from lookahead/],
    ['552 for the sender', { sender: () => reply(552, 'Too big') }, failed, /larger than it takes/],
    ['no relaying', { recipient: () => reply(554, 'Relay access denied') }, curable, /send from lookahead/],
    ['no answer for a recipient', { recipient: () => 'silence' }, retryable, /ETIMEDOUT/],
    [
      'a connection broken off at a recipient',
      { recipient: () => 'broken off' },
      retryable,
      /The connection failed before/,
    ],
    [
      'a connection broken off at the start of the message',
      { content: () => 'broken off' },
      retryable,
      /The connection failed before/,
    ],
    [
      '451 after the message',
      { answer: () => ({ stored: false, trouble: reply(451, 'Later') }) },
      retryable,
      /451/,
    ],
    [
      '554 after the message',
      { answer: () => ({ stored: false, trouble: reply(554, 'Spam') }) },
      failed,
      /554 5\.6\.0 Spam/,
    ],
    [
      '552 after the message',
      { answer: () => ({ stored: false, trouble: reply(552, 'Big') }) },
      failed,
      /larger than/,
    ],
    [
      'a sender refused after the message',
      { answer: () => ({ stored: false, trouble: reply(554, 'SendAsDenied; not allowed') }) },
      curable,
      /send from lookahead/,
    ],
  ])('has a reason and the right cause: %s', async (_, faults, expected, reason) => {
    // With `content`, the server breaks off at the start of a message that is too long to have arrived by then.
    const raw = Buffer.alloc(faults.content ? 300_000 : 30, 'x\r\n');
    const waits = String(reason).includes('ETIMEDOUT') ? { connectMs: 300, answerMs: 300 } : {};
    const { server, mailer } = await anSmtpMailer({ login }, { limits: waits });
    Object.assign(server.faults, faults);
    const result = await mailer.send(await aMail({ raw }));
    expect(result).toMatchObject(expected);
    expect(reasonOf(result)).toMatch(reason);
    expect(server.stored).toEqual([]);
  });
});

describe.concurrent('encryption', () => {
  const curable = { kind: 'refused', cause: 'curable', affects: 'every message' };

  it.each<[string, SmtpServerOptions, Partial<SmtpServer>, RegExp]>([
    ['is offered by STARTTLS', { tls: 'none' }, { tls: 'starttls' }, /offers no encryption \(STARTTLS\)/],
    [
      'begins with the first byte',
      { tls: 'none' },
      { tls: 'implicit' },
      /No encrypted connection could be made/,
    ],
    ['has a trusted certificate', { certificate: 'untrusted' }, {}, /certificate is not trusted/],
    ['has a trusted certificate', { tls: 'implicit', certificate: 'untrusted' }, {}, /NODE_EXTRA_CA_CERTS/],
    [
      'has the name of the host',
      {},
      { host: 'localhost' },
      /ERR_TLS_CERT_ALTNAME_INVALID.*set the host in mail\.smtp/,
    ],
    [
      'has the name of the host',
      { certificate: 'other-name' },
      {},
      /for another name: set the host in mail\.smtp/,
    ],
    [
      'has a current certificate',
      { certificate: 'expired' },
      {},
      /CERT_HAS_EXPIRED.*not valid now.*renew it/,
    ],
    [
      'has a current certificate',
      { tls: 'implicit', certificate: 'not-yet-valid' },
      {},
      /CERT_NOT_YET_VALID.*correct this machine's clock/,
    ],
  ])('is required: nothing is sent unless it %s', async (_, options, over, reason) => {
    const { server, mailer } = await anSmtpMailer({ login, ...options }, over);
    const result = await mailer.send(await aMail());
    expect(result).toMatchObject(curable);
    expect(reasonOf(result)).toMatch(reason);
    expect(server.stored).toEqual([]);
  });

  it('by STARTTLS times out soon at a server that expects it from the first byte', async () => {
    const { mailer } = await anSmtpMailer(
      { tls: 'implicit' },
      { tls: 'starttls', limits: { connectMs: 300, answerMs: 300 } },
    );
    const result = await mailer.send(await aMail());
    expect(result).toMatchObject({ kind: 'refused', cause: 'retryable' });
    expect(reasonOf(result)).toMatch(/mail\.smtp\.host, port and tls/);
  });
});

describe.concurrent('the password', () => {
  it.each([
    ['repeats the password', password],
    ['repeats the AUTH PLAIN response', Buffer.from(`\0${login.user}\0${password}`).toString('base64')],
  ])('is in no reason if the server %s', async (_, echoed) => {
    const { result } = await sent({ login: () => reply(535, `Wrong: ${echoed}`) }, { login });
    expect(reasonOf(result)).toMatch(/\(535 5\.7\.8\)/);
    expect(JSON.stringify(result)).not.toContain(echoed);
  });

  it('is not sent to a server that offers no login', async () => {
    const { result, server } = await sent({}, {}, { login });
    expect(result).toMatchObject({ kind: 'refused', cause: 'curable', affects: 'every message' });
    expect(reasonOf(result)).toMatch(/The mail server offers no login/);
    expect(server.stored).toEqual([]);
  });
});

describe.concurrent('a message that is too large', () => {
  it('fails before it is sent, with the limit that the server announces', async () => {
    const { result, server } = await sent({}, { maxBytes: 500 });
    expect(result).toEqual({
      kind: 'failed',
      reason: `The mail server 127.0.0.1:${server.port} rejects it (Message size larger than allowed 500). The message is larger than it takes: ask for a higher limit, or make the report smaller.`,
    });
  });
});

describe.concurrent('a lost answer', () => {
  it.each<[string, boolean, Trouble]>([
    ['the connection is broken off, and the server has the message', true, 'broken off'],
    ['the connection is broken off, and the server does not have it', false, 'broken off'],
    ['the server is silent', true, 'silence'],
  ])('throws an UnknownSendOutcomeError if %s', async (_, stored, trouble) => {
    const { server, mailer } = await anSmtpMailer(
      {},
      { limits: trouble === 'silence' ? { answerMs: 2_000 } : {} },
    );
    server.faults.answer = () => ({ stored, trouble });
    const error = await lost(mailer);
    expect(error).toBeInstanceOf(UnknownSendOutcomeError);
    expect(error).toMatchObject({
      kind: 'curable',
      message: expect.stringContaining(`The mail server 127.0.0.1:${server.port} did not answer`),
    });
    expect(String(error)).toContain(trouble === 'broken off' ? '(ECONNECTION)' : '(ETIMEDOUT)');
    expect(server.stored).toHaveLength(stored ? 1 : 0);
  });

  it('throws if the whole send takes too long, even if bytes keep arriving', async () => {
    const dripping = createServer((socket) => {
      let body = '';
      socket.write('220 test\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        body += data.toString();
        if (/^EHLO/m.test(body)) socket.write('250 test\r\n');
        else if (/\r\n\.\r\n$/.test(body)) {
          const timer = setInterval(() => socket.write('2'), 20);
          socket.on('close', () => clearInterval(timer));
        } else if (/^DATA/m.test(body)) socket.write('354 go\r\n');
        else socket.write('250 ok\r\n');
        if (!body.includes('DATA')) body = '';
      });
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    closing.push(() => dripping.close());
    const address = dripping.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const mailer = createSmtpMailer(
      { host: '127.0.0.1', port, name: 'reports.example.com', tls: 'none' },
      { ...limits, wholeMs: 1_500 },
    );
    expect(await lost(mailer)).toMatchObject({
      name: 'UnknownSendOutcomeError',
      message: expect.stringContaining('(ETIMEDOUT)'),
    });
  });
});

describe('a server that cannot be reached', () => {
  it('is retried if its port is closed', async () => {
    const { server, mailer } = await anSmtpMailer();
    await server.close();
    const result = await mailer.send(await aMail());
    expect(result).toMatchObject({ kind: 'refused', cause: 'retryable', affects: 'every message' });
    expect(reasonOf(result)).toMatch(/ECONNREFUSED/);
  });

  it('stops every message, with a reason that names the server, if its host name does not exist', async () => {
    const mailer = createSmtpMailer(
      { host: 'smtp.invalid', port: 587, name: 'reports.example.com', tls: 'starttls' },
      limits,
    );
    const result = await mailer.send(await aMail());
    expect(result).toMatchObject({ kind: 'refused', affects: 'every message' });
    expect(reasonOf(result)).toMatch(/smtp\.invalid:587/);
  });

  it('needs a person if it does not speak SMTP', async () => {
    const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    closing.push(() => web.close());
    const address = web.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const result = await createSmtpMailer(
      { host: '127.0.0.1', port, name: 'reports.example.com', tls: 'starttls' },
      limits,
    ).send(await aMail());
    expect(result).toMatchObject({ kind: 'refused', cause: 'curable', affects: 'every message' });
    expect(reasonOf(result)).toMatch(/does not answer as a mail server/);
  });
});
