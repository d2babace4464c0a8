import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '#archive/object-store.ts';
import { openDatabase } from '#planning-server/stores/read-database.ts';
import type { ProjectReference } from '#planning-server/stores/store.ts';
import { fetchDatabase } from './version-files.ts';
import { databaseKey } from './version-manifest.ts';

export type StoredTask = { readonly id: string; readonly json: string };

/**
 * Reads the tasks one after the other: all of a large programme would fill the memory.
 * @param use gets the tasks, in order of id, which cannot be read after it has returned
 * @throws ArchiveError, and StoredDataError for a version that does not exist or cannot be read
 */
export async function readTasks<Result>(
  archive: ObjectStore,
  { project, version }: { readonly project: ProjectReference; readonly version: number },
  use: (tasks: Iterable<StoredTask>) => Result,
): Promise<Result> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lookahead-version-'));
  const path = join(folder.path, 'version.sqlite');
  await fetchDatabase(archive, { project, version, path });
  const database = openDatabase(path, databaseKey(project, version));
  try {
    return use(database.tasks());
  } finally {
    database.close();
  }
}
