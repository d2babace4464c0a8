import { describe, expect, it } from 'vitest';
import type { SendResult } from '#mail/transport/mailer.ts';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import {
  brokenOff,
  type Script,
  shortMail,
  startScriptedSmtpServer,
} from '../../support/smtp/scripted-smtp-server.ts';

const user = 'lookahead';
const password = 'Pa55-word-never-shown';
const plain = Buffer.from(`\0${user}\0${password}`).toString('base64');
/** Long enough for a busy machine. */
const limits = { connectMs: 30_000, answerMs: 30_000, wholeMs: 50_000 };

async function sent(script: Script, by: { readonly login?: { user: string; password: string } } = {}) {
  const server = await startScriptedSmtpServer(script);
  const { login } = by;
  const to = {
    host: '127.0.0.1',
    port: server.port,
    name: 'reports.example.com',
    tls: 'none',
    login,
  } as const;
  const result = await createSmtpMailer(to, limits).send(shortMail);
  return { result, server, reason: reasonOf(result) };
}

function reasonOf(result: SendResult): string {
  return result.kind === 'accepted' ? '' : result.reason;
}

const everyMessage = { kind: 'refused', cause: 'curable', affects: 'every message' };
const login = { user, password };
const offering = (auth: string) => `250-test\r\n250-${auth}\r\n250 PIPELINING`;

describe('a server that refuses the name in EHLO', () => {
  it.each([
    '501 5.5.4 Invalid EHLO name',
    '550 5.7.1 Helo command rejected: need fully-qualified hostname',
    '554 5.7.1 Rejected',
    `421 4.7.0 Try again later, closing connection. (EHLO)${brokenOff}`,
    '450 4.7.1 Helo command rejected: Host not found',
  ])('is named in the reason, with the setting to change: %s', async (refusal) => {
    const { result, reason, server } = await sent({ EHLO: refusal, HELO: refusal });
    expect(result).toMatchObject(everyMessage);
    expect(reason).toContain(
      `(${refusal.replace(brokenOff, '')}). The mail server refuses the name reports.example.com`,
    );
    expect(reason).toContain('set mail.smtp.name');
    expect(server.taken).toEqual([]);
  });

  it.each([
    ['RCPT', '504 5.5.2 <reports>: Helo command rejected: need fully-qualified hostname'],
    ['RCPT', '450 4.7.1 <reports.example.com>: Helo command rejected: Host not found'],
    ['MAIL', '550 5.7.0 Bad HELO'],
    ['RCPT', '550 5.7.1 Bad hostname in greeting'],
    ['MAIL', '503 5.5.1 EHLO first'],
  ] as const)('is also recognised if it does so only at %s: %s', async (verb, refusal) => {
    const { result, reason } = await sent({ [verb]: refusal });
    expect(result).toMatchObject(everyMessage);
    expect(reason).toContain('set mail.smtp.name');
  });

  it.each(['550 5.1.1 <helo@example.com>: user unknown', '550 5.1.1 ehlo@example.com no such user'])(
    'is not confused with one that refuses an address: %s',
    async (refusal) => {
      expect((await sent({ RCPT: refusal })).reason).toContain('Correct the addresses');
    },
  );

  it('but accepts HELO gets the message if no login is configured', async () => {
    expect((await sent({ EHLO: '502 5.5.1 Unknown command' })).result).toMatchObject({ kind: 'accepted' });
  });

  it('but accepts HELO, which offers no login, does not get the password', async () => {
    const { result, reason, server } = await sent({ EHLO: '550 5.7.1 Bad name' }, { login });
    expect(result).toMatchObject(everyMessage);
    expect(reason).toMatch(/550 5\.7\.1 Bad name.*set mail\.smtp\.name/);
    expect(server.commands.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });
});

describe('a server that refuses this machine', () => {
  it.each([
    ['RCPT', '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: cannot find your reverse hostname'],
    ['RCPT', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
    ['RCPT', '550 5.7.25 The IP address sending this message does not have a PTR record'],
    ['MAIL', '550 5.7.1 Your IP is on our RBL'],
    ['content', '550 5.7.25 No reverse DNS'],
  ] as const)('at %s stops every message, and no address is blamed: %s', async (verb, refusal) => {
    const { result, reason } = await sent({ [verb]: refusal });
    expect(result).toMatchObject(everyMessage);
    expect(reason).toContain('The server refuses this machine: ask whoever runs it to let it send');
  });
});

describe('a login', () => {
  it.each([
    ['AUTH XOAUTH2', /\(only AUTH XOAUTH2\)\. The mail server takes no password: use a relay/],
    ['AUTH NTLM GSSAPI', /\(only AUTH NTLM GSSAPI\)\. The mail server takes no password/],
    ['AUTH=XOAUTH2 OAUTHBEARER', /\(only AUTH=XOAUTH2 OAUTHBEARER\)\. The mail server takes no password/],
    ['AUTH', /\(only AUTH\)\. The mail server takes no password/],
    [
      'STARTTLS',
      /\(not encrypted\)\. The mail server takes a login on an encrypted connection only: use tls: starttls/,
    ],
    ['SIZE 100000', /\(no login\)\. The mail server offers no login on this connection/],
  ])('that is not offered is not attempted: %s', async (auth, said) => {
    const { result, reason, server } = await sent({ EHLO: offering(auth) }, { login });
    expect(result).toMatchObject(everyMessage);
    expect(reason).toMatch(said);
    expect(server.commands.map((line) => line.split(' ')[0])).toEqual(['EHLO']);
  });

  it.each([
    ['AUTH PLAIN LOGIN', /^AUTH PLAIN /],
    ['AUTH LOGIN XOAUTH2', /^AUTH LOGIN$/],
    ['AUTH=LOGIN', /^AUTH LOGIN$/],
    ['AUTH=LOGIN\r\n250-AUTH LOGIN PLAIN', /^AUTH PLAIN /],
    ['auth ntlm cram-md5', /^AUTH CRAM-MD5$/],
  ])('uses a method that the server offers: %s', async (auth, command) => {
    const AUTH: Script['AUTH'] = ({ line, count }) => {
      if (line === 'AUTH CRAM-MD5') return '334 PDE4OTYuNjk3QHRlc3Q+';
      if (line === 'AUTH LOGIN') return '334 VXNlcm5hbWU6';
      return line.startsWith('AUTH') || count === 3 || command.test('AUTH CRAM-MD5')
        ? '235 Ok'
        : '334 UGFzc3dvcmQ6';
    };
    const { result, server } = await sent({ EHLO: offering(auth), AUTH }, { login });
    expect(result).toMatchObject({ kind: 'accepted' });
    expect(server.commands[1]).toMatch(command);
  });

  it.each([
    [
      '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.',
      /\)\. The mail server takes no password: use a relay/,
    ],
    [
      '535 5.7.139 SmtpClientAuthentication is disabled for the Tenant.',
      /\)\. The mail server takes no password: use a relay/,
    ],
    [
      '535 5.7.3 Authentication unsuccessful',
      /correct mail\.smtp\.user.*If they are right, it takes no password/,
    ],
    [
      '535 5.7.8 Username and Password not accepted',
      /The mail server refuses the login: correct mail\.smtp\.user, or the password/,
    ],
    ['504 5.7.4 Unrecognized authentication type', /\)\. The mail server takes no password/],
    ['535 5.7.8 Only OAuth2 is supported', /\)\. The mail server takes no password: use a relay/],
    ['535 5.7.8 Login with password is disabled', /\)\. The mail server takes no password: use a relay/],
    ['534 5.7.14 Less secure apps are blocked', /\)\. The mail server takes no password: use a relay/],
    ['535 Password login is not allowed', /\)\. The mail server takes no password: use a relay/],
    ['534 5.7.9 Application-specific password required', /\)\. The mail server takes an app password only/],
    [
      '534-5.7.9 Please log in\r\n534 5.7.9 with an app password',
      /\)\. The mail server takes an app password only/,
    ],
    ['534 5.7.9 Authentication mechanism is too weak', /\)\. The mail server takes no password/],
    [
      '538 5.7.11 Encryption required',
      /\)\. The mail server takes a login on an encrypted connection only: use tls/,
    ],
    [
      '530 5.7.0 Must issue a STARTTLS command first',
      /\)\. The mail server takes a login on an encrypted connection only: use tls/,
    ],
  ])('that is refused gives a reason with what to do: %s', async (refusal, said) => {
    const { result, reason } = await sent({ EHLO: offering('AUTH PLAIN'), AUTH: refusal }, { login });
    expect(result).toMatchObject(everyMessage);
    expect(reason).toMatch(said);
  });

  it.each([
    '454 4.7.0 Temporary authentication failure',
    '432 4.7.12 A password transition is needed',
    `421 4.3.2 Closing${brokenOff}`,
  ])('that is refused temporarily is retried: %s', async (refusal) => {
    const { result } = await sent({ EHLO: offering('AUTH PLAIN'), AUTH: refusal }, { login });
    expect(result).toMatchObject({ kind: 'refused', cause: 'retryable', affects: 'every message' });
  });
});

describe('a refusal is classified by its status, its code and its words', () => {
  const machine = 'refuses this machine';
  const sender = 'does not let this login send';
  const full = 'Ask the reader to make room';
  const size = 'larger than it takes';
  const noPassword = ' The mail server takes no password';

  it.each<[keyof Script, string, string]>([
    ['RCPT', '550 5.7.25 Refused', machine],
    ['RCPT', '530 5.7.0 Refused', sender],
    ['RCPT', '550 5.7.60 SMTP; Client does not have permissions', sender],
    ['RCPT', '552 5.2.2 Relay quota', sender],
    ['RCPT', '523 5.2.3 Refused', size],
    ['RCPT', '550 5.3.4 Refused', size],
    ['RCPT', '550 5.3.4.1 Refused', 'Correct the addresses'],
    ['content', '523 Refused', size],
    ['content', '554 5.2.3 Refused', size],
    ['content', '552 5.2.2 Mailbox full', full],
    ['content', '552 5.3.4 Too large; authenticate to send more', size],
    ['MAIL', '550 5.7.57 Basic authentication is disabled', noPassword],
    ['RCPT', '550 5.7.57 Basic authentication is disabled', noPassword],
    ['AUTH', '535 5.7.11 Refused', 'takes a login on an encrypted connection only'],
    ['AUTH', '530 App password required', 'takes a login on an encrypted connection only'],
    ['AUTH', '535 Basic authentication ended', noPassword],
    ['AUTH', '535 Less secure apps are blocked', noPassword],
  ])('at %s: %s', async (verb, refusal, said) => {
    const script = { EHLO: offering('AUTH PLAIN'), [verb]: refusal };
    expect((await sent(script, { login })).reason).toContain(said);
  });

  it('a reply to the login without a status stops every message until a person corrects the cause', async () => {
    const { result, reason } = await sent({ EHLO: offering('AUTH PLAIN'), AUTH: 'Hello' }, { login });
    expect(result).toMatchObject(everyMessage);
    expect(reason).toContain('(EAUTH). It does not answer as a mail server');
  });

  it('a reply to a recipient without a status fails the message', async () => {
    const { result, reason } = await sent({ RCPT: 'Hello' });
    expect(result).toMatchObject({ kind: 'failed' });
    expect(reason).toContain('Correct the addresses');
  });

  it('a login method whose name only begins like PLAIN is not attempted', async () => {
    const { reason } = await sent({ EHLO: offering('AUTH PLAIN-CLIENTTOKEN') }, { login });
    expect(reason).toContain('(only AUTH PLAIN-CLIENTTOKEN)');
  });
});

describe('a server’s text', () => {
  const forms = [password, password.toUpperCase(), Buffer.from(password).toString('base64'), plain];
  const EHLO = offering('AUTH PLAIN');

  it.each(forms)('never contains the password in a result: %s', async (echo) => {
    const scripts: Script[] = [
      { content: `250 2.0.0 Queued ${echo}` },
      { content: `554 5.7.1 No ${echo}` },
      { content: `451 4.7.1 Later ${echo}` },
      { MAIL: `550 5.7.1 Not you ${echo}` },
      { MAIL: `451 4.7.1 Later ${echo}` },
      { RCPT: ({ count }) => (count === 1 ? '250 Ok' : `550 5.1.1 Unknown ${echo}`) },
      { RCPT: `550 5.1.1 Unknown ${echo}` },
      { RCPT: `451 4.1.1 Later ${echo}` },
      { DATA: `451 4.1.1 Later ${echo}` },
      { AUTH: `535 5.7.8 Wrong ${echo}` },
      { AUTH: `454 4.7.0 Later ${echo}` },
    ];
    for (const script of scripts) {
      const { result } = await sent({ EHLO, ...script }, { login });
      expect(JSON.stringify(result)).not.toContain(echo);
    }
  });

  it('never contains the password in an UnknownSendOutcomeError or its cause', async () => {
    const server = await startScriptedSmtpServer({ EHLO, content: `334 ${plain}` });
    const to = { host: '127.0.0.1', port: server.port, name: 'a.example', tls: 'none', login } as const;
    const error = await createSmtpMailer(to, limits)
      .send(shortMail)
      .catch((thrown: unknown) => thrown);
    const { message, cause } = error instanceof Error ? error : new Error();
    const text = [
      message,
      cause instanceof Error ? `${cause.message} ${cause.stack} ${JSON.stringify(cause)}` : '',
    ].join(' ');
    expect(text).toContain('did not answer');
    expect(text).not.toContain(plain);
  });

  it('never contains even a short password, alone or within AUTH PLAIN', async () => {
    const short = { user: 'me', password: 'ab1' };
    const echo = Buffer.from(short.password).toString('base64');
    const { result } = await sent(
      { EHLO, content: `250 ${echo} ${Buffer.from('\0me\0ab1').toString('base64')}` },
      { login: short },
    );
    expect(result).toEqual({ kind: 'accepted', messageId: '250 [redacted] [redacted]' });
  });
});
