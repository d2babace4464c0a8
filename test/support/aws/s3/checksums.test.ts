import { describe, expect, it } from 'vitest';
import { checksum, checksumLength, checksumNames } from './checksums.ts';
import { readChunked } from './chunked-body.ts';
import { putObject } from './put-object.ts';

const digits = Buffer.from('123456789');
const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');

describe('the checksums', () => {
  // The check values of the CRC catalogue, which are over these nine digits.
  it.each([
    ['crc32', 'cbf43926'],
    ['crc32c', 'e3069283'],
    ['crc64nvme', 'ae8b14860a799888'],
    ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
    ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
  ] as const)('%s of the nine digits is %s', (name, expected) => {
    expect(hex(checksum(name, digits))).toBe(expected);
  });

  it.each(checksumNames)('%s has the length that its header must have', (name) => {
    expect(Buffer.from(checksum(name, digits), 'base64')).toHaveLength(checksumLength[name]);
  });
});

describe('a streamed body', () => {
  it('is assembled from its chunks and trailers', () => {
    const body = Buffer.from('5\r\n12345\r\n4\r\n6789\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n');
    expect(readChunked(body)).toEqual({
      body: digits,
      trailers: { 'x-amz-checksum-crc32': 'y/Q5Jg==' },
    });
  });

  it.each(['', '5\r\n123', '5\r\n12345', 'x\r\n', '5\r\n12345\r\n', '0\r\nno colon\r\n\r\n', '0\r\nx:1'])(
    'that ends as %j is incomplete',
    (text) => {
      expect(() => readChunked(Buffer.from(text))).toThrow(/terminated unexpectedly/);
    },
  );

  it.each([
    ['x-amz-checksum-crc32:y/Q5Jg==', {}, 'stored'],
    ['x-amz-checksum-crc32:AAAAAA==', {}, 'BadDigest'],
    ['', {}, 'MalformedTrailerError'],
    ['x-amz-checksum-sha1:98O8HYCOBHMq32eZZczDTKeuNEE=', {}, 'MalformedTrailerError'],
    ['x-amz-checksum-crc32:y/Q5Jg==', { 'x-amz-decoded-content-length': '8' }, 'IncompleteBody'],
    ['x-amz-checksum-crc32:y/Q5Jg==', { 'x-amz-sdk-checksum-algorithm': 'SHA1' }, 'InvalidRequest'],
  ])('trailed by %j, with %j, is %s', (trailer, headers, expected) => {
    const bucket = new Map();
    const put = () =>
      putObject(bucket, 'k', {
        now: 0,
        request: {
          method: 'PUT',
          rawPath: '/archive/k',
          query: [],
          headers: {
            'content-encoding': 'aws-chunked',
            'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
            'x-amz-decoded-content-length': '9',
            'x-amz-trailer': 'x-amz-checksum-crc32',
            ...headers,
          },
          body: Buffer.from(`9\r\n123456789\r\n0\r\n${trailer === '' ? '' : `${trailer}\r\n`}\r\n`),
        },
      });
    const end = (() => {
      try {
        put();
        return 'stored';
      } catch (error) {
        return error instanceof Error && 'code' in error ? error.code : error;
      }
    })();
    expect(end).toBe(expected);
    expect(bucket.size).toBe(expected === 'stored' ? 1 : 0);
  });
});
