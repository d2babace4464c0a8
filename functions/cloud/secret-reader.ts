import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { readAwsError } from '#base/aws-error.ts';
import { parseJson } from '#base/json.ts';
import { type ErrorKind, LookaheadError } from '#base/lookahead-error.ts';
import { isTemporaryCode } from '#base/remedies.ts';
import type { ProjectConfiguration } from '#config/configuration.ts';
import type { SecretSource } from '#config/project.ts';
import { type LinkSecrets, signLink } from '#display/signed-link.ts';
import { parsePageKey, signPageLink } from '#pages/page-link.ts';
import type { SecretValueReader } from '#runs/connect.ts';
import type { SignPageLink } from '#runs/world.ts';
import { requestTimeouts } from './aws-request-limits.ts';

/** Cache time of a secret in seconds. A new value is used after that, or immediately if the old one is refused. */
const secretCacheSeconds = 300;

/** 'fresh' bypasses the cache. */
export type SecretReader = (name: string, how?: 'fresh') => Promise<string>;

/** A secret that cannot be read or used. The message names the secret, never its value. */
export class SecretError extends LookaheadError {
  override readonly name = 'SecretError';

  constructor(
    secret: string,
    problem: string,
    details: { readonly kind?: ErrorKind; readonly remedy: string },
  ) {
    super(`The secret ${secret} ${problem}`, { kind: 'curable', ...details });
  }
}

export function createCloudSecretReader(): SecretReader {
  return createSecretReader(new SecretsManagerClient({ requestHandler: requestTimeouts }));
}

export function createSecretReader(client: SecretsManagerClient): SecretReader {
  const provider = new SecretsProvider({ awsSdkV3Client: client });
  return async (name, how) => {
    const value = await provider
      .get(name, { maxAge: secretCacheSeconds, forceFetch: how === 'fresh' })
      .catch((error: unknown) => {
        const { code, status } = readAwsError(clientError(error));
        const retryable = status === undefined || isTemporaryCode(String(status)) || isTemporaryCode(code);
        throw new SecretError(name, `could not be read (${code})`, {
          kind: retryable ? 'retryable' : 'curable',
          remedy: retryable
            ? 'Secrets Manager does not answer at the moment; try again later.'
            : 'Check that it exists in Secrets Manager in this region, and that this function may read it.',
        });
      });
    if (typeof value === 'string' && value.trim() !== '') return value;
    const problem = value instanceof Uint8Array ? 'is binary, not text' : 'is empty';
    throw new SecretError(name, problem, { remedy: 'Store its value in Secrets Manager as text.' });
  };
}

/** The client's own error, which the provider of secrets has wrapped. */
function clientError(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

const secretText = z.string().check(z.minLength(32));

/** A rotation moves `current` to `previous`, which is empty before the first one. */
const contentSchema = z.object({
  current: secretText,
  previous: z.optional(z.union([secretText, z.literal('')])),
});

export async function readLinkSecrets(readSecret: SecretReader, secret: string): Promise<LinkSecrets> {
  const content = contentSchema.safeParse(parseJson(await readSecret(secret)));
  if (!content.success) {
    throw new SecretError(secret, 'has the wrong form', {
      remedy:
        'Store JSON of the form {"current": "…"} in it, with at least 32 random characters as the value.',
    });
  }
  const { current, previous } = content.data;
  return { current, previous: previous === '' ? undefined : previous };
}

type LinkSigning = {
  readonly readSecret: SecretReader;
  readonly secret: string;
  readonly baseUrl: string;
};

/** Signs links to week pages. */
export function createPageLinkSigner(options: LinkSigning): SignPageLink {
  const { readSecret, baseUrl } = options;
  return async (key, kind) => {
    const { current } = await readLinkSecrets(readSecret, options.secret);
    return signPageLink(parsePageKey(key), { baseUrl, kind, secret: current });
  };
}

/** Makes the links at which readers of a mail open a stored workbook. @param options.days lifetime of a link */
export function createWorkbookLinkSigner(
  options: LinkSigning & {
    readonly days: number;
    readonly now: () => Temporal.Instant;
  },
): (key: string) => Promise<string> {
  const { readSecret, baseUrl, days, now } = options;
  return async (key) => {
    const { current } = await readLinkSecrets(readSecret, options.secret);
    return signLink({ baseUrl, key, expires: now().add({ hours: 24 * days }), secret: current });
  };
}

export function createSecretsManagerLookup(readSecret: SecretReader) {
  return (project: ProjectConfiguration): SecretValueReader => {
    const secretNameOf = (source: SecretSource): string => {
      if ('secret' in source) return source.secret;
      throw new SecretError(
        'of the API key',
        `is not configured for the project ${project.key}: only an environment variable is, which is for the command line`,
        { remedy: 'Add a secret in lookahead.yaml, { secret: …, env: … }, and deploy again.' },
      );
    };
    return {
      displayName: (source) => {
        const secret = `the secret ${secretNameOf(source)}`;
        return 'property' in source && source.property !== undefined
          ? `the property ${source.property} of ${secret}`
          : secret;
      },
      read: async (source, how) => {
        const text = await readSecret(secretNameOf(source), how);
        return 'property' in source && source.property !== undefined
          ? secretProperty(text, { secret: secretNameOf(source), property: source.property })
          : text;
      },
      unusableError: (source, problem) =>
        new SecretError(secretNameOf(source), problem, {
          remedy: 'Store the API key itself in it, or JSON with apiKey, or with clientId and clientSecret.',
        }),
    };
  };
}

const properties = z.record(z.string(), z.unknown());

/** A property of a JSON secret such as `{"clientId": …, "clientSecret": …}`. */
function secretProperty(
  text: string,
  { secret, property }: { readonly secret: string; readonly property: string },
): string {
  const content = properties.safeParse(parseJson(text));
  if (!content.success) {
    throw new SecretError(secret, 'is not JSON, although lookahead.yaml names a property of it', {
      remedy: `Store JSON of the form {"${property}": "…"} in it, or remove property from lookahead.yaml.`,
    });
  }
  const value = new Map(Object.entries(content.data)).get(property);
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  throw new SecretError(secret, `has no property ${property} with a value`, {
    remedy: `Add "${property}" with the API key as its value to the JSON in it, and keep what it has.`,
  });
}
