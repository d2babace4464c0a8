import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { createS3Client } from '../archive/s3-client.ts';
import { createS3Link } from '../archive/s3-link.ts';
import { type LinkSecrets, readLink } from '../mail/link-token.ts';
import { readLinkSecrets } from './link-secrets.ts';
import { type Environment, readVariables } from './read-variables.ts';
import { createSecretReader } from './secrets.ts';
import { createStepLog, failureFields, type StepLog } from './step-log.ts';

/** How long the address is good to which a link leads, in seconds. */
const signedFor = 300;
/** Milliseconds for finding out whether a workbook is still kept. */
const longestLook = 3_000;

/** All that a link needs of an instant: this function loads no calendar, and is waited for. */
type Moment = { readonly epochMilliseconds: number };

const name = z.string('is not set').check(z.minLength(1, 'is empty'));
const downloadVariables = z.object({ ARCHIVE_BUCKET: name, LINK_SECRET: name });

export type DownloadServices = {
  readonly secrets: () => Promise<LinkSecrets>;
  /** Signs an address of an object. */
  readonly sign: (key: string) => Promise<string>;
  /** Whether an object is at a signed address. */
  readonly isThere: (address: string) => Promise<boolean>;
  readonly log: StepLog;
  readonly now: () => Moment;
};

export function downloadServices(environment: Environment, now: () => Moment): DownloadServices {
  const variables = readVariables(downloadVariables, environment);
  const readSecret = createSecretReader(new SecretsManagerClient());
  return {
    secrets: () => readLinkSecrets(readSecret, variables.LINK_SECRET),
    sign: createS3Link({ client: createS3Client(), bucket: variables.ARCHIVE_BUCKET, seconds: signedFor }),
    isThere: (address) => isThere(address, globalThis.fetch),
    log: createStepLog(),
    now,
  };
}

/**
 * Asks for the first byte. To a role that may not list, S3 answers 403 where nothing is; an answer that is no
 * answer, or of another kind, is left for the reader's browser to meet.
 */
async function isThere(address: string, fetch: typeof globalThis.fetch): Promise<boolean> {
  try {
    const headers = { range: 'bytes=0-0' };
    const { status, body } = await fetch(address, { headers, signal: AbortSignal.timeout(longestLook) });
    await body?.cancel();
    return status !== 403 && status !== 404;
  } catch {
    return true;
  }
}

/** A request to a function URL, as far as it matters here. */
const requestSchema = z.object({
  rawQueryString: z._default(z.string().check(z.maxLength(8_192)), ''),
  requestContext: z.object({ http: z.object({ method: z.enum(['GET', 'HEAD']) }) }),
});

export type HttpAnswer = {
  readonly statusCode: 302 | 403 | 410;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The same for every link that is not good, so that nobody learns which part of it is wrong. */
const refused: HttpAnswer = {
  statusCode: 403,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'This link does not work, or not any more. Ask whoever sent you the report for the workbook.\n',
};

/** A good link, to a workbook whose time is over. */
const gone: HttpAnswer = {
  ...refused,
  statusCode: 410,
  body: 'This workbook is not kept any more. Ask whoever sent you the report for a copy, or for a newer one.\n',
};

/** @throws what the secrets say where they cannot be read: no link can then be told good from bad */
export async function openLink(event: unknown, services: DownloadServices): Promise<HttpAnswer> {
  const { log } = services;
  try {
    const request = requestSchema.safeParse(event);
    const link = request.success
      ? readLink(new URLSearchParams(request.data.rawQueryString), {
          secrets: await services.secrets(),
          now: services.now(),
        })
      : 'refused';
    // A link leads to workbooks; nothing else of the archive is anybody's business.
    if (link === 'refused' || !link.key.endsWith('.xlsx')) {
      log.info('refused', {});
      return refused;
    }
    const location = await services.sign(link.key);
    const folder = link.key.slice(0, link.key.lastIndexOf('/') + 1);
    if (!(await services.isThere(location))) {
      log.warn('not kept any more', { folder });
      return gone;
    }
    log.info('opened', { folder });
    const headers = {
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    };
    return { statusCode: 302, headers, body: '' };
  } catch (error) {
    log.error('failed', failureFields(error));
    throw error;
  }
}
