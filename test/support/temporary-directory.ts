import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty directory. `whenOver` is called with a function that removes it; by default, the end of the test does. */
export async function temporaryDirectory(
  whenOver: (remove: () => Promise<void>) => unknown = onTestFinished,
): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lookahead-'));
  whenOver(() => rm(path, { recursive: true, force: true }));
  return path;
}
