/**
 * The owner of files that root writes. These tests run as root only, as in CI, because other users may not give files
 * away.
 */
import { chown, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const body = new TextEncoder().encode('x');
/** The user `nobody` of most systems. */
const owner = { uid: 65_534, gid: 65_534 };

async function ownersOf(root: string, ...paths: readonly string[]) {
  return Promise.all(paths.map(async (path) => (await stat(join(root, path))).uid));
}

describe.skipIf(process.getuid?.() !== 0)('a file that root writes into a folder of another user', () => {
  it('belongs to that user and group, as do its new folders, and the archive if root had to create it', async () => {
    const root = await temporaryDirectory();
    await chown(root, owner.uid, owner.gid);
    await createDirectoryStore(join(root, 'a/b')).putOnce('c/d/1', body, 'text/plain');
    expect(
      new Set(await ownersOf(root, 'a', 'a/b', 'a/b/.unfinished', 'a/b/c', 'a/b/c/d', 'a/b/c/d/1')),
    ).toEqual(new Set([owner.uid]));
    expect((await stat(join(root, 'a/b/c/d/1'))).gid).toBe(owner.gid);
  });

  it('makes that user the owner of folders above it that root had created', async () => {
    const root = await temporaryDirectory();
    await chown(root, owner.uid, owner.gid);
    await mkdir(join(root, 'stops'), { mode: 0o700 });
    await createDirectoryStore(root).putOnce('stops/1', body, 'text/plain');
    expect(await ownersOf(root, 'stops', 'stops/1')).toEqual([owner.uid, owner.uid]);
  });

  it('is not written through a link, because the link could make root give away any folder', async () => {
    const [root, elsewhere] = [await temporaryDirectory(), await temporaryDirectory()];
    await chown(root, owner.uid, owner.gid);
    await symlink(elsewhere, join(root, 'stops'));
    await expect(createDirectoryStore(root).putOnce('stops/1', body, 'text/plain')).rejects.toThrow(
      'ENOTDIR',
    );
    expect(await ownersOf(elsewhere, '')).toEqual([0]);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('stays with root if the folder is root’s own', async () => {
    const root = await temporaryDirectory();
    await createDirectoryStore(root).putOnce('a/1', body, 'text/plain');
    expect(await ownersOf(root, 'a', 'a/1')).toEqual([0, 0]);
  });
});
