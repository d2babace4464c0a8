import type { ObjectStore } from '../../archive/object-store.ts';
import type { ProjectReference } from '../stores/store.ts';
import { StoredDataError } from '../stores/stored-data-error.ts';
import { decompressTo } from './compression.ts';
import { databaseKey } from './version-keys.ts';

/**
 * Writes the database of a version to a new file.
 * @throws ArchiveError, and StoredDataError where the archive has none or it is damaged
 */
export async function fetchDatabase(
  archive: ObjectStore,
  {
    project,
    version,
    path,
  }: { readonly project: ProjectReference; readonly version: number; readonly path: string },
): Promise<void> {
  const key = databaseKey(project, version);
  const bytes = await archive.get(key);
  if (bytes === undefined) throw unreadable(key, 'the archive has no such object');
  await decompressTo(path, bytes).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && /^Z(STD)?_/.test(String(cause.code))) {
      throw unreadable(key, 'the object is damaged', cause);
    }
    throw cause;
  });
}

/** A file was fetched that this release does not write, such as one of an earlier release. */
export function wrongFormat(project: ProjectReference, version: number, cause: unknown): StoredDataError {
  return unreadable(databaseKey(project, version), 'the object is not a database of this release', cause);
}

function unreadable(key: string, problem: string, cause?: unknown): StoredDataError {
  return new StoredDataError(key, problem, { remedy: 'Import the programme again.', cause });
}
