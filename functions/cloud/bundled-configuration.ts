/**
 * The configuration that is deployed with a function. It was checked in full when it was bundled, and is stored with
 * all defaults, so a cold start only parses JSON.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import { LookaheadError } from '#base/lookahead-error.ts';
import type { Configuration } from '#config/configuration.ts';
import { schemaDigest } from '#config/schema-digest.ts';

class BundleError extends LookaheadError {
  override readonly name = 'BundleError';
}

const bundleSchema = z.object({
  /** Digest of the schema that the configuration has passed. */
  schema: z.string(),
  // The type is right because a bundle with the same digest was written from a value of this type.
  configuration: z.custom<Configuration>((value) => typeof value === 'object' && value !== null),
});

export function formatConfigurationBundle(configuration: Configuration): string {
  return `${JSON.stringify({ schema: schemaDigest, configuration } satisfies z.infer<typeof bundleSchema>)}\n`;
}

/**
 * The deployed configuration, and the folder with its logos.
 * @throws BundleError if the file is missing, or was written by another release
 */
export async function readConfigurationBundle(variables: {
  readonly CONFIGURATION_FILE: string;
  readonly LAMBDA_TASK_ROOT: string;
}): Promise<{ readonly configuration: Configuration; readonly configurationFolder: string }> {
  const file = resolve(variables.LAMBDA_TASK_ROOT, variables.CONFIGURATION_FILE);
  const { data, error } = bundleSchema.safeParse(await readValues(file));
  if (data === undefined) throw unusable(file, 'it has another form', error);
  if (data.schema !== schemaDigest) throw unusable(file, 'another release wrote it', undefined);
  return { configuration: data.configuration, configurationFolder: dirname(file) };
}

async function readValues(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw unusable(file, cause instanceof Error ? cause.message : 'unknown cause', cause);
  }
}

function unusable(file: string, problem: string, cause: unknown): BundleError {
  return new BundleError(`The configuration ${file} cannot be used (${problem})`, {
    kind: 'curable',
    remedy: 'It is generated from lookahead.yaml at each deployment: deploy the stack again.',
    cause,
  });
}
