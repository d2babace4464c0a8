/** ListObjectsV2: pages of keys in the order of their bytes. */
import { AwsError } from '../aws-error.ts';
import { type AwsAnswer, type AwsRequest, parameter } from '../aws-request.ts';
import { encoded } from '../sigv4.ts';
import { element } from '../xml.ts';
import { type Bucket, sortedKeys } from './stored-objects.ts';

const maxKeys = 1000;

export function listObjects(request: AwsRequest, name: string, bucket: Bucket): AwsAnswer {
  const asked = (parameterName: string) => parameter(request, parameterName);
  const prefix = asked('prefix') ?? '';
  const delimiter = asked('delimiter') ?? '';
  const token = asked('continuation-token');
  const startAfter = asked('start-after');
  const encoding = asked('encoding-type');
  if (encoding !== undefined && encoding !== 'url')
    throw invalid('Invalid Encoding Method specified in Request');
  const limit = limitOf(asked('max-keys'));
  const after = token === undefined ? (startAfter ?? '') : readToken(token);
  const entries = entriesOf(bucket, { prefix, delimiter, after });
  const page = entries.slice(0, limit);
  const truncated = limit > 0 && entries.length > limit;
  const last = page.at(-1);
  const shown = (text: string) => (encoding === 'url' ? encoded(text).replaceAll('%2F', '/') : text);
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    element('Name', name),
    element('Prefix', shown(prefix)),
    element('ContinuationToken', token),
    truncated && last ? element('NextContinuationToken', writeToken(last.lastKey)) : '',
    element('StartAfter', startAfter === undefined ? undefined : shown(startAfter)),
    element('KeyCount', page.length),
    element('MaxKeys', limit),
    element('Delimiter', delimiter === '' ? undefined : shown(delimiter)),
    element('EncodingType', encoding),
    element('IsTruncated', truncated),
    ...page.map((entry) =>
      entry.object
        ? `<Contents>${element('Key', shown(entry.name))}${element('LastModified', entry.object.lastModified.toISOString())}${element('ETag', entry.object.etag)}${element('ChecksumAlgorithm', entry.object.checksum.name.toUpperCase())}${element('ChecksumType', 'FULL_OBJECT')}${element('Size', entry.object.body.length)}${element('StorageClass', 'STANDARD')}</Contents>`
        : `<CommonPrefixes>${element('Prefix', shown(entry.name))}</CommonPrefixes>`,
    ),
    '</ListBucketResult>',
  ].join('');
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

/** `lastKey` is the last key that the entry represents: the next page begins after it. */
function entriesOf(
  bucket: Bucket,
  { prefix, delimiter, after }: { prefix: string; delimiter: string; after: string },
) {
  const entries: { name: string; lastKey: string; object: ReturnType<Bucket['get']> }[] = [];
  const start = Buffer.from(after);
  for (const key of sortedKeys(bucket, prefix)) {
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const name = cut < 0 ? key : key.slice(0, cut + delimiter.length);
    if (after !== '' && Buffer.compare(Buffer.from(key), start) <= 0) continue;
    const previous = entries.at(-1);
    if (cut >= 0 && previous?.name === name) {
      previous.lastKey = key;
      continue;
    }
    entries.push({ name, lastKey: key, object: cut < 0 ? bucket.get(key) : undefined });
  }
  return entries;
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return maxKeys;
  if (!/^\d{1,9}$/.test(text)) throw invalid('Argument maxKeys must be an integer between 0 and 2147483647');
  return Math.min(maxKeys, Number(text));
}

/** Opaque to clients, with a prefix by which an invented token is recognised. */
function writeToken(key: string): string {
  return Buffer.from(`after:${key}`).toString('base64');
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64').toString();
  if (!text.startsWith('after:')) throw invalid('The continuation token provided is incorrect');
  return text.slice('after:'.length);
}

function invalid(message: string): AwsError {
  return new AwsError(400, 'InvalidArgument', message);
}
