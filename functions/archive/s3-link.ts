import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { readAwsError } from '#base/aws-error.ts';
import { keySegments } from './object-key.ts';
import { ArchiveError } from './object-store.ts';
import { s3Error } from './s3-error.ts';

/**
 * Signs URLs at which one object can be downloaded without further permissions. A URL expires with the credentials that
 * signed it, so it must be used immediately and never be mailed.
 * @param options.seconds how long a URL is valid
 * @returns a function of the key and the HTTP method, the only one that the signature allows. It does not check whether
 *   the object exists. @throws ArchiveError for an unusable key, or without credentials
 */
export function createS3LinkSigner(options: {
  readonly client: S3Client;
  readonly bucket: string;
  readonly seconds: number;
}): (key: string, method?: 'GET' | 'HEAD') => Promise<string> {
  const { client, bucket, seconds } = options;
  return async (key, method = 'GET') => {
    try {
      const name = keySegments(key).at(-1) ?? '';
      const input = {
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: `attachment; filename*=UTF-8''${extendedValue(name)}`,
      };
      const command = method === 'GET' ? new GetObjectCommand(input) : new HeadObjectCommand(input);
      return await getSignedUrl(client, command, { expiresIn: seconds });
    } catch (error) {
      throw s3Error(error, { doing: 'link to', bucket, key });
    }
  };
}

/** RFC 8187: encodes every byte that is not an `attr-char`. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code}`;
  });
}

/**
 * Checks whether objects exist, for a function that may not list the archive. S3 answers such a caller with 403 instead
 * of 404. So the function lists the keys that begin with the key itself: its permission allows only prefixes that end
 * like a whole key, and so shows no key to a caller who does not know it.
 * @returns true also if S3 does not answer: the reader's browser then shows the error of the download
 * @throws ArchiveError if S3 forbids the listing
 */
export function createS3ExistenceCheck(options: {
  readonly client: S3Client;
  readonly bucket: string;
}): (key: string) => Promise<boolean> {
  const { client, bucket } = options;
  return async (key) => {
    try {
      // Keys are listed in order, so if the key exists it is the first.
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
