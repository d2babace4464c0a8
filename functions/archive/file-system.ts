/** The file-system calls of the directory store, its permissions and its errors. */

import { access, constants, type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileRemedies, remedyFor } from '#base/remedies.ts';
import { errorCodeOf } from '#base/text/redact.ts';
import { keySegments } from './object-key.ts';
import { ArchiveError } from './object-store.ts';

export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/**
 * Creates a folder and those above it. Node's own recursive mkdir never ends on a file system that answers ENOENT to a
 * folder it refuses to create, as /proc does.
 * @param path absolute
 * @param mode of the new folders; by default, only their owner may look into them
 * @returns the topmost folder that was created; undefined if all existed
 * @throws the operating system's error
 */
export async function makeFolder(path: string, mode = 0o700): Promise<string | undefined> {
  try {
    await mkdir(path, mode);
    return path;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return undefined;
    if (!hasErrorCode(error, 'ENOENT') || dirname(path) === path) throw error;
  }
  const topmost = await makeFolder(dirname(path), mode);
  try {
    await mkdir(path, mode);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
  return topmost ?? path;
}

/** Forces the names in `folder` and in the folders above it, up to `top`, to disk. */
export async function flushFoldersToDisk(folder: string, top: string): Promise<void> {
  for (let at = folder; at.length >= top.length; at = dirname(at)) {
    // Some systems cannot sync a folder. The new name then survives the end of the process, but perhaps not a power
    // failure.
    const handle = await open(at, 'r').catch(() => undefined);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
    if (at === dirname(at)) return;
  }
}

export function notAFileError(path: string, key: string): ArchiveError {
  return new ArchiveError(`${path} is not a regular file, so it cannot be an object of the archive`, {
    kind: 'curable',
    remedy: 'Move it away, then run again.',
    key,
    code: 'not a file',
  });
}

export function directoryError(
  error: unknown,
  at: { readonly doing: 'write' | 'read' | 'list' | 'remove'; readonly key: string; readonly path: string },
): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const code = errorCodeOf(error) ?? 'unknown';
  return new ArchiveError(`Cannot ${at.doing} ${at.path} (${code})`, {
    ...remedyFor(fileRemedies, code),
    key: at.key,
    code,
    cause: error,
  });
}

const setGroupId = 0o2000;

type Owner = { readonly uid: number; readonly gid: number };
export type FolderOwner = { readonly folder: string; readonly owner: Owner };

/**
 * The owner of a folder, or of the nearest existing one above it, if the process is root: files that only root may read
 * would block the service that the archive belongs to.
 * @param folder absolute
 * @returns undefined if the process is not root, or if that folder belongs to root
 */
export async function findOwnerForNewFiles(folder: string): Promise<FolderOwner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder).catch(() => undefined);
  if (owner === undefined && dirname(folder) !== folder) return findOwnerForNewFiles(dirname(folder));
  return owner === undefined || owner.uid === 0 ? undefined : { folder, owner };
}

export async function changeFolderOwners(folder: string, top: string, owner: Owner): Promise<void> {
  if (folder.length <= top.length) return;
  await changeFolderOwners(dirname(folder), top, owner);
  // Links are not followed: otherwise, the owner of a link could make root give away any folder.
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    await changeFileOwner(handle, owner);
  } finally {
    await handle.close();
  }
}

/** Changes the owner of a file that belongs to root; any other file stays as it is. */
export async function changeFileOwner(file: FileHandle, { uid, gid }: Owner): Promise<void> {
  if ((await file.stat()).uid === 0) await file.chown(uid, gid);
}

/**
 * The modes of new files and folders. Only the owner may read them, because archives hold projects' plans and some hold
 * secrets. The group may too if the nearest existing folder has the set-group-id bit, with which a group shares a
 * folder on purpose.
 * @param folder absolute
 */
export async function readModesForNewFiles(
  folder: string,
): Promise<{ readonly folder: number; readonly file: number }> {
  const mode = await readMode(folder);
  if (mode === undefined && dirname(folder) !== folder) return readModesForNewFiles(dirname(folder));
  const group = mode !== undefined && (mode & setGroupId) !== 0 ? mode & 0o070 : 0;
  return { folder: 0o700 | group, file: 0o600 | (group & 0o060) };
}

/**
 * @returns the path of the object if more people may read or write it than if it were stored now; otherwise undefined,
 *   also on Windows, where modes do not say who may read a file, and on a read-only file system, where nobody can
 *   change them
 * @param root the folder of the store
 */
export async function findExposedFilePath(root: string, key: string): Promise<string | undefined> {
  const path = join(root, ...keySegments(key));
  const mode = (await readMode(path)) ?? 0;
  if (process.platform === 'win32') return undefined;
  if ((mode & 0o777 & ~(await readModesForNewFiles(dirname(path))).file) === 0) return undefined;
  const isReadOnly = await access(path, constants.W_OK).then(
    () => false,
    (error: unknown) => hasErrorCode(error, 'EROFS'),
  );
  return isReadOnly ? undefined : path;
}

async function readMode(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => mode,
    () => undefined,
  );
}
