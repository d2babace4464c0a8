import { describe, expect, it } from 'vitest';
import {
  fileRemedies,
  isTemporaryCode,
  namedFileRemedies,
  planningRemedies,
  type Remedies,
  remedyFor,
  s3Remedies,
  sesRemedies,
  smtpRemedies,
} from '#base/remedies.ts';

const tables: Readonly<Record<string, Remedies>> = {
  fileRemedies,
  namedFileRemedies,
  planningRemedies,
  s3Remedies,
  sesRemedies,
  smtpRemedies,
};

describe('a temporary failure', () => {
  it.each([
    ...['408', '425', '429', '500', '503', '599', 'HTTP 502'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'],
    ...['SlowDown', 'Throttling', 'ThrottlingException', 'TooManyRequestsException', 'EMFILE'],
  ])('can have the code %s', (code) => {
    expect(isTemporaryCode(code)).toBe(true);
  });

  it.each(['400', '401', '404', '600', '5000', 'HTTP 403', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'ENOSPC', ''])(
    'cannot have the code %j',
    (code) => {
      expect(isTemporaryCode(code)).toBe(false);
    },
  );
});

describe('a remedy', () => {
  it('is taken from the first row that matches the code, with its placeholders filled in', () => {
    const rows: Remedies = [
      [['One Two*', 'Correct {setting}.']],
      [['TwoB 503', 'Wait.', { waitSeconds: 60 }]],
    ];
    expect(remedyFor(rows, 'TwoB', { setting: 'baseUrl' })).toEqual({
      kind: 'curable',
      remedy: 'Correct baseUrl.',
    });
    expect(remedyFor(rows, '503')).toEqual({ kind: 'retryable', remedy: 'Wait.', waitSeconds: 60 });
    expect(remedyFor(rows, 'Tw')).toEqual({
      kind: 'curable',
      remedy: 'Look the code up in the error list of the service, and correct the cause.',
    });
  });

  it('for an S3 error without a row of its own is the general one for its network code or HTTP status', () => {
    expect(remedyFor(s3Remedies, 'ENOTFOUND')).toMatchObject({
      kind: 'retryable',
      remedy: expect.stringContaining('not be reached'),
    });
    expect(remedyFor(s3Remedies, 'HTTP 502')).toMatchObject({
      kind: 'retryable',
      remedy: expect.stringContaining('overloaded'),
    });
  });

  it('for SES is not a retry if the message may have been accepted', () => {
    expect(remedyFor(sesRemedies, 'InternalFailure').kind).toBe('curable');
    expect(remedyFor(sesRemedies, 'InternalError').kind).toBe('curable');
  });

  it.each([
    [
      'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
      'retryable',
      'The connection failed before the message was sent',
    ],
    ['ECONNREFUSED', 'retryable', 'The connection failed before the message was sent'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'curable', 'use tls: implicit for port 465'],
    ['CONN', 'curable', 'It does not let this login send from a@example.com'],
    ['CERT_HAS_EXPIRED', 'curable', 'The certificate is not valid now'],
    ['ENOTFOUND', 'curable', 'This host does not exist: correct its name in mail.smtp,'],
  ])('for a mail server after %s is %s', (code, kind, words) => {
    const values = { setting: 'mail.smtp', from: 'a@example.com' };
    expect(remedyFor(smtpRemedies, code, values)).toMatchObject({
      kind,
      remedy: expect.stringContaining(words),
    });
  });

  it.each(Object.entries(tables))(
    'of %s is written in sentences, and no row is hidden by an earlier one',
    (_, remedies) => {
      for (const [rows, [codes, text]] of remedies.flatMap((rows) =>
        rows.map((row) => [rows, row] as const),
      )) {
        expect(text).toMatch(/^(?:[A-Z]|\{)[^\n]*[.}]$/);
        const whole = codes.split(' ').filter((code) => /^[\w-]+$/.test(code));
        const found = whole.filter(
          (code) => rows.find((row) => row[0].split(' ').includes(code))?.[1] === text,
        );
        if (whole.length > 0) expect([codes, found]).not.toEqual([codes, []]);
      }
    },
  );
});
