/** ListObjectVersions, and DeleteObject of a version. The server keeps the latest version of each object only. */
import { AwsError } from '../aws-error.ts';
import type { AwsAnswer } from '../aws-request.ts';
import { encoded } from '../sigv4.ts';
import { element } from '../xml.ts';
import { type Bucket, sortedKeys } from './stored-objects.ts';

export function listVersions(bucket: Bucket, prefix: string): AwsAnswer {
  const versions = sortedKeys(bucket, prefix).map((key) => {
    const shown = encoded(key).replaceAll('%2F', '/');
    return `<Version>${element('Key', shown)}${element('VersionId', bucket.get(key)?.versionId)}${element('IsLatest', true)}</Version>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${element('EncodingType', 'url')}${element('IsTruncated', false)}${versions.join('')}</ListVersionsResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

export function removeVersion(bucket: Bucket, key: string, versionId: string | undefined): AwsAnswer {
  // A delete without a version would leave the object, hidden by a marker.
  if (versionId === undefined) {
    throw new AwsError(501, 'NotImplemented', 'This server deletes only a given version.');
  }
  if (bucket.get(key)?.versionId === versionId) bucket.delete(key);
  return { status: 204, headers: { 'x-amz-version-id': versionId }, body: '' };
}
