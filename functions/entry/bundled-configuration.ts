import { dirname, resolve } from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { loadConfiguration } from '../config/load-configuration.ts';

/** The configuration that was deployed with the function, and the folder its logos are in. */
export async function bundledConfiguration(variables: {
  readonly CONFIGURATION_FILE: string;
  readonly LAMBDA_TASK_ROOT: string;
}): Promise<{ readonly configuration: Configuration; readonly configurationFolder: string }> {
  const file = resolve(variables.LAMBDA_TASK_ROOT, variables.CONFIGURATION_FILE);
  return { configuration: await loadConfiguration(file), configurationFolder: dirname(file) };
}
