/**
 * The operations and parameters of S3 that an archive uses. All others are rejected, and so is what S3 rejects. Each
 * object has its latest version only.
 */
import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  type AwsAnswer,
  AwsError,
  type AwsRequest,
  type AwsService,
  element,
  type PreparedCall,
  parameter,
} from './aws-service.ts';

type StoredObject = {
  readonly key: string;
  readonly body: Buffer;
  /** The ETag with its quotes. */
  readonly etag: string;
  /** Headers that are returned as received: content-type, x-amz-meta-… */
  readonly headers: Readonly<Record<string, string>>;
  /** The tags as received, in the form of a query. */
  readonly tags: string;
  readonly versionId: string;
  /** How often the key was written: 1 for an object that was never overwritten. */
  readonly versions: number;
};

type Bucket = Map<string, StoredObject>;
export type Buckets = Map<string, Bucket>;

const xml = { 'content-type': 'application/xml' };
const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';
const xmlns = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const contentDisposition = 'response-content-disposition';
const maxKeys = 1000;
const maxKeyBytes = 1024;

export function createS3(buckets: Buckets): AwsService {
  function prepare(request: AwsRequest): PreparedCall {
    const [name = '', ...segments] = request.rawPath.slice(1).split('/').map(decodeURIComponent);
    const key = segments.join('/');
    const prefix = parameter(request, 'prefix') ?? '';
    const bucket = (): Bucket => {
      const found = buckets.get(name);
      if (!found) throw new AwsError(404, 'NoSuchBucket', 'The specified bucket does not exist');
      return found;
    };
    const call = (
      operation: string,
      about: string,
      known: readonly string[],
      perform: () => AwsAnswer,
    ): PreparedCall => {
      rejectOtherParameters(request, known);
      return { call: { service: 's3', operation, key: about }, perform };
    };
    if (key === '') {
      if (request.method !== 'GET') throw notImplemented();
      if (parameter(request, 'versions') !== undefined) {
        return call('ListObjectVersions', prefix, ['versions', 'prefix'], () =>
          listVersions(bucket(), prefix),
        );
      }
      const known = ['list-type', 'prefix', 'continuation-token', 'start-after', 'max-keys'];
      return call('ListObjectsV2', prefix, known, () => listObjects(request, bucket(), prefix));
    }
    switch (request.method) {
      case 'PUT':
        return call('PutObject', key, [], () => putObject(bucket(), key, request));
      case 'GET':
        return call('GetObject', key, [contentDisposition], () => getObject(request, bucket().get(key)));
      case 'HEAD':
        return call('HeadObject', key, [contentDisposition], () => getObject(request, bucket().get(key)));
      case 'DELETE':
        return call('DeleteObject', key, ['versionId'], () => removeVersion(bucket(), key, request));
      default:
        throw notImplemented();
    }
  }

  return {
    prepare,
    refuse: (error, requestId) => ({
      status: error.status,
      headers: xml,
      body: `${xmlStart}<Error>${element('Code', error.code)}${element('Message', error.message)}${element('RequestId', requestId)}</Error>`,
    }),
    throttled: new AwsError(503, 'SlowDown', 'Please reduce your request rate.'),
  };
}

/** Rejects unknown parameters, which could change the meaning on the real service: a subresource, a version. */
function rejectOtherParameters(request: AwsRequest, known: readonly string[]): void {
  const stray = request.query.some(
    ([name]) => !known.includes(name) && name !== 'x-id' && !/^x-amz-/i.test(name),
  );
  if (stray) throw notImplemented();
}

function notImplemented(): AwsError {
  return new AwsError(501, 'NotImplemented', 'This server does not implement that operation.');
}

export function storeObject(
  bucket: Bucket,
  object: Pick<StoredObject, 'key' | 'body'> & Partial<StoredObject>,
): StoredObject {
  const stored = {
    headers: {},
    tags: '',
    etag: `"${createHash('md5').update(object.body).digest('hex')}"`,
    versionId: randomUUID().replaceAll('-', ''),
    versions: (bucket.get(object.key)?.versions ?? 0) + 1,
    ...object,
  };
  bucket.set(object.key, stored);
  return stored;
}

/** The checks are in the order in which S3 makes them. */
function putObject(bucket: Bucket, key: string, request: AwsRequest): AwsAnswer {
  const { body, headers } = request;
  if (Buffer.byteLength(key) > maxKeyBytes)
    throw new AwsError(400, 'KeyTooLongError', 'Your key is too long');
  if (headers['x-amz-checksum-crc32'] !== checksumOf(body)) {
    throw new AwsError(
      400,
      'BadDigest',
      'The CRC32 you specified did not match the calculated checksum, or is not given.',
    );
  }
  const none = headers['if-none-match'];
  if ((none !== undefined && none !== '*') || headers['if-match'] !== undefined) throw notImplemented();
  if (none === '*' && bucket.has(key)) {
    throw new AwsError(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
    );
  }
  const kept = Object.entries(headers).filter(
    ([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'),
  );
  const { etag, versionId } = storeObject(bucket, {
    key,
    body,
    headers: Object.fromEntries(kept),
    tags: checkedTags(headers['x-amz-tagging']),
  });
  return { status: 200, headers: { etag, 'x-amz-version-id': versionId }, body: '' };
}

/** CRC32 as base64 of its bytes in big-endian order: the checksum that the client sends and verifies. */
function checksumOf(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

/** Returns the tags. @throws AwsError unless they are at most ten, each key once, with the characters that S3 allows */
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

function getObject(request: AwsRequest, object: StoredObject | undefined): AwsAnswer {
  if (!object) throw new AwsError(404, 'NoSuchKey', 'The specified key does not exist.');
  if (request.headers['range'] !== undefined) throw notImplemented();
  const disposition = parameter(request, contentDisposition);
  return {
    status: 200,
    headers: {
      ...object.headers,
      etag: object.etag,
      'x-amz-version-id': object.versionId,
      'x-amz-checksum-crc32': checksumOf(object.body),
      'x-amz-checksum-type': 'FULL_OBJECT',
      ...(object.tags === '' ? {} : { 'x-amz-tagging-count': String(object.tags.split('&').length) }),
      ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
    },
    body: object.body,
  };
}

/** Answers ListObjectsV2: one page of keys, with a continuation token if there are more. */
function listObjects(request: AwsRequest, bucket: Bucket, prefix: string): AwsAnswer {
  const token = parameter(request, 'continuation-token');
  const after = token === undefined ? (parameter(request, 'start-after') ?? '') : readToken(token);
  const limit = Math.min(maxKeys, Number(parameter(request, 'max-keys') ?? maxKeys));
  const keys = sortedKeys(bucket, prefix, after);
  const page = keys.slice(0, limit);
  const isTruncated = keys.length > page.length;
  const body = [
    `${xmlStart}<ListBucketResult ${xmlns}>`,
    element('NextContinuationToken', isTruncated ? writeToken(page.at(-1) ?? after) : undefined),
    element('KeyCount', page.length),
    element('IsTruncated', isTruncated),
    ...page.map(
      (key) => `<Contents>${element('Key', key)}${element('Size', bucket.get(key)?.body.length)}</Contents>`,
    ),
    '</ListBucketResult>',
  ].join('');
  return { status: 200, headers: xml, body };
}

/** The keys that begin with the prefix and come after another, in the order of their UTF-8 bytes, as S3 lists them. */
function sortedKeys(bucket: Bucket, prefix: string, after = ''): string[] {
  const start = Buffer.from(after);
  return [...bucket.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => Buffer.from(key))
    .filter((key) => Buffer.compare(key, start) > 0)
    .sort(Buffer.compare)
    .map(String);
}

/** A continuation token. It is opaque to clients, and its prefix shows whether a token was invented. */
function writeToken(key: string): string {
  return Buffer.from(`after:${key}`).toString('base64');
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64').toString();
  if (text.startsWith('after:')) return text.slice('after:'.length);
  throw new AwsError(400, 'InvalidArgument', 'The continuation token provided is incorrect');
}

function listVersions(bucket: Bucket, prefix: string): AwsAnswer {
  const versions = sortedKeys(bucket, prefix).map(
    (key) =>
      `<Version>${element('Key', key)}${element('VersionId', bucket.get(key)?.versionId)}${element('IsLatest', true)}</Version>`,
  );
  const body = `${xmlStart}<ListVersionsResult ${xmlns}>${element('IsTruncated', false)}${versions.join('')}</ListVersionsResult>`;
  return { status: 200, headers: xml, body };
}

/** Rejects a delete without a version, after which S3 would keep the object, hidden by a delete marker. */
function removeVersion(bucket: Bucket, key: string, request: AwsRequest): AwsAnswer {
  const versionId = parameter(request, 'versionId');
  if (versionId === undefined) throw notImplemented();
  if (bucket.get(key)?.versionId === versionId) bucket.delete(key);
  return { status: 204, headers: { 'x-amz-version-id': versionId }, body: '' };
}
