/** GetObject and HeadObject. */
import { AwsError } from '../aws-error.ts';
import { type AwsAnswer, type AwsRequest, parameter } from '../aws-request.ts';
import { preconditionFailed } from './put-object.ts';
import type { StoredObject } from './stored-objects.ts';

/** Query parameters that replace headers of the answer. */
export const overrides = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
  'response-content-language': 'content-language',
  'response-content-encoding': 'content-encoding',
  'response-cache-control': 'cache-control',
  'response-expires': 'expires',
} as const;

export function getObject(request: AwsRequest, object: StoredObject | undefined): AwsAnswer {
  if (!object) throw new AwsError(404, 'NoSuchKey', 'The specified key does not exist.');
  const { 'if-match': match, 'if-none-match': none, range } = request.headers;
  if (match !== undefined && match !== '*' && match !== object.etag) throw preconditionFailed();
  if (none === '*' || none === object.etag) {
    return { status: 304, headers: { etag: object.etag }, body: '' };
  }
  const common: Record<string, string> = {
    ...object.headers,
    etag: object.etag,
    'last-modified': object.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    ...(object.tags === '' ? {} : { 'x-amz-tagging-count': String(object.tags.split('&').length) }),
    'x-amz-version-id': object.versionId,
    'x-amz-server-side-encryption': 'AES256',
  };
  for (const [name, header] of Object.entries(overrides)) {
    const value = parameter(request, name);
    if (value !== undefined) common[header] = value;
  }
  if (range !== undefined) return partOf(object, range, common);
  if (request.headers['x-amz-checksum-mode'] === 'ENABLED') {
    common[`x-amz-checksum-${object.checksum.name}`] = object.checksum.value;
    common['x-amz-checksum-type'] = 'FULL_OBJECT';
  }
  return { status: 200, headers: common, body: object.body };
}

function partOf(object: StoredObject, range: string, headers: Record<string, string>): AwsAnswer {
  const size = object.body.length;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '' && last === '') return { status: 200, headers, body: object.body };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end || start >= size) {
    throw new AwsError(416, 'InvalidRange', 'The requested range is not satisfiable');
  }
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` },
    body: object.body.subarray(start, end + 1),
  };
}
