import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readAwsError } from '../base/aws-error.ts';
import { type ErrorKind, LookaheadError } from '../base/lookahead-error.ts';
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
