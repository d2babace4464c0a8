/** Sends to real mail servers, Postfix and aiosmtpd, and checks the results. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AcceptedRecipients } from '#mail/transport/mailer.ts';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import { type Address, freeAddress } from '../../support/free-address.ts';
import { hasPostfix, startPostfix } from './postfix.ts';

const people = Array.from(
  { length: 12 },
  (_, index) => `reader${String(index).padStart(2, '0')}@example.com`,
);
const message = {
  run: 'r',
  message: 'm',
  from: 'lookahead@example.com',
  recipients: people,
  raw: Buffer.from('From: lookahead@example.com\r\nSubject: x\r\n\r\nx\r\n'),
};

const limits = { connectMs: 10_000, answerMs: 10_000, wholeMs: 30_000 };

async function send(
  at: Address,
  over: {
    readonly name?: string;
    readonly login?: { readonly user: string; readonly password: string };
    readonly raw?: Uint8Array;
  } = {},
) {
  const { name = 'reports.example.com', login, raw = message.raw } = over;
  const parts: AcceptedRecipients[] = [];
  const mailer = createSmtpMailer({ ...at, name, tls: 'none', login }, limits);
  const result = await mailer.send(
    { ...message, raw },
    { onPartTaken: async (part) => void parts.push(part) },
  );
  return { result, parts };
}

describe.skipIf(!hasPostfix)('Postfix', () => {
  it('gets the message for all twelve recipients if it accepts five at once', async () => {
    const { at, taken } = await startPostfix({
      smtpd_recipient_limit: 5,
      smtpd_recipient_overshoot_limit: 1_000,
    });
    const { result, parts } = await send(at);
    expect(result).toEqual({
      kind: 'accepted',
      messageId: expect.stringMatching(/^250 2\.0\.0 Ok: queued as/),
    });
    expect(parts).toHaveLength(2);
    expect(await taken()).toEqual([people.slice(0, 5), people.slice(5, 10), people.slice(10)]);
  });

  it('gets the message for all twelve recipients if it ends the connection when more than five are named', async () => {
    const { at, taken } = await startPostfix({
      smtpd_recipient_limit: 5,
      smtpd_recipient_overshoot_limit: 1,
      smtpd_hard_error_limit: 3,
    });
    expect((await send(at)).result).toMatchObject({ kind: 'accepted' });
    const parts = await taken();
    // The number of replies before the connection ends depends on the network.
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(5);
    expect(parts.flat().sort()).toEqual(people);
  });

  it('is reported as refusing this machine, without blame for an address', async () => {
    const { at } = await startPostfix({ smtpd_client_restrictions: 'check_client_access static:REJECT' });
    expect((await send(at)).result).toMatchObject({
      kind: 'refused',
      cause: 'curable',
      affects: 'every message',
      reason: expect.stringMatching(/Client host rejected.*The server refuses this machine/),
    });
  });

  it('is reported with advice on the name if it refuses the name in EHLO, and accepts a good name', async () => {
    const { at, taken } = await startPostfix({
      smtpd_helo_required: 'yes',
      smtpd_delay_reject: 'no',
      smtpd_helo_restrictions: 'reject_invalid_helo_hostname, reject_non_fqdn_helo_hostname',
    });
    expect((await send(at, { name: 'server' })).result).toMatchObject({
      kind: 'refused',
      cause: 'curable',
      affects: 'every message',
      reason: expect.stringMatching(/need fully-qualified hostname.*set mail\.smtp\.name/),
    });
    expect((await send(at)).result).toMatchObject({ kind: 'accepted' });
    expect(await taken()).toEqual([people]);
  });

  it('is reported with advice on the name if it refuses the name only at the recipients, as by default', async () => {
    const { at } = await startPostfix({ smtpd_helo_restrictions: 'reject_non_fqdn_helo_hostname' });
    expect((await send(at, { name: 'server' })).result).toMatchObject({
      kind: 'refused',
      cause: 'curable',
      reason: expect.stringContaining('set mail.smtp.name'),
    });
  });

  it('gets no message that is over its size limit, and the limit is reported', async () => {
    const { at, taken } = await startPostfix({ message_size_limit: 5_000, mailbox_size_limit: 0 });
    const raw = Buffer.alloc(9_000, 'Subject: x\r\n');
    expect((await send(at, { raw })).result).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/allowed 5000\)\. The message is larger than it takes/),
    });
    expect(await taken()).toEqual([]);
  });

  it('gets no password if it offers no login', async () => {
    const { at, taken } = await startPostfix({});
    expect((await send(at, { login: { user: 'u', password: 'p4ssw0rd' } })).result).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('The mail server offers no login'),
    });
    expect(await taken()).toEqual([]);
  });
});

/** Debian's package is for Debian's Python, which may not be the first on the path. */
const python = '/usr/bin/python3';
const hasAiosmtpd = canImport();
if (!hasAiosmtpd) process.stderr.write('aiosmtpd is not installed; what needs it is skipped.\n');

function canImport(): boolean {
  try {
    execFileSync(python, ['-c', 'import aiosmtpd'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function startAiosmtpd(options: {
  readonly recipients?: number;
  readonly ehlo?: string;
  readonly login?: string;
}) {
  const at = await freeAddress();
  const script = join(import.meta.dirname, 'aiosmtpd.py');
  const child = spawn(python, ['-W', 'ignore', '-P', script, JSON.stringify({ ...options, ...at })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill();
  });
  const taken: unknown[] = [];
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  lines.on('line', (line) => taken.push(JSON.parse(line)));
  return { at, taken };
}

describe.skipIf(!hasAiosmtpd)('aiosmtpd', () => {
  it('gets the message for all twelve recipients if it accepts five at once', async () => {
    const { at, taken } = await startAiosmtpd({ recipients: 5 });
    expect((await send(at)).result).toMatchObject({ kind: 'accepted' });
    await expect.poll(() => taken).toEqual([people.slice(0, 5), people.slice(5, 10), people.slice(10)]);
  });

  it('is reported with advice on the name if it refuses the name in EHLO', async () => {
    const { at } = await startAiosmtpd({ ehlo: '550 5.7.1 Bad name' });
    expect((await send(at, { login: { user: 'u', password: 'right-password' } })).result).toMatchObject({
      reason: expect.stringContaining('set mail.smtp.name'),
    });
  });

  it.each([
    [undefined, 'right-password', { kind: 'accepted' }],
    [undefined, 'wrong-password', { reason: expect.stringContaining('correct mail.smtp.user') }],
    [
      'XOAUTH2',
      'right-password',
      { reason: expect.stringContaining('(only AUTH XOAUTH2). The mail server takes no password') },
    ],
  ])('checks the login %s and the %s', async (login, password, expected) => {
    const { at } = await startAiosmtpd(login === undefined ? {} : { login });
    expect((await send(at, { login: { user: 'u', password } })).result).toMatchObject(expected);
  });
});
