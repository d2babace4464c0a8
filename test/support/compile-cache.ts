/**
 * A shared cache of compiled modules: the first process that a test starts compiles them, and the others reuse them.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Environment variables of a process that is to use the cache. Test workers do not use the cache: writing it at their
 * end would take too long.
 */
export function compileCache(): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: join(tmpdir(), 'compile-cache') };
}
