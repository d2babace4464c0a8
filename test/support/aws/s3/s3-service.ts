/** The operations of S3 that an archive uses. All others are rejected, and so is everything that S3 rejects. */
import { AwsError } from '../aws-error.ts';
import { type AwsRequest, parameter } from '../aws-request.ts';
import type { AwsService, PreparedCall } from '../service.ts';
import { element } from '../xml.ts';
import { getObject, overrides } from './get-object.ts';
import { listObjects } from './list-objects.ts';
import { listVersions, removeVersion } from './object-versions.ts';
import { putObject } from './put-object.ts';
import type { Bucket, Buckets } from './stored-objects.ts';

const listParameters = [
  'list-type',
  'prefix',
  'delimiter',
  'continuation-token',
  'start-after',
  'max-keys',
  'encoding-type',
  'fetch-owner',
];

export function createS3(buckets: Buckets, now: () => number): AwsService {
  function prepare(request: AwsRequest): PreparedCall {
    const { bucket: name, key } = addressOf(request);
    const bucket = (): Bucket => {
      const found = buckets.get(name);
      if (!found) throw new AwsError(404, 'NoSuchBucket', 'The specified bucket does not exist');
      return found;
    };
    const call = (operation: string, about: string, perform: PreparedCall['perform']): PreparedCall => ({
      call: { service: 's3', operation, key: about },
      perform,
    });
    const { method } = request;
    if (key === '' && method === 'GET' && parameter(request, 'list-type') === '2') {
      onlyParameters(request, listParameters);
      const prefix = parameter(request, 'prefix') ?? '';
      return call('ListObjectsV2', prefix, () => listObjects(request, name, bucket()));
    }
    if (key === '' && method === 'HEAD' && name !== '') {
      onlyParameters(request, []);
      return call('HeadBucket', '', () => {
        bucket();
        return { status: 200, headers: {}, body: '' };
      });
    }
    if (key === '' && method === 'GET' && parameter(request, 'versions') !== undefined) {
      onlyParameters(request, ['versions', 'prefix', 'key-marker', 'version-id-marker', 'encoding-type']);
      const prefix = parameter(request, 'prefix') ?? '';
      return call('ListObjectVersions', prefix, () => listVersions(bucket(), prefix));
    }
    if (key === '') throw notImplemented();
    switch (method) {
      case 'PUT':
        onlyParameters(request, []);
        if (request.headers['x-amz-copy-source'] !== undefined) throw notImplemented();
        return call('PutObject', key, () => putObject(bucket(), key, { request, now: now() }));
      case 'GET':
        onlyParameters(request, Object.keys(overrides));
        return call('GetObject', key, () => getObject(request, bucket().get(key)));
      case 'HEAD':
        onlyParameters(request, Object.keys(overrides));
        return call('HeadObject', key, () => getObject(request, bucket().get(key)));
      case 'DELETE':
        onlyParameters(request, ['versionId']);
        return call('DeleteObject', key, () => removeVersion(bucket(), key, parameter(request, 'versionId')));
      default:
        throw notImplemented();
    }
  }

  return {
    prepare,
    refuse: (error, requestId) => ({
      status: error.status,
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${element('Code', error.code)}${element('Message', error.message)}${element('RequestId', requestId)}${element('HostId', 'loopback')}</Error>`,
    }),
    throttled: new AwsError(503, 'SlowDown', 'Please reduce your request rate.'),
  };
}

/** In path style, or with the bucket as the first label of a host name that ends in `localhost`. */
function addressOf(request: AwsRequest): { readonly bucket: string; readonly key: string } {
  const host = (request.headers['host'] ?? '').replace(/:\d+$/, '');
  const path = request.rawPath.slice(1);
  if (host.endsWith('.localhost')) {
    return { bucket: host.slice(0, -'.localhost'.length), key: decodeURIComponent(path) };
  }
  const slash = path.indexOf('/');
  const bucket = slash < 0 ? path : path.slice(0, slash);
  return {
    bucket: decodeURIComponent(bucket),
    key: slash < 0 ? '' : decodeURIComponent(path.slice(slash + 1)),
  };
}

/** Rejects unknown parameters, which could change the meaning on the real service: a subresource, a version. */
function onlyParameters(request: AwsRequest, known: readonly string[]): void {
  const stray = request.query.find(
    ([name]) => !known.includes(name) && name !== 'x-id' && !/^x-amz-/i.test(name),
  );
  if (stray) throw notImplemented();
}

function notImplemented(): AwsError {
  return new AwsError(501, 'NotImplemented', 'This server does not implement that operation.');
}
