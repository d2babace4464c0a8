import type { ProjectConfiguration } from '../config/configuration.ts';
import type { KeySource, SecretSource } from '../config/key-source.ts';
import { fetchedToken } from '../planning/client/fetched-token.ts';
import { fixedKey, type KeyProvider } from '../planning/client/keys.ts';
import { BadInput } from './bad-input.ts';

type TokenSource = Extract<KeySource, { token: unknown }>;
type Credentials = { readonly clientId: string; readonly clientSecret: string };
type Environment = Readonly<Record<string, string | undefined>>;

/** A key as the command line finds it, and where it was found, for messages. */
export type FoundKey = { readonly provider: KeyProvider; readonly name: string };

/** The project's key, from the environment. @throws BadInput where a variable is empty or not named */
export function keyOf(
  project: Pick<ProjectConfiguration, 'apiKey' | 'baseUrl' | 'region'>,
  environment: Environment,
): FoundKey {
  const { apiKey, baseUrl, region } = project;
  if (!isToken(apiKey)) {
    return { provider: fixedKey(secretOf(apiKey, environment)), name: nameOf(apiKey) };
  }
  const { clientId, clientSecret } = apiKey.token;
  const name = `${nameOf(clientId)} and ${nameOf(clientSecret)}`;
  const provider = fetchedToken({
    baseUrl,
    region,
    ...credentialsIn(apiKey, environment),
    keyName: name,
  });
  return { provider, name };
}

/** Client id and secret, where the project's key is a token. @throws BadInput as `keyOf` */
export function credentialsOf(
  { apiKey }: Pick<ProjectConfiguration, 'apiKey'>,
  environment: Environment,
): Credentials | undefined {
  return isToken(apiKey) ? credentialsIn(apiKey, environment) : undefined;
}

function credentialsIn({ token }: TokenSource, environment: Environment): Credentials {
  const { clientId, clientSecret } = token;
  return { clientId: secretOf(clientId, environment), clientSecret: secretOf(clientSecret, environment) };
}

function isToken(source: KeySource): source is TokenSource {
  return 'token' in source;
}

function nameOf(source: SecretSource): string {
  return 'env' in source ? `the environment variable ${source.env}` : `the secret ${source.secret}`;
}

function secretOf(source: SecretSource, environment: Environment): string {
  if (!('env' in source)) {
    throw new BadInput(
      `The secret ${source.secret} is read in the cloud only`,
      `For the command line, name an environment variable beside it: { secret: ${source.secret}, env: PLANNING_API_KEY }.`,
    );
  }
  const value = environment[source.env]?.trim();
  if (value) return value;
  throw new BadInput(
    `The environment variable ${source.env} is empty or not set`,
    `Set it to the project's API key: export ${source.env}=….`,
  );
}
