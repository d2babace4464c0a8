import { ArchiveError } from './archive-error.ts';

/** What was asked of S3, for the message. */
export type S3Place = {
  readonly doing: 'write' | 'read' | 'list' | 'link to';
  readonly bucket: string;
  readonly key: string;
};

/**
 * The code by which S3 or the network names what went wrong: `AccessDenied`, `ECONNRESET`, `HTTP 502` for an
 * answer without one.
 */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  const status = statusOf(error);
  // An answer without a body, or one that is not S3's: the client has nothing to name it by.
  const nameless = error.name === 'Error' || /^unknown/i.test(error.name) || /^\d+$/.test(error.name);
  if (nameless && status !== undefined) return `HTTP ${status}`;
  return error.name;
}

/** The HTTP status of the answer, or undefined where none came. */
export function statusOf(error: unknown): number | undefined {
  const metadata = metadataOf(error);
  return 'httpStatusCode' in metadata && typeof metadata.httpStatusCode === 'number'
    ? metadata.httpStatusCode
    : undefined;
}

/** How often the client sent the request that ended in this error. */
export function attemptsOf(error: unknown): number {
  const metadata = metadataOf(error);
  return 'attempts' in metadata && typeof metadata.attempts === 'number' ? metadata.attempts : 1;
}

/** One line that says what failed, where, and what to do. An `ArchiveError` passes as it is. */
export function s3Error(error: unknown, { doing, bucket, key }: S3Place): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const code = codeOf(error);
  const place = `s3://${bucket}/${key}`;
  // The service's own words stay with the cause: for some refusals they repeat the signed request.
  return new ArchiveError(`Cannot ${doing} ${place} (${code}): ${remedyFor(code)}.`, {
    key,
    code,
    cause: error,
  });
}

function metadataOf(error: unknown): object {
  if (!(error instanceof Error) || !('$metadata' in error)) return {};
  return typeof error.$metadata === 'object' && error.$metadata !== null ? error.$metadata : {};
}

function remedyFor(code: string): string {
  switch (code) {
    case 'NoSuchBucket':
      return 'there is no such bucket in this account and region; deploy the stack, or correct the bucket name';
    case 'AccessDenied':
    case 'Forbidden':
    case 'AllAccessDisabled':
      return 'the role may not do this; give it s3:GetObject, s3:PutObject, s3:PutObjectTagging for workbooks and, so that a missing object can be told from a forbidden one, s3:ListBucket on this bucket, and see that the bucket policy does not deny it';
    case 'KMS.DisabledException':
    case 'KMS.NotFoundException':
    case 'KMS.KMSInvalidStateException':
      return "the bucket's encryption key cannot be used; enable or restore it in KMS, then run again";
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'InvalidToken':
    case 'ExpiredToken':
    case 'ExpiredTokenException':
    case 'TokenRefreshRequired':
    case 'CredentialsProviderError':
      return 'the AWS credentials are missing, wrong or expired; renew them, then run again';
    case 'RequestTimeTooSkewed':
      return 'the clock of this machine is more than 15 minutes off; set it, then run again';
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return 'the bucket is in another region; set AWS_REGION to it';
    case 'SlowDown':
    case 'ServiceUnavailable':
    case 'RequestLimitExceeded':
    case 'Throttling':
    case 'InternalError':
    case 'HTTP 500':
    case 'HTTP 502':
    case 'HTTP 503':
    case 'HTTP 504':
      return 'S3 did not keep up, and trying again did not help; run again in a few minutes: what is stored already is whole';
    case 'ConditionalRequestConflict':
    case 'OperationAborted':
      return 'other writers kept writing the same key; run again: the first of them has it by now';
    case 'InvalidObjectState':
      return 'the object has been moved to an archive class; restore it, and take register keys out of that life-cycle rule';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ETIMEDOUT':
    case 'TimeoutError':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'S3 could not be reached, and trying again did not help; see that the network, and the endpoint if one is set, lead there, then run again';
    default:
      return 'look the code up in the S3 error list, see that bucket, region and role are right, then run again';
  }
}
