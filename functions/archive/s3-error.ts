import { readAwsError } from '#base/aws-error.ts';
import { type Remedies, remedyFor, s3Remedies } from '#base/remedies.ts';
import { ArchiveError } from './object-store.ts';

export type S3ErrorContext = {
  readonly doing: 'write' | 'read' | 'list' | 'link to' | 'remove';
  readonly bucket: string;
  readonly key: string;
  readonly remedies?: Remedies;
};

export function s3Error(
  error: unknown,
  { doing, bucket, key, remedies = s3Remedies }: S3ErrorContext,
): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const { code } = readAwsError(error);
  // The service's own message is left out, because it repeats the signed request for some refusals.
  return new ArchiveError(`Cannot ${doing} s3://${bucket}/${key} (${code})`, {
    ...remedyFor(remedies, code),
    key,
    code,
    cause: error,
  });
}
