import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { readAwsError } from '../base/aws-error.ts';
import { type ErrorKind, LookaheadError } from '../base/lookahead-error.ts';
import { parseJson } from '../base/parse-json.ts';
import { type LinkSecrets, signLink } from '../mail/signed-link.ts';
import { requestLimits } from './request-limits.ts';

/** Seconds for which a secret is cached; a rotated one is used after that, or at once where the old one is refused. */
const cacheSeconds = 300;

/** Reads the text of a secret by its name. 'fresh' reads it again although it is cached. */
export type SecretReader = (name: string, how?: 'fresh') => Promise<string>;

/** A secret that cannot be read or used; names the secret, never its value. */
export class SecretError extends LookaheadError {
  override readonly name = 'SecretError';
  readonly secret: string;

  constructor(
    secret: string,
    problem: string,
    details: { readonly kind?: ErrorKind; readonly remedy: string },
  ) {
    super(`The secret ${secret} ${problem}`, { kind: 'curable', ...details });
    this.secret = secret;
  }
}

export function openSecrets(): SecretReader {
  return createSecretReader(new SecretsManagerClient({ requestHandler: requestLimits }));
}

export function createSecretReader(client: SecretsManagerClient): SecretReader {
  const provider = new SecretsProvider({ awsSdkV3Client: client });
  return async (name, how) => {
    const value = await provider
      .get(name, { maxAge: cacheSeconds, forceFetch: how === 'fresh' })
      .catch((error: unknown) => {
        const { code, status } = readAwsError(causeOf(error));
        const retryable =
          status === undefined || status >= 500 || status === 429 || /Thrott|TooMany/.test(code);
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

/** The provider wraps the error of the client. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

const secretText = z.string().check(z.minLength(32));

/** A rotation moves `current` to `previous`; an empty `previous` is none. */
const contentSchema = z.object({
  current: secretText,
  previous: z.optional(z.union([secretText, z.literal('')])),
});

/** The secrets that sign links, from the secret of that name. @throws SecretError */
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

/** Writes the links at which a mail's readers open a stored workbook. They last as long as configured. */
export function createLinkWriter(options: {
  readonly readSecret: SecretReader;
  readonly secret: string;
  readonly baseUrl: string;
  readonly days: number;
  readonly now: () => Temporal.Instant;
}): (key: string) => Promise<string> {
  const { readSecret, baseUrl, days, now } = options;
  return async (key) => {
    const { current } = await readLinkSecrets(readSecret, options.secret);
    return signLink({ baseUrl, key, expires: now().add({ hours: 24 * days }), secret: current });
  };
}
