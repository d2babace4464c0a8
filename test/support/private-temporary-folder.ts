/** Gives each run of the tests or benchmarks a temporary folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/**
 * From now on this process and those it starts use a new temporary folder.
 * @returns a function that removes the folder and everything in it, also what a failed test or a killed process left
 */
export function takeTemporaryFolder(): () => void {
  const { TMPDIR: outer } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'lookahead-run-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    // A process that has just been killed may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Like `takeTemporaryFolder`, until this program exits in any way. */
export function takeTemporaryFolderUntilExit(): void {
  process.once('exit', takeTemporaryFolder());
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => process.exit(code));
  }
}

/**
 * For vitest, which calls it before the first test and its result after the last. An interrupted run skips the latter.
 */
export function setup(): () => void {
  const remove = takeTemporaryFolder();
  process.once('exit', remove);
  return remove;
}
