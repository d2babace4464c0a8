import { SESClient, type SESClientConfig } from '@aws-sdk/client-ses';

/** A client that makes one attempt: whether a message is sent again is for the register to decide. */
export type SesClient = SESClient & { readonly attempts: 1 };

/**
 * A client for sending, which never sends twice of its own accord. Region, credentials and endpoint come from the
 * environment in the usual way.
 * @param overrides what a caller wants otherwise, such as an endpoint
 */
export function createSesClient(
  overrides: Omit<SESClientConfig, 'maxAttempts' | 'retryMode' | 'retryStrategy'> = {},
): SesClient {
  const client = new SESClient({
    requestHandler: {
      connectionTimeout: 5_000,
      // Milliseconds until the answer begins, which covers the upload of 10 MB.
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      // A connection that was kept may be dead by the next message. The send would fail with the question open
      // whether it arrived; a new connection for each message fails before anything is sent.
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
    ...overrides,
    maxAttempts: 1,
  });
  return Object.assign(client, { attempts: 1 as const });
}
