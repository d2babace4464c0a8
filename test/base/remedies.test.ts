import { describe, expect, it } from 'vitest';
import {
  connectionRemedies,
  fileRemedies,
  passesByItself,
  planningRemedies,
  type RemedyRow,
  remedyFor,
  s3Remedies,
  sesRemedies,
} from '#base/remedies.ts';

const tables: Readonly<Record<string, readonly RemedyRow[]>> = {
  connectionRemedies,
  fileRemedies,
  planningRemedies,
  s3Remedies,
  sesRemedies,
};

describe('a failure passes by itself', () => {
  it.each([
    ...['408', '425', '429', '500', '503', '599', 'HTTP 502'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'],
    ...['SlowDown', 'Throttling', 'ThrottlingException', 'TooManyRequestsException', 'EMFILE'],
  ])('%s', (code) => {
    expect(passesByItself(code)).toBe(true);
  });

  it.each(['400', '401', '404', '600', '5000', 'HTTP 403', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'ENOSPC', ''])(
    'but not %j',
    (code) => {
      expect(passesByItself(code)).toBe(false);
    },
  );
});

describe('a remedy', () => {
  it('is that of the first row with the code, with the values that the adapter gives', () => {
    const rows: readonly RemedyRow[] = [
      ['One Two*', 'Correct {setting}.'],
      ['TwoB 503', 'Wait.', { waitSeconds: 60 }],
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

  it('of S3 that has no name there passes if the network or the status does', () => {
    expect(remedyFor(s3Remedies, 'ENOTFOUND')).toMatchObject({
      kind: 'retryable',
      remedy: expect.stringContaining('not be reached'),
    });
    expect(remedyFor(s3Remedies, 'HTTP 502')).toMatchObject({
      kind: 'retryable',
      remedy: expect.stringContaining('overloaded'),
    });
  });

  it('of SES that may have taken the message is no promise that it did not', () => {
    expect(remedyFor(sesRemedies, 'InternalFailure').kind).toBe('curable');
    expect(remedyFor(sesRemedies, 'InternalError').kind).toBe('curable');
  });

  it.each(Object.entries(tables))('in %s is a sentence, and no row hides another', (_, rows) => {
    for (const [codes, text] of rows) {
      expect(text).toMatch(/^(?:[A-Z]|\{)[^\n]*[.}]$/);
      for (const code of codes.split(' ').filter((each) => !/[*.]/.test(each))) {
        const first = rows.find(([others]) => others.split(' ').includes(code));
        expect([code, remedyFor(rows, code).remedy]).toEqual([
          code,
          remedyFor([[code, first?.[1] ?? '']], code).remedy,
        ]);
      }
    }
  });
});
