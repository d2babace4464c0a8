import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const module = pathToFileURL(`${import.meta.dirname}/../support/private-temporary-folder.ts`).href;

/**
 * Runs a program that makes a folder in its temporary folder, and then ends: by itself, with the code in `ending` as
 * its last lines, or by the signal.
 * @returns the content of the outer temporary folder afterwards
 */
async function leftBy(ending: string, signal?: NodeJS.Signals): Promise<readonly string[]> {
  const temporary = await temporaryDirectory();
  const script = `
    const { takeTemporaryFolderUntilExit } = await import(${JSON.stringify(module)});
    const { mkdtempSync } = await import('node:fs');
    takeTemporaryFolderUntilExit();
    mkdtempSync((await import('node:os')).tmpdir() + '/left-');
    process.stdout.write('ready');
    ${ending}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  const present = readdirSync(temporary);
  if (signal === undefined) await closed;
  else {
    expect(present).toEqual([expect.stringMatching(/^lookahead-run-/)]);
    child.kill(signal);
    await closed;
  }
  return readdirSync(temporary);
}

it('a bench leaves nothing in the temporary folder, however it ends', async () => {
  const forever = 'setInterval(() => undefined, 1000);';
  const left = await Promise.all([
    leftBy(''),
    leftBy("throw new Error('failed');"),
    leftBy(forever, 'SIGINT'),
    leftBy(forever, 'SIGTERM'),
  ]);
  expect(left).toEqual([[], [], [], []]);
});
