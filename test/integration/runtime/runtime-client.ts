import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'rolldown/utils';

const installed = join(import.meta.dirname, 'ric/node_modules/aws-lambda-ric');

/**
 * Whether AWS's own runtime interface client is installed. It compiles native code, so only the deep checks install it.
 */
export const hasRuntimeInterfaceClient = existsSync(join(installed, 'rapid-client.node'));

/** The program that runs a handler over the Runtime API: AWS's client, or our own of a few lines. */
export type RuntimeClient = "AWS's" | 'our own';

/** The installed clients. The first is the default. */
export const runtimeClients: readonly RuntimeClient[] = hasRuntimeInterfaceClient
  ? ["AWS's", 'our own']
  : ['our own'];

/** The arguments for `node` that run a handler under AWS's client if it is installed, otherwise under our own. */
export function runtimeClient(handler: string, client = runtimeClients[0]): readonly string[] {
  return client === "AWS's"
    ? [join(installed, 'index.mjs'), handler]
    : ['--input-type=module', '--eval', bootstrap];
}

/**
 * Removes the types from the file in advance, because a process that removes them itself starts twice as slowly as on
 * Lambda.
 */
export function withoutTypes(file: string): string {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  return transformSync(file, source).code;
}

const bootstrap = withoutTypes('bootstrap.ts');
