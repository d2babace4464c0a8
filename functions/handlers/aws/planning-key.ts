import type { ProjectConfiguration } from '../../config/configuration.ts';
import type { SecretSource } from '../../config/key-source.ts';
import type { SecretValues } from '../../delivery/request/planning-key.ts';
import { SecretError, type SecretReader } from './secrets.ts';

/** A project's secret values in the cloud. Its methods throw SecretError. */
export function secretsManagerValues(readSecret: SecretReader) {
  return (project: ProjectConfiguration): SecretValues => {
    const secretNameOf = (source: SecretSource): string => {
      if (source.secret !== undefined) return source.secret;
      throw new SecretError(
        'of the API key',
        `is not configured for the project ${project.key}: only an environment variable is, which is for the command line`,
        { remedy: 'Name a secret beside it in lookahead.yaml, { secret: …, env: … }, and deploy again.' },
      );
    };
    return {
      nameOf: (source) => `the secret ${secretNameOf(source)}`,
      read: async (source, how) => readSecret(secretNameOf(source), how),
      unusable: (source, problem) =>
        new SecretError(secretNameOf(source), problem, {
          remedy: 'Store the API key itself in it, or JSON with apiKey, or with clientId and clientSecret.',
        }),
    };
  };
}
