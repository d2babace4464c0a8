import { describe, expect, it } from 'vitest';
import { restrictedMailer } from '#cloud/mail-service.ts';
import type { OutgoingMessage } from '#mail/transport/mailer.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const to = (...recipients: readonly string[]): OutgoingMessage => ({
  run: 'issues/site/weekly/run-1/',
  message: 'everyone',
  from: 'lookahead@example.com',
  recipients,
  raw: Buffer.from('Subject: Weekly'),
});

describe('a mailer for some domains', () => {
  it('sends to addresses in them, in upper or lower case', async () => {
    const mailer = createRecordingMailer({ repeatable: false });
    const restricted = restrictedMailer(mailer, ['example.com', 'example.org']);
    expect(await restricted.send(to('a@example.com', 'B@Example.ORG'))).toMatchObject({ kind: 'accepted' });
    expect(mailer.taken).toHaveLength(1);
  });

  it('refuses a message to any other address with a reason, and sends no part of it', async () => {
    const mailer = createRecordingMailer({ repeatable: false });
    const restricted = restrictedMailer(mailer, ['example.com']);
    for (const other of ['c@example.net', 'c@sub.example.com', 'c@notexample.com']) {
      expect(await restricted.send(to('a@example.com', other))).toEqual({
        kind: 'failed',
        reason: `${other}: allowedDomains in lookahead.yaml lets reports be mailed to example.com only. Correct the address, or add its domain there`,
      });
    }
    expect(mailer.taken).toEqual([]);
  });

  it('is not restricted if no domains are named', () => {
    const mailer = createRecordingMailer({ repeatable: false });
    expect(restrictedMailer(mailer, undefined)).toBe(mailer);
  });
});
