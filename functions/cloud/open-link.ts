import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { createS3Client } from '../archive/s3.ts';
import { createS3Link, createS3Look } from '../archive/s3-link.ts';
import { failureFields, logLinks, type StepLog } from '../delivery/step-log.ts';
import { type LinkSecrets, linkExpired, linkRefused, verifyLink } from '../mail/signed-link.ts';
import { linkCheckMs, requestLimits, secondsOfSignedUrl, secretRereadMs } from './limits.ts';
import { createStepLog } from './log.ts';
import { type Environment, name, readVariables } from './read-variables.ts';
import { createSecretReader, readLinkSecrets, type SecretReader } from './secret-reader.ts';

/** Does not load Temporal, because a reader waits for this function. */
type Moment = { readonly epochMilliseconds: number };

// Not in variables.ts, where the other functions' schemas would be built at each cold start.
const downloadVariables = z.object({ ARCHIVE_BUCKET: name, LINK_SECRET: name });

export type DownloadServices = {
  readonly secrets: () => Promise<LinkSecrets>;
  /** Re-reads the secrets, because a rotated one may be in use already. Undefined if it is too soon. */
  readonly freshSecrets: () => Promise<LinkSecrets | undefined>;
  readonly sign: (key: string, method: 'GET' | 'HEAD') => Promise<string>;
  /** Whether an object exists. @throws ArchiveError if this function may not know */
  readonly isThere: (key: string) => Promise<boolean>;
  readonly log: StepLog;
  readonly refused: () => void;
  readonly now: () => Moment;
};

export function downloadServices(environment: Environment, now: () => Moment): DownloadServices {
  const variables = readVariables(downloadVariables, environment);
  const log = createStepLog(environment);
  const readSecret = createSecretReader(
    // Short enough that a second try fits while a reader waits.
    new SecretsManagerClient({ requestHandler: { ...requestLimits, requestTimeout: linkCheckMs } }),
  );
  const secretsBy = (read: SecretReader) => readLinkSecrets(read, variables.LINK_SECRET);
  const readFresh = () => secretsBy((secret) => readSecret(secret, 'fresh'));
  return {
    secrets: () => secretsBy(readSecret),
    freshSecrets: notTooOften(readFresh, now),
    sign: createS3Link({
      client: createS3Client(),
      bucket: variables.ARCHIVE_BUCKET,
      seconds: secondsOfSignedUrl,
    }),
    isThere: createS3Look({
      client: createS3Client({
        maxAttempts: 1,
        requestHandler: { ...requestLimits, requestTimeout: linkCheckMs },
      }),
      bucket: variables.ARCHIVE_BUCKET,
    }),
    log,
    refused: logLinks('links refused', { log, now }),
    now,
  };
}

/** Limits how often bad links have the secret re-read. */
export function notTooOften<Value>(
  read: () => Promise<Value>,
  now: () => Moment,
): () => Promise<Value | undefined> {
  let lastReading = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now().epochMilliseconds;
    if (at - lastReading < secretRereadMs) return undefined;
    lastReading = at;
    return read();
  };
}

const requestSchema = z.object({
  rawQueryString: z._default(z.string().check(z.maxLength(8_192)), ''),
  requestContext: z.object({ http: z.object({ method: z.enum(['GET', 'HEAD']) }) }),
});

export type HttpAnswer = {
  readonly statusCode: 302 | 403 | 410;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The same for every invalid link, so that it does not reveal which part is wrong. */
const refused: HttpAnswer = {
  statusCode: 403,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: linkRefused,
};

const gone: HttpAnswer = {
  ...refused,
  statusCode: 410,
  body: linkExpired,
};

/** @throws SecretError, and ArchiveError if the workbook may not be read */
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

async function checkedLink(query: string, { secrets, freshSecrets, now }: DownloadServices) {
  const read = (known: LinkSecrets) => verifyLink(new URLSearchParams(query), { secrets: known, now: now() });
  const link = read(await secrets());
  if (link !== 'refused') return link;
  // If the secret cannot be re-read, the cached one is enough to refuse a bad link.
  const fresh = await freshSecrets().catch(() => undefined);
  return fresh ? read(fresh) : link;
}
