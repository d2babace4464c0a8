import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { findExposedFilePath } from '#archive/file-system.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

async function aSecret() {
  const root = await temporaryDirectory();
  await createDirectoryStore(root).putOnce('keys/secret', Buffer.from('x'), 'text/plain');
  return { root, path: join(root, 'keys/secret') };
}

it('a stored object is exposed if others or the group may read it, or only write it', async () => {
  const { root, path } = await aSecret();
  expect(await findExposedFilePath(root, 'keys/secret')).toBeUndefined();
  for (const mode of [0o644, 0o640, 0o620, 0o604]) {
    await chmod(path, mode);
    expect([mode, await findExposedFilePath(root, 'keys/secret')]).toEqual([mode, path]);
  }
});

it('an object is not exposed to the group that shares its folder', async () => {
  const { root, path } = await aSecret();
  await chmod(join(root, 'keys'), 0o2750);
  await chmod(path, 0o640);
  expect(await findExposedFilePath(root, 'keys/secret')).toBeUndefined();
  await chmod(path, 0o644);
  expect(await findExposedFilePath(root, 'keys/secret')).toBe(path);
});

it('an object that does not exist is not exposed', async () => {
  expect(await findExposedFilePath(await temporaryDirectory(), 'keys/secret')).toBeUndefined();
});
