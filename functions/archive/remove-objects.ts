/** Removes objects for good. Only the names and notes of answers may be: everything else is kept as it was written. */
import { unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { directoryError, hasCode } from './file-system.ts';
import { keySegments } from './object-key.ts';

const removablePrefix = 'answer-names/';

/** Also if there is no such object any more. @throws ArchiveError, and RangeError for a key that may not be removed */
export type RemoveObject = (key: string) => Promise<void>;

export function removeFromDirectory(root: string): RemoveObject {
  return async (key) => {
    const path = join(resolve(root), ...removable(key));
    await unlink(path).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw directoryError(error, { doing: 'remove', key, path });
    });
  };
}

/** The segments of the key. @throws RangeError */
export function removable(key: string): readonly string[] {
  if (key.startsWith(removablePrefix)) return keySegments(key);
  throw new RangeError(`${key} may not be removed from the archive.`);
}
