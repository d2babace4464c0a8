import { readAwsError } from '#base/aws-error.ts';
import { remedyFor, s3Remedies } from '#base/remedies.ts';
import { ArchiveError } from './object-store.ts';

export type S3Place = {
  readonly doing: 'write' | 'read' | 'list' | 'link to' | 'remove';
  readonly bucket: string;
  readonly key: string;
};

export function s3Error(error: unknown, { doing, bucket, key }: S3Place): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const { code } = readAwsError(error);
  // Without the service's own message, which repeats the signed request for some refusals.
  return new ArchiveError(`Cannot ${doing} s3://${bucket}/${key} (${code})`, {
    ...remedyFor(s3Remedies, doing === 'remove' && code === 'AccessDenied' ? 'RemovalDenied' : code),
    key,
    code,
    cause: error,
  });
}
