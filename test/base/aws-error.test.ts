import { describe, expect, it } from 'vitest';
import { readAwsError } from '#base/aws-error.ts';

const anError = (name: string, properties: object) =>
  Object.assign(new Error('no matter'), { name, ...properties });

describe('an error of an AWS client', () => {
  it.each([
    [
      'the code of the service',
      anError('AccessDenied', { $metadata: { httpStatusCode: 403, attempts: 1 } }),
      { code: 'AccessDenied', status: 403, attempts: 1 },
    ],
    [
      'the code of the network, if no answer came',
      anError('Error', { code: 'ECONNRESET', $metadata: { attempts: 3 } }),
      { code: 'ECONNRESET', status: undefined, attempts: 3 },
    ],
    [
      'the status, if the answer names no code',
      anError('Unknown', { $metadata: { httpStatusCode: 502, attempts: 5 } }),
      { code: 'HTTP 502', status: 502, attempts: 5 },
    ],
    [
      'the name, if it has nothing else',
      anError('TimeoutError', {}),
      { code: 'TimeoutError', status: undefined, attempts: 1 },
    ],
    ['nothing, if it is not an error', 'broken', { code: 'unknown', status: undefined, attempts: 1 }],
  ])('is read as %s', (_, error, expected) => {
    expect(readAwsError(error)).toEqual(expected);
  });
});
