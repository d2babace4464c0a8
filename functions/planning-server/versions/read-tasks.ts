import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { ProjectReference } from '../stores/store.ts';
import type { StoredDataError } from '../stores/stored-data-error.ts';
import { fetchDatabase, wrongFormat } from './fetch-database.ts';
import { openDatabase } from './read-database.ts';

/**
 * The tasks of a version: the JSON of each with every field, by id, in order of id. `taskJsonMaker` makes the same text of a
 * task that has not been stored yet, so that equal texts are equal tasks.
 * @throws ArchiveError, and StoredDataError for a version that does not exist or cannot be read
 */
export async function readTasks(
  archive: ObjectStore,
  project: ProjectReference,
  version: number,
): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-version-'));
  try {
    const path = join(folder, 'version.sqlite');
    await fetchDatabase(archive, { project, version, path });
    return tasksIn(path, (cause) => wrongFormat(project, version, cause));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tasksIn(path: string, wrong: (cause: unknown) => StoredDataError): ReadonlyMap<string, string> {
  try {
    const database = openDatabase(path);
    try {
      return new Map(Array.from(database.tasks(), ({ id, json }) => [id, json]));
    } finally {
      database.close();
    }
  } catch (cause) {
    throw wrong(cause);
  }
}
