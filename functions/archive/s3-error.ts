import { readAwsError } from '#base/aws-error.ts';
import { ArchiveError, curable, type FailureAdvice, retryable } from './object-store.ts';

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
    ...(doing === 'remove' && code === 'AccessDenied' ? mayNotRemove : adviceOn(code)),
    key,
    code,
    cause: error,
  });
}

const mayNotRemove = curable(
  'You are not allowed to do this: use credentials with s3:ListBucketVersions and s3:DeleteObjectVersion on this bucket.',
);

function adviceOn(code: string): FailureAdvice {
  switch (code) {
    case 'NoSuchBucket':
      return curable(
        'There is no such bucket in this account and region: deploy the stack, or correct the bucket name.',
      );
    case 'AccessDenied':
    case 'Forbidden':
    case 'AllAccessDisabled':
      return curable(
        'The role is not allowed to do this: give it s3:GetObject, s3:PutObject, s3:PutObjectTagging for workbooks and s3:ListBucket (without which a missing object looks like a forbidden one) on this bucket, and check that the bucket policy does not deny them.',
      );
    case 'KMS.DisabledException':
    case 'KMS.NotFoundException':
    case 'KMS.KMSInvalidStateException':
      return curable(
        "The bucket's encryption key cannot be used: enable or restore it in KMS, then run again.",
      );
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'InvalidToken':
    case 'ExpiredToken':
    case 'ExpiredTokenException':
    case 'TokenRefreshRequired':
    case 'CredentialsProviderError':
      return curable('The AWS credentials are missing, wrong or expired: renew them, then run again.');
    case 'RequestTimeTooSkewed':
      return curable('The clock of this machine is more than 15 minutes off: set it, then run again.');
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return curable('The bucket is in another region: name that one (--region, or AWS_REGION).');
    case 'SlowDown':
    case 'ServiceUnavailable':
    case 'RequestLimitExceeded':
    case 'Throttling':
    case 'RequestTimeout':
    case 'InternalError':
    case 'HTTP 500':
    case 'HTTP 502':
    case 'HTTP 503':
    case 'HTTP 504':
      return retryable(
        'S3 was overloaded or failing, and retries did not help: run again in a few minutes. Everything already stored is complete.',
      );
    case 'ConditionalRequestConflict':
    case 'OperationAborted':
      return retryable(
        'Other writers kept writing the same key: run again. The first of them has it by now.',
      );
    case 'InvalidObjectState':
      return curable(
        'The object is in an archive storage class: restore it, and exclude its key from that life-cycle rule.',
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ETIMEDOUT':
    case 'TimeoutError':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return retryable(
        'S3 could not be reached, and retries did not help: check the network, and the endpoint if one is set, then run again.',
      );
    default:
      return curable(
        'Look the code up in the S3 error list, check the bucket, the region and the role, then run again.',
      );
  }
}
