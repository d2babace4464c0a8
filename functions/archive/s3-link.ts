import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { keySegments } from './object-key.ts';
import { s3Error } from './s3-error.ts';

/**
 * Signs addresses under which one object can be downloaded, named as its key ends, without further permissions. An
 * address ends with the credentials that signed it, so it must be used at once and never sent in a mail.
 * @param options `seconds` is how long an address is valid
 * @returns a function of the key and the HTTP method, the only one that the signature allows; it throws `ArchiveError`
 *   for an unusable key, or without credentials. It does not check whether the object exists
 */
export function createS3Link(options: {
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
