/** One folder for all that a run of tests or measurements puts into the system's temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/**
 * From here on this process and those it starts take a new folder for the system's temporary one.
 * @returns removes it with everything in it, also what a test that failed or a process that was killed has left
 */
export function takeTemporaryFolder(): () => void {
  const { TMPDIR: outer } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'lookahead-run-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    // A process that was just killed may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** The same for a program of its own, however it ends. */
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

/** For vitest, before the first test; what it returns comes after the last. An interrupted run ends without that. */
export function setup(): () => void {
  const remove = takeTemporaryFolder();
  process.once('exit', remove);
  return remove;
}
