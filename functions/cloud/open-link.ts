import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { getConnInfo, handle, type LambdaEvent } from 'hono/aws-lambda';
import * as z from 'zod/mini';
import { createS3Client, openArchive } from '#archive/s3.ts';
import { createS3ExistenceCheck, createS3LinkSigner } from '#archive/s3-link.ts';
import { failureFields, type LogWithoutMetrics } from '#base/log.ts';
import type { LinkSecrets } from '#display/signed-link.ts';
import { createLinkApp } from '#links/link-app.ts';
import { createLinkLog } from '#links/link-log.ts';
import type { PageStore } from '#pages/objects.ts';
import { requestTimeouts } from './aws-request-limits.ts';
import { createLogWithoutMetrics } from './log.ts';
import { type EnvironmentVariables, readVariables, requiredVariableSchema } from './read-variables.ts';
import { createSecretReader, readLinkSecrets, type SecretReader } from './secret-reader.ts';

/** Seconds that the signed URL behind a mailed link is valid. The link itself lasts for `linkDays`. */
const secondsOfSignedUrl = 300;
/** Milliseconds for one request to AWS, while a reader waits: a second try fits into the function's ten seconds. */
const requestMs = 3_000;
/** Minimum milliseconds between two re-reads of the secret because of bad links. */
const secretRereadMs = 30_000;

/** An instant without Temporal, because Temporal is slow to load and a reader is waiting. */
type EpochTime = { readonly epochMilliseconds: number };

// These are not in variables.ts, because then each cold start would build the schemas of all functions.
const downloadVariables = z.object({
  ARCHIVE_BUCKET: requiredVariableSchema,
  LINK_SECRET: requiredVariableSchema,
});

export type LinkHandlerDependencies = {
  readonly secrets: () => Promise<LinkSecrets>;
  /**
   * Reads the secrets again, because a new one may be in use already. Undefined if they were read again a moment ago.
   */
  readonly freshSecrets: () => Promise<LinkSecrets | undefined>;
  readonly store: PageStore;
  readonly sign: (key: string, method: 'GET' | 'HEAD') => Promise<string>;
  /** Whether an object exists. @throws ArchiveError if this function may not list the object */
  readonly isThere: (key: string) => Promise<boolean>;
  readonly log: LogWithoutMetrics;
  readonly now: () => EpochTime;
};

export function createLinkHandlerDependencies(
  environment: EnvironmentVariables,
  now: () => EpochTime,
): LinkHandlerDependencies {
  const variables = readVariables(downloadVariables, environment);
  const log = createLogWithoutMetrics(environment);
  const readSecret = createSecretReader(
    // Short enough that a second try fits while a reader waits.
    new SecretsManagerClient({ requestHandler: { ...requestTimeouts, requestTimeout: requestMs } }),
  );
  const secretsBy = (read: SecretReader) => readLinkSecrets(read, variables.LINK_SECRET);
  const readFresh = () => secretsBy((secret) => readSecret(secret, 'fresh'));
  const client = createS3Client({
    maxAttempts: 2,
    requestHandler: { ...requestTimeouts, requestTimeout: requestMs, socketTimeout: requestMs },
  });
  return {
    secrets: () => secretsBy(readSecret),
    freshSecrets: limitSecretRereads(readFresh, now),
    store: openArchive(variables.ARCHIVE_BUCKET, { client }),
    sign: createS3LinkSigner({
      client,
      bucket: variables.ARCHIVE_BUCKET,
      seconds: secondsOfSignedUrl,
    }),
    isThere: createS3ExistenceCheck({ client, bucket: variables.ARCHIVE_BUCKET }),
    log,
    now,
  };
}

/** Limits how often bad links cause the secret to be read again. The result is undefined if it is too soon. */
export function limitSecretRereads<Value>(
  read: () => Promise<Value>,
  now: () => EpochTime,
): () => Promise<Value | undefined> {
  let lastReading = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now().epochMilliseconds;
    if (at - lastReading < secretRereadMs) return undefined;
    lastReading = at;
    return read();
  };
}

/** SecretError and ArchiveError end the invocation, so that its alarm counts them. */
export function createLinkHandler(
  services: LinkHandlerDependencies,
): (event: LambdaEvent) => Promise<unknown> {
  const { log, sign, isThere } = services;
  const app = createLinkApp({
    ...services,
    ...createLinkLog(services),
    readerOf: (context) => getConnInfo(context).remote.address ?? '',
    failed: (error) => {
      log.error('failed', failureFields(error));
      throw error;
    },
    workbook: async (key, context) => {
      const method = context.req.method === 'HEAD' ? 'HEAD' : 'GET';
      const location = await sign(key, method);
      return (await isThere(key)) ? context.redirect(location) : undefined;
    },
  });
  return handle(app);
}
