import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { applySourceMaps } from '#base/log.ts';
import { writeBundle } from '../../infra/write-bundle.ts';

const run = promisify(execFile);

/** Bundles a module in a temporary folder, runs it, and returns the stack of the error that it throws. */
async function stackOf(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-functions'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entry = join(folder, 'failing.ts');
  await writeFile(entry, source);
  await writeBundle(entry, join(folder, 'bundle'));
  // In a process of its own, because the test runner maps stacks itself.
  const script = `import(${JSON.stringify(join(folder, 'bundle/index.mjs'))}).catch((error) => process.stdout.write(error.stack))`;
  return (await run(process.execPath, ['-e', script])).stdout;
}

describe('the stack of a bug in bundled code', () => {
  it('names the lines of the source', async () => {
    const stack = await stackOf(
      'const nothing: { name?: { first: string } } = {};\n\nconsole.log(nothing.name!.first);\n',
    );
    expect(stack).toMatch(/index\.mjs:1:\d+/);
    expect(applySourceMaps(stack)).toMatch(/failing\.ts:3:\d+/);
    expect(applySourceMaps(stack)).not.toMatch(/index\.mjs:/);
  });

  it('is unchanged if there is no source map', () => {
    const stack = 'TypeError: x\n    at a (file:///var/task/index.mjs:1:2)\n    at node:internal/process:3:4';
    expect(applySourceMaps(stack)).toBe(stack);
  });
});
