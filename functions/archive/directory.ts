/**
 * The object store on a directory: a key is a path below it. An object is written whole to a file of its own
 * under `.unfinished`, forced to disk, and then given its name by a hard link, which the file system makes for
 * one writer only and never over an existing file. A process that dies leaves the object whole or absent, and
 * at worst an unfinished file, which a later writer sweeps away.
 */
import { type FileHandle, link, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { directoryError, hasCode, makeFolder, syncFolders } from './file-system.ts';
import { keySegments, prefixSegments } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';

const unfinished = '.unfinished';
/** An unfinished file this much older than one made now belongs to nobody. Milliseconds. */
const stale = 60 * 60 * 1000;

/**
 * An object store in a directory, which is created when first written to.
 * @param root a path; relative ones start at the working directory
 * @returns a store whose methods throw `ArchiveError`: a key that cannot be used, a directory that cannot be
 *   written to or read, a full disk
 */
export function createDirectoryStore(root: string): ObjectStore {
  const base = resolve(root);
  const workshop = join(base, unfinished);
  const pathOf = (key: string) => join(base, ...keySegments(key));
  let made = 0;
  let swept: Promise<void> | undefined;

  /** Opens a file that nobody else has. Names repeat when process ids do, so the next one is tried. */
  async function openUnfinished(): Promise<{ readonly path: string; readonly file: FileHandle }> {
    await makeFolder(workshop);
    for (;;) {
      made += 1;
      const path = join(workshop, `${process.pid}-${made}`);
      try {
        return { path, file: await open(path, 'wx') };
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
    }
  }

  async function putOnce(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    const path = pathOf(key);
    try {
      const { path: draft, file } = await openUnfinished();
      try {
        await writeThrough(file, body);
        swept ??= sweep(workshop, draft);
        await swept;
        const firstMade = await makeFolder(dirname(path));
        const result = await giveName(draft, path);
        await syncFolders(dirname(path), firstMade === undefined ? dirname(path) : dirname(firstMade));
        return result;
      } finally {
        // The object stands under its own name by now, or was never made.
        await unlink(draft).catch(() => undefined);
      }
    } catch (error) {
      throw directoryError(error, { doing: 'write', key, path });
    }
  }

  async function get(key: string): Promise<Uint8Array | undefined> {
    const path = pathOf(key);
    try {
      return await readFile(path);
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
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
    list,
    link: async (key) => pathToFileURL(pathOf(key)).href,
  };
}

async function writeThrough(file: FileHandle, body: Uint8Array): Promise<void> {
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function giveName(draft: string, path: string): Promise<'created' | 'exists'> {
  try {
    await link(draft, path);
    return 'created';
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return 'exists';
    throw error;
  }
}

/** Removes what dead processes left, by the file system's own clock: that of the file just written. */
async function sweep(workshop: string, draft: string): Promise<void> {
  const present = (await stat(draft)).mtimeMs;
  for (const name of await readdir(workshop)) {
    const path = join(workshop, name);
    const found = await stat(path).catch(() => undefined);
    if (found && present - found.mtimeMs > stale) await unlink(path).catch(() => undefined);
  }
}

/** Keys of the files below a folder that begin with the prefix; folders that cannot hold one are not read. */
async function keysBelow(folder: string, start: string, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for (const entry of await entriesOf(folder)) {
    const key = start + entry.name;
    // Also what systems leave in folders that people open, such as .DS_Store: no key has a leading dot.
    if (entry.name.startsWith('.')) continue;
    if (entry.isFile() && key.startsWith(prefix)) keys.push(key);
    if (entry.isDirectory() && (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`))) {
      keys.push(...(await keysBelow(join(folder, entry.name), `${key}/`, prefix)));
    }
  }
  return keys;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** JavaScript compares UTF-16 units, which puts 😀 before ﬀ; the bytes of UTF-8 sort as code points do. */
function byCodePoint(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
