/** The outcome of a message if the server behaves unusually or wrongly. */
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { SendResult } from '#mail/transport/mailer.ts';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import {
  brokenOff,
  type Script,
  shortMail,
  startScriptedSmtpServer,
} from '../../support/smtp/scripted-smtp-server.ts';

const mail = { ...shortMail, raw: Buffer.from('Subject: x\r\n\r\n.x\r\n') };
/** Long enough for a busy machine. */
const limits = { connectMs: 30_000, answerMs: 30_000, wholeMs: 50_000 };
/** For servers that never answer. */
const short = { connectMs: 300, answerMs: 300, wholeMs: 3_000 };
const closing = `421 4.3.2 Closing${brokenOff}`;
const long = 'x'.repeat(3_000);

type Ends = 'accepted' | 'retryable' | 'curable' | 'failed' | 'lost';

it.each<[string, Script, Ends, RegExp]>([
  ['a greeting on several lines', { greeting: '220-one\r\n220-two\r\n220 three' }, 'accepted', /^250/],
  ['a greeting with a bare line feed', { greeting: '220 test\n' }, 'accepted', /^250/],
  ['an empty line before the greeting', { greeting: '\r\n220 test' }, 'accepted', /^250/],
  ['a greeting that does not come', { greeting: '' }, 'retryable', /did not answer in time/],
  ['421 instead of a greeting', { greeting: closing }, 'retryable', /421 4\.3\.2/],
  [
    'a connection closed before the greeting',
    { greeting: brokenOff },
    'retryable',
    /connection failed before/,
  ],
  ['no EHLO', { EHLO: '502 5.5.2 What?' }, 'accepted', /^250/],
  ['EHLO without any extension', { EHLO: '250 test' }, 'accepted', /^250/],
  [
    'EHLO with words in lower case',
    { EHLO: '250-test\r\n250-pipelining\r\n250 size 9000' },
    'accepted',
    /^250/,
  ],
  ['SIZE smaller than the message', { EHLO: '250-test\r\n250 SIZE 5' }, 'failed', /larger than it takes/],
  ['SIZE 0, which means no limit', { EHLO: '250-test\r\n250 SIZE 0' }, 'accepted', /^250/],
  [
    '421 at EHLO that does not mention the name',
    { EHLO: closing },
    'retryable',
    /\(421 4\.3\.2 Closing\)\. The server asks to try again later/,
  ],
  [
    'a sending limit of the login',
    { content: '550 5.4.5 Daily user sending limit exceeded.' },
    'retryable',
    /This login may send no more for now/,
  ],
  [
    'an hourly limit at the sender',
    { MAIL: '554 5.7.0 Your account has exceeded its hourly limit' },
    'retryable',
    /This login may send no more for now/,
  ],
  [
    'a sender who has to encrypt first',
    { MAIL: '530 5.7.0 Must issue a STARTTLS command first' },
    'curable',
    /use tls: starttls/,
  ],
  // Whatever the last line says, the server may have accepted the message.
  ['an answer of two codes', { content: '451-Busy\r\n250 Queued' }, 'lost', /did not answer/],
  ['421 at the sender', { MAIL: closing }, 'retryable', /421 4\.3\.2/],
  ['421 at a recipient', { RCPT: closing }, 'retryable', /421 4\.3\.2/],
  // The library drops replies that it has not processed when the connection ends.
  ['421 at DATA', { DATA: closing }, 'retryable', /421 4\.3\.2|connection failed before/],
  ['421 after the message', { content: closing }, 'retryable', /421 4\.3\.2/],
  ['a connection closed at the sender', { MAIL: brokenOff }, 'retryable', /connection failed before/],
  [
    'a refusal of the sender, and the end of the connection',
    { MAIL: `550 5.7.1 Blocked${brokenOff}` },
    'retryable',
    /\(550 5\.7\.1 Blocked\)\. The mail server refused this and ended the connection/,
  ],
  [
    'a refusal of a recipient, and the end of the connection',
    { RCPT: `550 5.7.1 Blocked${brokenOff}` },
    'retryable',
    /\(550 5\.7\.1 Blocked\)\. The mail server refused this and ended the connection/,
  ],
  ['a connection closed at DATA', { DATA: brokenOff }, 'retryable', /connection failed before/],
  ['a connection closed after the message', { content: brokenOff }, 'lost', /did not answer/],
  ['a connection closed within the answer', { content: `250 2.0.0 Que\n${brokenOff}` }, 'accepted', /^250/],
  [
    'a connection closed right after the answer',
    { content: `250 Queued${brokenOff}` },
    'accepted',
    /^250 Queued$/,
  ],
  ['550 at DATA', { DATA: '550 5.7.1 No' }, 'failed', /550 5\.7\.1 No/],
  ['554 for spam after the message', { content: '554 5.7.1 Spam' }, 'failed', /554 5\.7\.1 Spam/],
  ['greylisting', { RCPT: '451 4.7.1 Greylisted' }, 'retryable', /refused for now/],
  ['450 with a permanent code', { RCPT: '450 5.1.1 Unknown' }, 'retryable', /refused for now/],
  ['550 with a temporary code', { RCPT: '550 4.1.1 Unknown' }, 'failed', /Correct the addresses/],
  ['250 instead of 354', { DATA: '250 Go on' }, 'accepted', /^250/],
  ['354 twice', { DATA: '354 Go on\r\n354 Go on' }, 'lost', /did not answer/],
  ['354 instead of an answer', { content: '354 What?' }, 'lost', /did not answer/],
  ['a reply without text', { MAIL: '250', RCPT: '250', content: '250' }, 'accepted', /^250$/],
  ['a refusal without text', { content: '554' }, 'failed', /\(554\)/],
  ['odd text after 250', { content: '250 <b>ok</b>\u0007' }, 'accepted', /^250 <b>ok<\/b>$/],
  ['an answer of 3,000 characters', { content: `250 ${long}` }, 'accepted', /^250 x{195}…$/],
  [
    'a refusal of 3,000 characters on ten lines',
    { content: `${`554-${long}\r\n`.repeat(10)}554 End` },
    'failed',
    /554-x/,
  ],
  ['a refusal in Latin-1', { content: '554 Nachricht abgelehnt: ung\u00fcltig' }, 'failed', /ungültig/],
  ['the answer to the message twice', { content: '250 Queued\r\n250 Queued' }, 'accepted', /^250 Queued$/],
  ['the answer to the sender twice', { MAIL: '250 Ok\r\n250 Ok' }, 'lost', /did not answer/],
  ['a line that is not SMTP', { content: 'Hello' }, 'lost', /did not answer/],
])('a mailer gets the right outcome from a server with %s', async (_, script, ends, said) => {
  const { port, taken } = await startScriptedSmtpServer(script);
  const isSilent = /in time|did not answer/.test(String(said));
  const { name, text } = await resultOf({ port, tls: 'none' }, isSilent ? short : limits);
  expect([name, text]).toEqual([ends, expect.stringMatching(said)]);
  if (ends === 'accepted')
    expect(taken).toEqual([{ recipients: mail.recipients, raw: 'Subject: x\r\n\r\n..x' }]);
  else if (ends !== 'lost') expect(taken).toEqual([]);
});

it('a mailer accepts replies that arrive in several packets', async () => {
  const server = createServer((socket) => {
    const replies = ['220 te', 'st\r', '\n'];
    let content = '';
    socket.on('data', (data) => {
      content += data.toString();
      const lines = content.split('\r\n');
      content = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('EHLO')) replies.push('250-te', 'st\r\n25', '0 PIPE', 'LINING\r\n');
        else if (line === 'DATA') replies.push('35', '4 Go\r', '\n');
        else if (line === '.') replies.push('250 2.0', '.0 Que', 'ued\r', '\n');
        else if (/^(?:MAIL|RCPT)/.test(line)) replies.push('2', '50 O', 'k\r\n');
      }
      speak();
    });
    socket.on('error', () => undefined);
    const speak = () => {
      const packet = replies.shift();
      if (packet !== undefined) socket.write(packet, () => setImmediate(speak));
    };
    socket.setNoDelay();
    speak();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await resultOf({ port, tls: 'none' }, limits)).toEqual({
    name: 'accepted',
    text: '250 2.0.0 Queued',
  });
});

it.each<[string, Script]>([
  ['accepts the message', {}],
  ['refuses the sender', { MAIL: '550 5.7.1 No' }],
  ['refuses the login', { EHLO: '250-test\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 No' }],
])('the connection to a server that %s is closed', async (_, script) => {
  const { port, closed } = await startScriptedSmtpServer(script);
  const login = script.AUTH === undefined ? {} : { login: { user: 'u', password: 'p4ssw0rd' } };
  await resultOf({ port, tls: 'none', ...login }, limits);
  await expect(closed).resolves.toBeUndefined();
});

it.each<[string, Script]>([
  ['login', { EHLO: '250-test\r\n250 AUTH PLAIN', AUTH: `235-${'x'.repeat(1_100_000)}` }],
  ['sender', { MAIL: `250-${'x'.repeat(1_100_000)}` }],
])(
  'after an endless reply to the %s, the message is retried, and the address of the server is not blamed',
  async (_, script) => {
    const { port } = await startScriptedSmtpServer(script);
    const login = { user: 'u', password: 'p4ssw0rd' };
    const to = { port, tls: 'none', ...(script.AUTH === undefined ? {} : { login }) } as const;
    expect(await resultOf(to, limits)).toMatchObject({
      name: 'retryable',
      text: expect.stringContaining('(EPROTOCOL)'),
    });
  },
);

it.each<[string, Script, Ends]>([
  ['before the message', { RCPT: '' }, 'retryable'],
  ['after the message', { content: '' }, 'lost'],
])(
  'a send to a server that is silent %s ends when the time limit of the whole send is reached',
  async (_, script, ends) => {
    const { port, taken, connections } = await startScriptedSmtpServer(script);
    const { name, text } = await resultOf({ port, tls: 'none' }, { ...limits, wholeMs: 500 });
    expect([name, text]).toEqual([ends, expect.stringContaining('(ETIMEDOUT)')]);
    expect([taken, connections()]).toEqual([[], 1]);
  },
);

it.each<[string, Script]>([
  ['does not offer it', { EHLO: '250 test', STARTTLS: '502 5.5.1 Unknown' }],
  ['withdraws the offer', { STARTTLS: '454 4.7.0 Not available' }],
  ['continues in plain text after it', { STARTTLS: '220 Go\r\n250-test\r\n250 AUTH PLAIN' }],
])('if STARTTLS is required, a server that %s gets neither the login nor the message', async (_, script) => {
  const { port, taken, commands } = await startScriptedSmtpServer(script);
  const login = { user: 'u', password: 'p4ssw0rd' };
  // The server that continues in plain text waits for the client, so only a timeout ends the send: hence `short`.
  const { name } = await resultOf({ port, tls: 'starttls', login }, short);
  expect(['retryable', 'curable']).toContain(name);
  expect(taken).toEqual([]);
  expect(commands.filter((line) => /^(?:AUTH|MAIL)/.test(line))).toEqual([]);
});

async function resultOf(
  to: {
    readonly port: number;
    readonly tls: 'none' | 'starttls';
    readonly login?: { readonly user: string; readonly password: string };
  },
  within: typeof limits,
): Promise<{ readonly name: Ends; readonly text: string }> {
  const mailer = createSmtpMailer({ host: '127.0.0.1', name: 'reports.example.com', ...to }, within);
  const result: SendResult | Error = await mailer.send(mail).catch((error: Error) => error);
  if (result instanceof Error) return { name: 'lost', text: result.message };
  if (result.kind === 'accepted') return { name: 'accepted', text: result.messageId };
  return { name: result.kind === 'failed' ? 'failed' : result.cause, text: result.reason };
}
