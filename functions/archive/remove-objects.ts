/** Removes objects for good. */
import { unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { directoryError, hasCode } from './file-system.ts';
import { keySegments } from './object-key.ts';

/**
 * Also if there is no such object any more. Only of kinds that are to be forgotten: everything else is kept as it was
 * written. @throws ArchiveError, and RangeError for values that cannot stand in a key
 */
export type RemoveObject = <Values>(
  kind: { readonly persons: 'forget'; readonly key: (values: Values) => string },
  values: Values,
) => Promise<void>;

export function removeFromDirectory(root: string): RemoveObject {
  return async (kind, values) => {
    const key = kind.key(values);
    const path = join(resolve(root), ...keySegments(key));
    await unlink(path).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw directoryError(error, { doing: 'remove', key, path });
    });
  };
}
