import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { createS3Client } from '../archive/s3.ts';
import { createS3Link, createS3Look } from '../archive/s3-link.ts';
import { failureFields, logLinks, type StepLog } from '../delivery/step-log.ts';
import { type LinkSecrets, linkExpired, linkRefused, verifyLink } from '../mail/signed-link.ts';
import { createStepLog } from './log.ts';
import { type Environment, name, readVariables } from './read-variables.ts';
import { requestLimits } from './request-limits.ts';
import { createSecretReader, readLinkSecrets, type SecretReader } from './secrets.ts';

/** Seconds for which the URL that a link leads to is valid. */
const signedFor = 300;
/** Milliseconds for each request that the answer depends on: reading the secret, and checking that the workbook exists. */
const maxLookMs = 3_000;
/** Milliseconds between two re-reads of the secret because of bad links. */
const betweenReadings = 30_000;

/** The part of an instant that a link needs. This function does not load Temporal, because a reader waits for it. */
type Moment = { readonly epochMilliseconds: number };

// Not among the other functions' variables, whose schemas would be built here at each cold start.
const downloadVariables = z.object({ ARCHIVE_BUCKET: name, LINK_SECRET: name });

export type DownloadServices = {
  readonly secrets: () => Promise<LinkSecrets>;
  /** Re-reads the secrets: a rotated one may be in use before it is known here. Undefined where it is too soon. */
  readonly freshSecrets: () => Promise<LinkSecrets | undefined>;
  /** Signs a URL of an object, for one method. */
  readonly sign: (key: string, method: 'GET' | 'HEAD') => Promise<string>;
  /** Whether an object exists. @throws ArchiveError where this function may not know */
  readonly isThere: (key: string) => Promise<boolean>;
  readonly log: StepLog;
  /** Logs that a link was refused. */
  readonly refused: () => void;
  readonly now: () => Moment;
};

export function downloadServices(environment: Environment, now: () => Moment): DownloadServices {
  const variables = readVariables(downloadVariables, environment);
  const log = createStepLog(environment);
  const readSecret = createSecretReader(
    // A reader waits, and the second try has to fit as well.
    new SecretsManagerClient({ requestHandler: { ...requestLimits, requestTimeout: maxLookMs } }),
  );
  const secretsBy = (read: SecretReader) => readLinkSecrets(read, variables.LINK_SECRET);
  const readFresh = () => secretsBy((secret) => readSecret(secret, 'fresh'));
  return {
    secrets: () => secretsBy(readSecret),
    freshSecrets: notTooOften(readFresh, now),
    sign: createS3Link({ client: createS3Client(), bucket: variables.ARCHIVE_BUCKET, seconds: signedFor }),
    isThere: createS3Look({
      client: createS3Client({
        maxAttempts: 1,
        requestHandler: { ...requestLimits, requestTimeout: maxLookMs },
      }),
      bucket: variables.ARCHIVE_BUCKET,
    }),
    log,
    refused: logLinks('links refused', { log, now }),
    now,
  };
}

/** The reading, at most once in the time between two: bad links cost nothing, however many are opened. */
export function notTooOften<Value>(
  read: () => Promise<Value>,
  now: () => Moment,
): () => Promise<Value | undefined> {
  let lastReading = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now().epochMilliseconds;
    if (at - lastReading < betweenReadings) return undefined;
    lastReading = at;
    return read();
  };
}

/** A request through an HTTP API, as far as it matters here. */
const requestSchema = z.object({
  rawQueryString: z._default(z.string().check(z.maxLength(8_192)), ''),
  requestContext: z.object({ http: z.object({ method: z.enum(['GET', 'HEAD']) }) }),
});

export type HttpAnswer = {
  readonly statusCode: 302 | 403 | 410;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The same answer for every invalid link, so that the answer does not reveal which part of it is wrong. */
const refused: HttpAnswer = {
  statusCode: 403,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: linkRefused,
};

/** The link is valid, but the workbook has expired. */
const gone: HttpAnswer = {
  ...refused,
  statusCode: 410,
  body: linkExpired,
};

/** @throws SecretError where the secrets cannot be read, and ArchiveError where the workbook may not be read */
export async function openLink(event: unknown, services: DownloadServices): Promise<HttpAnswer> {
  const { log } = services;
  try {
    const request = requestSchema.safeParse(event);
    const link = request.success ? await checkedLink(request.data.rawQueryString, services) : 'refused';
    // A link may only lead to a workbook, never to another object of the archive.
    if (!request.success || link === 'refused' || !link.key.endsWith('.xlsx')) {
      services.refused();
      return refused;
    }
    const url = await services.sign(link.key, 'GET');
    const folder = link.key.slice(0, link.key.lastIndexOf('/') + 1);
    if (!(await services.isThere(link.key))) {
      log.warn('no longer stored', { folder });
      return gone;
    }
    log.info('opened', { folder });
    const { method } = request.data.requestContext.http;
    const headers = {
      location: method === 'GET' ? url : await services.sign(link.key, method),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    };
    return { statusCode: 302, headers, body: '' };
  } catch (error) {
    log.error('failed', failureFields(error));
    throw error;
  }
}

async function checkedLink(
  query: string,
  { secrets, freshSecrets, now }: DownloadServices,
): Promise<ReturnType<typeof verifyLink>> {
  const read = (known: LinkSecrets) => verifyLink(new URLSearchParams(query), { secrets: known, now: now() });
  const link = read(await secrets());
  if (link !== 'refused') return link;
  // If the secret cannot be re-read, the cached one is enough to refuse a bad link.
  const fresh = await freshSecrets().catch(() => undefined);
  return fresh ? read(fresh) : link;
}
