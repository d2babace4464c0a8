import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFailure } from '#commands/failure.ts';
import { callCli } from '../support/call-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

describe('an error of the operating system', () => {
  it.each([
    ['EACCES', 'Give yourself the right to read and write there, or choose another directory.'],
    ['EROFS', 'This file system is read-only: mount it for writing, or choose another directory.'],
    ['ENOSPC', 'The disk is full: make room, then run again. Everything already stored is complete.'],
    [
      'ENOTDIR',
      'Part of this path is a file, not a directory: move the file away or choose another directory.',
    ],
  ])('with the code %s has its own remedy', (code, remedy) => {
    const error = Object.assign(new Error(`${code}: no, mkdir '/data/gb'`), { code, path: '/data/gb' });
    expect(describeFailure(error)).toEqual({
      badInput: false,
      lines: [`${code}: no, mkdir '/data/gb'. ${remedy}`],
    });
  });
});

describe('status --out', () => {
  it('distinguishes a missing folder from a file', async () => {
    const folder = await temporaryDirectory();
    const file = join(folder, 'out');
    await writeFile(file, '');
    const said = async (out: string) => (await callCli(['status', '--out', out])).stderr;
    expect(await said(file)).toContain(`${file} is a file. Name the folder`);
    expect(await said(join(folder, 'none'))).toContain(`The folder ${join(folder, 'none')} does not exist.`);
  });
});

describe('import', () => {
  it('reports that a folder has no list of tasks', async () => {
    const folder = join(await temporaryDirectory(), 'plan.xer');
    await mkdir(folder);
    const { code, stderr } = await callCli(['import', folder, '--inspect']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('plan.xer: there is no list of tasks. Give')]);
  });
});
