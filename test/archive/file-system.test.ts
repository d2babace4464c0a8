import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '#archive/file-system.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lookahead-folder-'));
});
afterAll(() => rm(root, { recursive: true }));

describe('making a folder', () => {
  it('makes the folders above it and returns the topmost one it made', async () => {
    expect(await makeFolder(join(root, 'a/b/c'))).toBe(join(root, 'a'));
    expect((await stat(join(root, 'a/b/c'))).isDirectory()).toBe(true);
    expect(await makeFolder(join(root, 'a/b/d'))).toBe(join(root, 'a/b/d'));
    expect(await makeFolder(join(root, 'a/b/d'))).toBeUndefined();
  });

  it('works if several callers make it at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(root, 'x/y/z'))));
    expect((await stat(join(root, 'x/y/z'))).isDirectory()).toBe(true);
    expect(made.length).toBe(20);
  });

  it('fails below a file', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(makeFolder(join(root, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.skipIf(process.platform !== 'linux')(
    'fails, and does not loop, if the file system creates no folder',
    async () => {
      await expect(makeFolder('/proc/lookahead/below')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
