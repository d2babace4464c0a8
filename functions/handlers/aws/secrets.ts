import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { LookaheadError } from '../../base/lookahead-error.ts';

/** Seconds for which a secret is cached; a rotated one is used after that, or at once where the old one is refused. */
const cacheSeconds = 300;

/** Reads the text of a secret by its name. 'fresh' reads it again although it is cached. */
export type SecretReader = (name: string, how?: 'fresh') => Promise<string>;

/** A secret that cannot be read or used; names the secret, never its value. */
export class SecretError extends LookaheadError {
  override readonly name = 'SecretError';
  readonly secret: string;

  constructor(secret: string, problem: string, remedy: string) {
    super(`The secret ${secret} ${problem}`, { kind: 'curable', remedy });
    this.secret = secret;
  }
}

export function createSecretReader(client: SecretsManagerClient): SecretReader {
  const provider = new SecretsProvider({ awsSdkV3Client: client });
  return async (name, how) => {
    const value = await provider
      .get(name, { maxAge: cacheSeconds, forceFetch: how === 'fresh' })
      .catch((error: unknown) => {
        throw new SecretError(
          name,
          `could not be read (${reasonOf(error)})`,
          'Check that it exists in Secrets Manager in this region, and that this function may read it.',
        );
      });
    if (typeof value === 'string' && value.trim() !== '') return value;
    const problem = value instanceof Uint8Array ? 'is binary, not text' : 'is empty';
    throw new SecretError(name, problem, 'Store its value in Secrets Manager as text.');
  };
}

/** The service's own code; the provider wraps it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? error.cause.name : error.name;
}
