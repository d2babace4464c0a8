import { expect, test } from 'vitest';
import { lastingConnectionFailure } from '#base/lasting-connection-failure.ts';

test.each([
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'CRL_HAS_EXPIRED',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'UNSPECIFIED',
])('%s is of a certificate', (code) => {
  expect(lastingConnectionFailure(code)).toBe('certificate');
});
