import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { keySegments } from './object-key.ts';
import { s3Error } from './s3-error.ts';

/**
 * Signs an address under which one object can be fetched, as a file of its own name, without further rights. It
 * dies with the credentials that signed it, so it is for handing on at once and never for a mail.
 * @param options `seconds` is how long it lasts
 * @returns a function of the key and the method, which the signature is for and for no other; it throws
 *   `ArchiveError` for a key that cannot be used, or without credentials. It does not ask whether there is such an
 *   object
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
      const asked = {
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: `attachment; filename*=UTF-8''${extendedValue(name)}`,
      };
      const command = method === 'GET' ? new GetObjectCommand(asked) : new HeadObjectCommand(asked);
      return await getSignedUrl(client, command, { expiresIn: seconds });
    } catch (error) {
      throw s3Error(error, { doing: 'link to', bucket, key });
    }
  };
}

/** RFC 8187: every byte but those of its `attr-char`. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code}`;
  });
}
