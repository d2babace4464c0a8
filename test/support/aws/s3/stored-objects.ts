/** The objects that the S3 server stores. */
import { createHash, randomUUID } from 'node:crypto';
import type { ChecksumName } from './checksums.ts';

export type StoredObject = {
  readonly key: string;
  readonly body: Buffer;
  /** With its quotes. */
  readonly etag: string;
  /** Headers that are returned as received: content-type, x-amz-meta-… */
  readonly headers: Readonly<Record<string, string>>;
  /** In the form of a query, as received. */
  readonly tags: string;
  readonly checksum: { readonly name: ChecksumName; readonly value: string };
  readonly lastModified: Date;
  readonly versionId: string;
  /** How often the key was written: 1 for an object that was never overwritten. */
  readonly versions: number;
};

export type Bucket = Map<string, StoredObject>;
export type Buckets = Map<string, Bucket>;

export function storeObject(
  bucket: Bucket,
  object: Omit<StoredObject, 'etag' | 'versionId' | 'versions'>,
): StoredObject {
  const stored = {
    ...object,
    etag: etagOf(object.body),
    versionId: randomUUID().replaceAll('-', ''),
    versions: (bucket.get(object.key)?.versions ?? 0) + 1,
  };
  bucket.set(object.key, stored);
  return stored;
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

/** The keys that begin with the prefix, in the order of their UTF-8 bytes, as S3 lists them. */
export function sortedKeys(bucket: Bucket, prefix = ''): string[] {
  return [...bucket.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, bytes: Buffer.from(key) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ key }) => key);
}
