import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './directory-error.ts';

/**
 * Makes a folder and those above it. Node's own recursive mkdir never ends where a file system answers ENOENT
 * to a folder it will not make, as /proc does.
 * @param path absolute
 * @returns the topmost folder that had to be made; undefined where all were there
 * @throws the operating system's error
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  try {
    await mkdir(path);
    return path;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined;
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
  }
  const topmost = await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Somebody else made it meanwhile.
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  return topmost ?? path;
}
