import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { toDotPath } from 'zod/v4/core';
import { inEnglish } from '../../base/english.ts';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { type Configuration, configurationSchema } from '../../config/configuration.ts';

/** The function was deployed with a configuration that it cannot use. */
class BundleError extends LookaheadError {
  override readonly name = 'BundleError';
}

/**
 * The configuration that was deployed with the function, and the folder its logos are in. It was checked when it
 * was bundled, with file, line and remedy; here the same schema reads its values, so that a bundle of another
 * release is refused rather than misread.
 * @throws BundleError where the file is not there, or does not fit
 */
export async function bundledConfiguration(variables: {
  readonly CONFIGURATION_FILE: string;
  readonly LAMBDA_TASK_ROOT: string;
}): Promise<{ readonly configuration: Configuration; readonly configurationFolder: string }> {
  const file = resolve(variables.LAMBDA_TASK_ROOT, variables.CONFIGURATION_FILE);
  const parsed = configurationSchema.safeParse(await readValues(file), inEnglish);
  if (parsed.success) return { configuration: parsed.data, configurationFolder: dirname(file) };
  const [first] = parsed.error.issues;
  throw unusable(file, `${toDotPath(first?.path ?? [])}: ${first?.message ?? 'does not fit'}`, parsed.error);
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
