/** Processes that tests start load the same modules: the first compiles them, the others take what it has left. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** For vitest, after the temporary folder of the run was made. */
export function setup(): void {
  process.env['NODE_COMPILE_CACHE'] = join(tmpdir(), 'compile-cache');
}

/** For the environment of a process that is not to inherit the rest. */
export function compileCache(): Readonly<Record<string, string>> {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
