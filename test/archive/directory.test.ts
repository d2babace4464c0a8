import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { directoryError } from '#archive/file-system.ts';
import { ArchiveError } from '#archive/object-store.ts';
import { deep } from '../support/deep-checks.ts';
import { objectStoreContract } from '../support/object-store-contract.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const body = new TextEncoder().encode('x');
const writer = fileURLToPath(new URL('../support/write-until-killed.ts', import.meta.url));

async function modesOf(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => stat(join(root, path))));
  return found.map(({ mode }) => (mode & 0o7777).toString(8));
}

objectStoreContract('a directory', async () =>
  createDirectoryStore(join(await temporaryDirectory(), 'not', 'there', 'yet')),
);

describe('a directory store', () => {
  it('stores an object as a file of the same name, which its link leads to', async () => {
    const root = await temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.putOnce('issues/a b/Ω – 1.txt', body, 'text/plain');
    expect(await readFile(join(root, 'issues/a b/Ω – 1.txt'), 'utf8')).toBe('x');
    expect(await readFile(fileURLToPath(await store.link('issues/a b/Ω – 1.txt')), 'utf8')).toBe('x');
  });

  it('creates files and folders for the owner alone, and leaves the mode of a folder that exists', async () => {
    const root = await temporaryDirectory();
    await chmod(root, 0o755);
    const archive = join(root, 'archive');
    await createDirectoryStore(archive).putOnce('a/b/1', body, 'text/plain');
    expect(await modesOf(root, ['archive', 'archive/.unfinished', 'archive/a', 'archive/a/b'])).toEqual(
      Array(4).fill('700'),
    );
    expect(await modesOf(root, ['archive/a/b/1'])).toEqual(['600']);
    await chmod(join(archive, 'a'), 0o755);
    await createDirectoryStore(archive).putOnce('a/2', body, 'text/plain');
    expect(await modesOf(root, ['', 'archive/a', 'archive/a/2'])).toEqual(['755', '755', '600']);
  });

  it('lets the group read too if the folder above has the set-group-id bit', async () => {
    const root = await temporaryDirectory();
    await chmod(root, 0o2755);
    await createDirectoryStore(join(root, 'archive')).putOnce('a/1', body, 'text/plain');
    expect(await modesOf(root, ['archive/a', 'archive/a/1'])).toEqual(['2750', '640']);
  });

  it('leaves no unfinished file behind', async () => {
    const root = await temporaryDirectory();
    const store = createDirectoryStore(root);
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.putOnce(`a/${n % 5}`, body, 'text/plain')));
    expect(await readdir(join(root, '.unfinished'))).toEqual([]);
  });

  it('lets one of many stores in the same directory create a key', async () => {
    const root = await temporaryDirectory();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => createDirectoryStore(root).putOnce('one', body, 'text/plain')),
    );
    expect(results.filter((result) => result === 'created')).toHaveLength(1);
  });

  it('lists neither unfinished files nor files that operating systems add to folders', async () => {
    const root = await temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.putOnce('a/1', body, 'text/plain');
    await writeFile(join(root, '.unfinished', '1-1'), 'half');
    await writeFile(join(root, 'a', '.DS_Store'), '');
    expect(await store.list('')).toEqual(['a/1']);
  });

  it('removes unfinished files of ended processes, and keeps those that may still be written', async () => {
    const root = await temporaryDirectory();
    await mkdir(join(root, '.unfinished'));
    await writeFile(join(root, '.unfinished', 'old'), 'half');
    await writeFile(join(root, '.unfinished', 'young'), 'half');
    const { mtimeMs } = await stat(join(root, '.unfinished', 'young'));
    const twoHoursBefore = mtimeMs / 1000 - 2 * 60 * 60;
    await utimes(join(root, '.unfinished', 'old'), twoHoursBefore, twoHoursBefore);
    await createDirectoryStore(root).putOnce('a', body, 'text/plain');
    expect(await readdir(join(root, '.unfinished'))).toEqual(['young']);
  });

  it.each(deep ? [1, 2, 3] : [2])(
    'leaves only complete objects when it is killed while writing object %i',
    async (count) => {
      const root = await temporaryDirectory();
      const child = spawn(process.execPath, [writer, root, '16'], { stdio: ['ignore', 'pipe', 'inherit'] });
      // After its nth object, the process is making or writing the next one. The kill can come at any point of that.
      for await (const chunk of child.stdout) {
        if (String(chunk).includes(String(count))) break;
      }
      child.kill('SIGKILL');
      if (child.signalCode === null) await once(child, 'exit');
      const store = createDirectoryStore(root);
      const keys = await store.list('');
      expect(keys.length).toBeGreaterThanOrEqual(count);
      for (const [index, key] of keys.entries()) {
        const object = await store.get(key);
        expect(object?.length).toBe(16 * 1024 * 1024);
        expect(object?.at(-1)).toBe(index + 1);
      }
      const next = `large/${keys.length + 1}`;
      expect(await store.putOnce(next, body, 'text/plain')).toBe('created');
      expect(Buffer.from((await store.get(next)) ?? []).toString()).toBe('x');
    },
  );

  it('leaves nothing of a write that the system stops, and explains the failure in one line', async () => {
    const root = await temporaryDirectory();
    // The limit is in blocks of 512 or 1,024 bytes, so it is at most a tenth of the object.
    const child = spawn('sh', ['-c', `ulimit -f 1000; exec "${process.execPath}" "${writer}" "${root}" 16`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const output = (await child.stderr.toArray()).join('');
    expect(output).toMatch(/ArchiveError: Cannot write .*large\/1 \(EFBIG\)\. .*ulimit/);
    expect(await createDirectoryStore(root).list('')).toEqual([]);
    expect(await readdir(join(root, '.unfinished'))).toEqual([]);
  });

  it('explains that a part of the path is a file', async () => {
    const root = join(await temporaryDirectory(), 'file');
    await writeFile(root, '');
    const store = createDirectoryStore(join(root, 'out'));
    await expect(store.putOnce('a', body, 'text/plain')).rejects.toThrow(ArchiveError);
    await expect(store.putOnce('a', body, 'text/plain')).rejects.toThrow(/Part of this path is a file/);
    expect(await store.list('')).toEqual([]);
  });

  it('explains that an existing key would have to be a folder', async () => {
    const store = createDirectoryStore(await temporaryDirectory());
    await store.putOnce('a', body, 'text/plain');
    await expect(store.putOnce('a/b', body, 'text/plain')).rejects.toThrow(/Part of this path is a file/);
  });

  it.each([
    ['EACCES', /right to read and write/],
    ['EROFS', /file system is read-only/],
    ['ENOSPC', /disk is full/],
    ['ENAMETOOLONG', /too long/],
    ['ENOTSUP', /hard links/],
    ['EMFILE', /Too many files/],
    ['EIO', /its disk works/],
  ])('says what to do about the error %s', (code, remedy) => {
    const cause = Object.assign(new Error('no\nmatter'), { code });
    const error = directoryError(cause, { doing: 'write', key: 'a', path: '/out/a' });
    expect(error.message).toMatch(remedy);
    expect(error.message).toContain(`Cannot write /out/a (${code})`);
    expect(error.message).not.toContain('\n');
    expect(error).toMatchObject({ code, key: 'a', cause });
  });
});

describe.skipIf(process.platform !== 'linux')('after a power failure', () => {
  /** The paths that `act` forces to disk, in order, each with whether the object had its name by then. */
  async function synced(path: string, act: () => Promise<unknown>) {
    const calls: { readonly what: string; readonly named: boolean }[] = [];
    const handle = await open('/dev/null');
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const { sync } = prototype;
    const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      calls.push({ what: await readlink(`/proc/self/fd/${this.fd}`), named: existsSync(path) });
      return sync.call(this);
    });
    await act().finally(() => spy.mockRestore());
    return calls;
  }

  it('an object has its bytes: they are on disk before its name, and its name before the next object', async () => {
    const root = join(await temporaryDirectory(), 'new');
    const store = createDirectoryStore(root);
    const path = join(root, 'a', 'b', 'object');
    const put = (key: string) => () => store.putOnce(key, body, 'text/plain');
    const draft = expect.stringContaining(join(root, '.unfinished'));
    expect(await synced(path, put('a/b/object'))).toEqual([
      { what: draft, named: false },
      ...[join(root, 'a', 'b'), join(root, 'a'), root, dirname(root)].map((what) => ({ what, named: true })),
    ]);
    // Another process may have named the object a moment before, so its name may not be on disk yet.
    expect(await synced(path, put('a/b/object'))).toEqual([
      { what: draft, named: true },
      { what: join(root, 'a', 'b'), named: true },
    ]);
    expect(await synced(join(root, 'c', 'object'), put('c/object'))).toEqual([
      { what: draft, named: false },
      { what: join(root, 'c'), named: true },
      { what: root, named: true },
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('a path that is not a regular file', () => {
  const makers: readonly (readonly [string, (path: string) => unknown])[] = [
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a socket', listenAt],
    ['a link to a device', (path) => symlink('/dev/zero', path)],
    ['a link to nothing', (path) => symlink('nothing', path)],
    ['a link to a file', (path) => symlink('file.json', path)],
  ];

  /** A store with one object, `a/file.json`, and another kind of file at `a/object.json`. */
  async function storeBeside(make: (path: string) => unknown) {
    const root = await temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.putOnce('a/file.json', body, 'application/json');
    const path = join(root, 'a', 'object.json');
    await make(path);
    const named = { name: 'ArchiveError', kind: 'curable', key: 'a/object.json' };
    const refusal = { ...named, message: expect.stringContaining(`${path} is not a regular file`) };
    return { store, refusal };
  }

  it.each(makers)('such as %s causes an error when it is read, overwritten or listed', async (_, make) => {
    const { store, refusal } = await storeBeside(make);
    await expect(store.get('a/object.json')).rejects.toMatchObject(refusal);
    await expect(store.putOnce('a/object.json', body, 'application/json')).rejects.toMatchObject(refusal);
    await expect(store.list('a/')).rejects.toMatchObject(refusal);
    expect(await store.list('a/f')).toEqual(['a/file.json']);
    expect(await store.get('a/file.json')).toEqual(Buffer.from(body));
  });

  it('such as a folder is not overwritten', async () => {
    const { store, refusal } = await storeBeside((path) => mkdir(path));
    await expect(store.putOnce('a/object.json', body, 'application/json')).rejects.toMatchObject(refusal);
    expect(await store.get('a/object.json')).toBeUndefined();
    expect(await store.list('a/')).toEqual(['a/file.json']);
  });
});

async function listenAt(path: string): Promise<void> {
  const server = createServer().listen(path);
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  await once(server, 'listening');
}
