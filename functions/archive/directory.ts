/**
 * The object store in a directory: a key is a path below it. An object is written to a file under `.unfinished`, forced
 * to disk, and then named by a hard link, which only one writer can make and which never replaces a file. If the
 * process is killed, the object is complete or absent; at worst an unfinished file is left, which a later writer
 * removes. Only regular files are objects: pipes, devices and links with an object's name are errors and never opened.
 * New files and folders are for the owner alone, or for the group that shares the folder; an existing folder keeps its
 * mode. Files and folders that root creates are given to the owner of the directory.
 */
import {
  type FileHandle,
  link,
  lstat,
  open,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { once } from '#base/once.ts';
import {
  changeFileOwner,
  changeFolderOwners,
  directoryError,
  type FolderOwner,
  findOwnerForNewFiles,
  flushFoldersToDisk,
  hasErrorCode,
  makeFolder,
  notAFileError,
  readModesForNewFiles,
} from './file-system.ts';
import { keySegments, prefixSegments } from './object-key.ts';
import type { ObjectStore, RemoveObject } from './object-store.ts';

export type DirectoryStore = ObjectStore & {
  /** Opens an object to read it piece by piece. The caller closes the file. @throws ArchiveError */
  open(key: string): Promise<FileHandle | undefined>;
  /** Replaces a file that is not an object: its name begins with a dot, and no key does. @throws ArchiveError */
  replace(name: string, body: Uint8Array): Promise<void>;
  /** Checks that the directory can be written: writes a file and removes it. @throws ArchiveError */
  tryToWrite(): Promise<void>;
};

const unfinishedName = '.unfinished';
/**
 * Content of the file that checks whether the directory can be written: it needs a block on the disk, as an object
 * does.
 */
const trialContent = new Uint8Array(4_096);
/** Age in milliseconds from which an unfinished file is removed: the process that wrote it has ended. */
const maxUnfinishedAgeMs = 60 * 60 * 1000;

/**
 * The directory is created by the first write.
 * @param root a path, absolute or relative to the working directory
 * @returns a store whose methods throw `ArchiveError`: for an unusable key, a directory that cannot be read or written,
 *   or a full disk
 */
export function createDirectoryStore(root: string): DirectoryStore {
  const base = resolve(root);
  const unfinishedFolder = join(base, unfinishedName);
  const pathOf = (key: string) => join(base, ...keySegments(key));
  let files = 0;
  let cleaned: Promise<void> | undefined;
  const permissions = once(() => readModesForNewFiles(base));
  const ownership = once(() => findOwnerForNewFiles(base));

  /** @returns the topmost folder that was created */
  async function makeOwned(folder: string): Promise<string | undefined> {
    const [{ folder: mode }, owned] = await Promise.all([permissions(), ownership()]);
    const made = await makeFolder(folder, mode);
    if (owned) await changeFolderOwners(folder, owned.folder, owned.owner);
    return made;
  }

  /**
   * Opens a new unfinished file. Process ids repeat, so if its name exists, the next name is tried.
   * @returns `made`: the topmost folder that was created
   */
  async function openUnfinished() {
    const modes = await permissions();
    const made = await makeOwned(unfinishedFolder);
    for (;;) {
      files += 1;
      const path = join(unfinishedFolder, `${process.pid}-${files}`);
      try {
        return { path, file: await open(path, 'wx', modes.file), made };
      } catch (error) {
        if (!hasErrorCode(error, 'EEXIST')) throw error;
      }
    }
  }

  /** Writes a file, forces it to disk, and then calls `name`, which gives it its final name. */
  async function write<Named>(
    { key, path }: { readonly key: string; readonly path: string },
    body: Uint8Array,
    name: (draft: string) => Promise<Named>,
  ): Promise<Named> {
    try {
      const { path: draft, file, made } = await openUnfinished();
      try {
        await writeThrough(file, body, await ownership());
        cleaned ??= removeLeftovers(unfinishedFolder, draft);
        await cleaned;
        const below = await makeOwned(dirname(path));
        const topmost = made ?? below;
        const result = await name(draft);
        await flushFoldersToDisk(dirname(path), topmost === undefined ? dirname(path) : dirname(topmost));
        return result;
      } finally {
        await unlink(draft).catch(() => undefined);
      }
    } catch (error) {
      throw directoryError(error, { doing: 'write', key, path });
    }
  }

  async function putOnce(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    const path = pathOf(key);
    return write({ key, path }, body, async (draft) => {
      const result = await linkOnce(draft, path);
      if (result === 'exists' && !(await lstat(path)).isFile()) throw notAFileError(path, key);
      return result;
    });
  }

  const get = (key: string) => readWith<Uint8Array>(key, readFile);

  async function readWith<Read>(
    key: string,
    read: (path: string) => Promise<Read>,
  ): Promise<Read | undefined> {
    const path = pathOf(key);
    try {
      // A folder is not an object but the prefix of other keys. A pipe is not opened: that would wait for its writer.
      const found = await lstat(path);
      if (found.isDirectory()) return undefined;
      if (!found.isFile()) throw notAFileError(path, key);
      return await read(path);
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw directoryError(error, { doing: 'read', key, path });
    }
  }

  async function list(prefix: string, { after = '' } = {}): Promise<readonly string[]> {
    const segments = prefixSegments(prefix);
    const folder = join(base, ...segments);
    const start = segments.map((segment) => `${segment}/`).join('');
    try {
      const keys = await keysBelow(folder, start, prefix);
      return keys.filter((key) => byCodePoint(key, after) > 0).sort(byCodePoint);
    } catch (error) {
      throw directoryError(error, { doing: 'list', key: prefix, path: folder });
    }
  }

  return {
    putOnce,
    get,
    open: (key) => readWith(key, (path) => open(path)),
    replace: (name, body) => {
      const path = join(base, name);
      return write({ key: name, path }, body, (draft) => rename(draft, path));
    },
    tryToWrite: () =>
      write({ key: unfinishedName, path: unfinishedFolder }, trialContent, async () => undefined),
    list,
    link: async (key) => pathToFileURL(pathOf(key)).href,
  };
}

async function writeThrough(
  file: FileHandle,
  body: Uint8Array,
  owned: FolderOwner | undefined,
): Promise<void> {
  try {
    if (owned) await changeFileOwner(file, owned.owner);
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function linkOnce(draft: string, path: string) {
  try {
    await link(draft, path);
    return 'created';
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return 'exists';
    throw error;
  }
}

/**
 * Removes old files of processes that have ended. Their age is measured against the new draft, which was dated by the
 * same file system's clock.
 */
async function removeLeftovers(unfinishedFolder: string, draft: string): Promise<void> {
  const now = (await stat(draft)).mtimeMs;
  for (const name of await readdir(unfinishedFolder)) {
    const path = join(unfinishedFolder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now - found.mtimeMs > maxUnfinishedAgeMs) await unlink(path).catch(() => undefined);
  }
}

/** Lists the keys that begin with the prefix. Skips folders that cannot contain one. */
async function keysBelow(folder: string, start: string, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for (const entry of await readEntries(folder)) {
    const key = start + entry.name;
    // No key has a leading dot; this also skips files that systems add, such as .DS_Store.
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) {
      if (!`${key}/`.startsWith(prefix)) continue;
      keys.push(...(await keysBelow(join(folder, entry.name), `${key}/`, prefix)));
    } else if (key.startsWith(prefix)) {
      // If it were skipped, the object would count as never written.
      if (!entry.isFile()) throw notAFileError(join(folder, entry.name), key);
      keys.push(key);
    }
  }
  return keys;
}

async function readEntries(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** JavaScript compares UTF-16 code units, which sorts 😀 before ﬀ. UTF-8 bytes sort in code-point order. */
function byCodePoint(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

export function createDirectoryObjectRemover(root: string): RemoveObject {
  return async (kind, values) => {
    const key = kind.key(values);
    const path = join(resolve(root), ...keySegments(key));
    await unlink(path).catch((error: unknown) => {
      if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR'))
        throw directoryError(error, { doing: 'remove', key, path });
    });
  };
}
