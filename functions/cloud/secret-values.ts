import * as z from 'zod/mini';
import { parseJson } from '#base/json.ts';
import type { ProjectConfiguration } from '#config/configuration.ts';
import type { SecretSource } from '#config/project.ts';
import type { SecretValues } from '#runs/connect.ts';
import { SecretError, type SecretReader } from './secret-reader.ts';

export function secretsManagerValues(readSecret: SecretReader) {
  return (project: ProjectConfiguration): SecretValues => {
    const secretNameOf = (source: SecretSource): string => {
      if ('secret' in source) return source.secret;
      throw new SecretError(
        'of the API key',
        `is not configured for the project ${project.key}: only an environment variable is, which is for the command line`,
        { remedy: 'Name a secret beside it in lookahead.yaml, { secret: …, env: … }, and deploy again.' },
      );
    };
    return {
      nameOf: (source) => {
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
      unusable: (source, problem) =>
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
    remedy: `Add "${property}" with the API key as its value to the JSON in it, beside what it has.`,
  });
}
