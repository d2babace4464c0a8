/** Processes that tests start load the same modules: the first compiles them, the others take what it has left. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For the environment of such a process. Test workers have none of it: they would spend their end on writing it. */
export function compileCache(): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: join(tmpdir(), 'compile-cache') };
}
