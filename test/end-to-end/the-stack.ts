import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, synthesise } from '../runtime/synthesise.ts';

/**
 * The stack of a configuration, made as a deployment makes it. The bundles in it hold that configuration until
 * they are deployed with another; schedules are its own.
 */
export async function theStack(configuration: string): Promise<Stack & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-stack-'));
  const file = join(folder, 'lookahead.yaml');
  await writeFile(file, configuration);
  const stack = await synthesise({ configuration: file, out: join(folder, 'cdk.out') });
  return {
    ...stack,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
