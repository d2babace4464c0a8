import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { s3RemovalRemedies } from '#base/remedies.ts';
import type { RemoveObject } from './object-store.ts';
import { s3Error } from './s3-error.ts';

/**
 * Removes all versions of an object: in a bucket that keeps versions, deleting only the key would hide it and keep its
 * content.
 */
export function createBucketObjectRemover(client: S3Client, bucket: string): RemoveObject {
  return async (kind, values) => {
    const key = kind.key(values);
    try {
      for (const VersionId of await versionsOf(key)) {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId }));
      }
    } catch (error) {
      throw s3Error(error, { doing: 'remove', bucket, key, remedies: s3RemovalRemedies });
    }
  };

  async function versionsOf(key: string): Promise<readonly string[]> {
    const found: string[] = [];
    let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
    while (next) {
      const page: ListObjectVersionsCommandOutput = await client.send(
        new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key, ...next }),
      );
      for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) {
        if (Key === key && VersionId !== undefined) found.push(VersionId);
      }
      next = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
        : undefined;
    }
    return found;
  }
}
