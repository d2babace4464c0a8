/** Who may read what is stored in a folder: archives hold projects' plans, and some hold secrets. */
import { access, constants, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { hasCode } from './file-system.ts';
import { keySegments } from './object-key.ts';

const setGroupId = 0o2000;

/**
 * The modes of what is created below a folder: for its owner alone, or for its group too where the folder has the
 * set-group-id bit, by which a group shares a folder on purpose. For a folder that is not there, the one above it counts.
 * @param folder absolute
 */
export async function permissionsIn(
  folder: string,
): Promise<{ readonly folder: number; readonly file: number }> {
  const mode = await modeOf(folder);
  if (mode === undefined && dirname(folder) !== folder) return permissionsIn(dirname(folder));
  const group = mode !== undefined && (mode & setGroupId) !== 0 ? mode & 0o070 : 0;
  return { folder: 0o700 | group, file: 0o600 | (group & 0o060) };
}

/**
 * The path of a stored object that more people may read or write than if it were stored now; undefined where nobody
 * else may, or there is no such object. Also undefined on Windows, where these modes do not say who may read a file,
 * and on a read-only file system, where nobody can change them.
 * @param root the folder of the store
 */
export async function exposedFile(root: string, key: string): Promise<string | undefined> {
  const path = join(root, ...keySegments(key));
  const mode = (await modeOf(path)) ?? 0;
  if (process.platform === 'win32') return undefined;
  if ((mode & 0o777 & ~(await permissionsIn(dirname(path))).file) === 0) return undefined;
  const isReadOnly = await access(path, constants.W_OK).then(
    () => false,
    (error: unknown) => hasCode(error, 'EROFS'),
  );
  return isReadOnly ? undefined : path;
}

async function modeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => mode,
    () => undefined,
  );
}
