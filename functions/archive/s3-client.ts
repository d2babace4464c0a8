import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * A client that retries what S3 or the network may do better the next time, and that lets no call hang.
 * Region, credentials and endpoint come from the environment in the usual way.
 * @param overrides what a caller wants otherwise, such as an endpoint
 */
export function createS3Client(overrides: S3ClientConfig = {}): S3Client {
  return new S3Client({
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: 3_000,
      // Milliseconds until the answer begins. Without the flag the client would only warn.
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      // Milliseconds of silence, also in the middle of a body.
      socketTimeout: 15_000,
    },
    ...overrides,
  });
}
