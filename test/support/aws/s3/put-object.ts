/** PutObject, with the checks of S3 in the order in which S3 makes them. */
import { createHash } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { AwsAnswer, AwsRequest } from '../aws-request.ts';
import { type ChecksumName, checksum, checksumLength, checksumNames } from './checksums.ts';
import { readChunked } from './chunked-body.ts';
import { type Bucket, type StoredObject, storeObject } from './stored-objects.ts';

const maxKeyBytes = 1024;
const keptHeaders = ['content-type', 'content-disposition', 'content-language', 'cache-control', 'expires'];

export function putObject(
  bucket: Bucket,
  key: string,
  at: { readonly request: AwsRequest; readonly now: number },
): AwsAnswer {
  const { request, now } = at;
  if (Buffer.byteLength(key) > maxKeyBytes)
    throw new AwsError(400, 'KeyTooLongError', 'Your key is too long');
  const { body, trailers } = bodyOf(request);
  checkMd5(request.headers['content-md5'], body);
  const sum = checkedChecksum({ ...request.headers, ...trailers }, body);
  checkConditions(request, bucket.get(key));
  const stored = storeObject(bucket, {
    key,
    body,
    headers: headersToKeep(request),
    tags: checkedTags(request.headers['x-amz-tagging']),
    checksum: sum,
    lastModified: new Date(Math.floor(now / 1000) * 1000),
  });
  return {
    status: 200,
    headers: {
      etag: stored.etag,
      'x-amz-version-id': stored.versionId,
      'x-amz-server-side-encryption': 'AES256',
      'x-amz-checksum-type': 'FULL_OBJECT',
      [`x-amz-checksum-${sum.name}`]: sum.value,
    },
    body: '',
  };
}

function bodyOf(request: AwsRequest) {
  const { headers } = request;
  const encodings = (headers['content-encoding'] ?? '').split(',').map((part) => part.trim());
  const streamed = headers['x-amz-content-sha256']?.startsWith('STREAMING-') === true;
  if (!streamed && !encodings.includes('aws-chunked')) {
    if (headers['content-length'] === undefined) {
      throw new AwsError(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
    }
    return { body: request.body, trailers: {} };
  }
  const { body, trailers } = readChunked(request.body);
  const decoded = headers['x-amz-decoded-content-length'];
  if (decoded === undefined) {
    throw new AwsError(
      411,
      'MissingContentLength',
      'You must provide the x-amz-decoded-content-length header.',
    );
  }
  if (Number(decoded) !== body.length) {
    throw new AwsError(400, 'IncompleteBody', 'The request body is not as long as it was said to be.');
  }
  const promised = (headers['x-amz-trailer'] ?? '').split(',').filter((name) => name !== '');
  const given = Object.keys(trailers);
  if (promised.length !== given.length || promised.some((name) => !given.includes(name.trim()))) {
    throw new AwsError(400, 'MalformedTrailerError', 'The trailers are not those that x-amz-trailer names.');
  }
  return { body, trailers };
}

function checkMd5(given: string | undefined, body: Buffer): void {
  if (given === undefined) return;
  if (Buffer.from(given, 'base64').length !== 16) {
    throw new AwsError(400, 'InvalidDigest', 'The Content-MD5 you specified was invalid.');
  }
  if (given === createHash('md5').update(body).digest('base64')) return;
  throw new AwsError(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.');
}

/** S3 stores a checksum of every object: CRC64NVME if the client sends none. */
function checkedChecksum(headers: Readonly<Record<string, string>>, body: Buffer) {
  const given = checksumNames.filter((name) => headers[`x-amz-checksum-${name}`] !== undefined);
  const named = headers['x-amz-sdk-checksum-algorithm']?.toLowerCase();
  const [name, ...others] = given;
  if (others.length > 0)
    throw invalid('Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.');
  if (name === undefined) {
    if (named !== undefined)
      throw invalid(
        'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
      );
    return { name: 'crc64nvme' as const, value: checksum('crc64nvme', body) };
  }
  if (named !== undefined && named !== name)
    throw invalid('Value for x-amz-sdk-checksum-algorithm header is invalid.');
  const value = headers[`x-amz-checksum-${name}`] ?? '';
  compareChecksum(name, value, body);
  return { name, value };
}

function compareChecksum(name: ChecksumName, given: string, body: Buffer): void {
  if (Buffer.from(given, 'base64').length !== checksumLength[name]) {
    throw invalid(`Value for x-amz-checksum-${name} header is invalid.`);
  }
  if (given === checksum(name, body)) return;
  const message = `The ${name.toUpperCase()} you specified did not match the calculated checksum.`;
  throw new AwsError(400, 'BadDigest', message);
}

function checkConditions(request: AwsRequest, existing: StoredObject | undefined): void {
  const none = request.headers['if-none-match'];
  const match = request.headers['if-match'];
  if ((none !== undefined && none !== '*') || (none !== undefined && match !== undefined)) {
    throw new AwsError(
      501,
      'NotImplemented',
      'A header you provided implies functionality that is not implemented.',
    );
  }
  if (none === '*' && existing) throw preconditionFailed();
  if (match === undefined) return;
  if (!existing) throw new AwsError(404, 'NoSuchKey', 'The specified key does not exist.');
  if (match !== existing.etag && match !== existing.etag.slice(1, -1)) throw preconditionFailed();
}

export function preconditionFailed(): AwsError {
  return new AwsError(
    412,
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
  );
}

/** At most ten tags, each key once, with the characters that S3 allows. */
function checkedTags(text = ''): string {
  const tags = [...new URLSearchParams(text)];
  const usable = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
  const wrong = tags.some(
    ([name, value]) =>
      name === '' || name.length > 128 || value.length > 256 || !usable.test(name) || !usable.test(value),
  );
  if (wrong) throw new AwsError(400, 'InvalidTag', 'The TagValue or TagKey you have provided is invalid');
  if (new Set(tags.map(([name]) => name)).size < tags.length) {
    throw new AwsError(400, 'InvalidTag', 'Cannot provide multiple Tags with the same key');
  }
  if (tags.length > 10) throw new AwsError(400, 'BadRequest', 'Object tags cannot be greater than 10');
  return text;
}

function headersToKeep(request: AwsRequest): Record<string, string> {
  const encoding = (request.headers['content-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'aws-chunked')
    .join(',');
  const kept = Object.entries(request.headers).filter(
    ([name]) => keptHeaders.includes(name) || name.startsWith('x-amz-meta-'),
  );
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(kept),
    ...(encoding === '' ? {} : { 'content-encoding': encoding }),
  };
}

function invalid(message: string): AwsError {
  return new AwsError(400, 'InvalidRequest', message);
}
