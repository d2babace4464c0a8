import { InputError } from '#base/lookahead-error.ts';
import { setVariableCommandText } from '#base/text/shell.ts';
import { unusedProxyAdvice } from '#base/unused-proxy.ts';
import type { ProjectConfiguration } from '#config/configuration.ts';
import type { SecretSource } from '#config/project.ts';
import { createKeyFinder, type FindApiKey, type SecretValueReader } from '#runs/connect.ts';

class EnvironmentKeyError extends InputError {
  override readonly name = 'EnvironmentKeyError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a function that finds a project's key in the environment. It throws EnvironmentKeyError if the variable is
 * empty, not set or has no usable key, and for a project that only names a secret of the cloud.
 */
export function environmentApiKeyFinder(environment: Environment): FindApiKey {
  return createKeyFinder((project) => environmentValues(project, environment));
}

function environmentValues({ baseUrl }: ProjectConfiguration, environment: Environment): SecretValueReader {
  return {
    unusedProxy: unusedProxyAdvice(baseUrl, environment),
    displayName: sourceName,
    read: async (source) => environmentValue(source, environment),
    unusableError: (source, problem) =>
      new EnvironmentKeyError(
        `The value of ${sourceName(source)} ${problem}`,
        'Set it to the API key itself, or to JSON with apiKey, or with clientId and clientSecret.',
      ),
  };
}

function sourceName(source: SecretSource): string {
  return 'env' in source ? `the environment variable ${source.env}` : `the secret ${source.secret}`;
}

function environmentValue(source: SecretSource, environment: Environment): string {
  if (!('env' in source)) {
    throw new EnvironmentKeyError(
      `The secret ${source.secret} is read in the cloud only`,
      `For the command line, name an environment variable beside it: { secret: ${source.secret}, env: PLANNING_API_KEY }.`,
    );
  }
  const value = environment[source.env]?.trim();
  if (value) return value;
  throw new EnvironmentKeyError(
    `The environment variable ${source.env} is empty or not set`,
    `Set it to the project's API key: ${setVariableCommandText(source.env, '…')}.`,
  );
}
