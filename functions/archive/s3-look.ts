import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { readAwsError } from '../base/aws-error.ts';
import { ArchiveError } from './object-store.ts';

/**
 * Whether objects exist, for a function that may not list the archive. S3 answers 403 for a missing key to whoever may
 * not list the whole bucket, so a listing of the key itself is asked for: its permission is for prefixes that end like a
 * whole key, and shows nothing to somebody who does not know one.
 * @returns a function of the key; no answer counts as there, because the reader's browser then shows what is wrong. It
 *   throws `ArchiveError` where S3 forbids the question
 */
export function createS3Look(options: {
  readonly client: Pick<S3Client, 'send'>;
  readonly bucket: string;
}): (key: string) => Promise<boolean> {
  const { client, bucket } = options;
  return async (key) => {
    try {
      // A listing of the keys that begin with it has the key itself first.
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: key, MaxKeys: 1 }),
      );
      return Contents.some(({ Key }) => Key === key);
    } catch (error) {
      if (readAwsError(error).status !== 403) return true;
      throw new ArchiveError('S3 forbids this function to look for a workbook (403)', {
        kind: 'curable',
        remedy:
          'Give its role s3:ListBucket with the prefixes of workbooks, and check that no bucket policy denies it.',
        key,
        code: 'AccessDenied',
        cause: error,
      });
    }
  };
}
