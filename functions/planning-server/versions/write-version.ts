import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '../../archive/object-store.ts';
import { manifestKey } from '../../planning/contract/version-keys.ts';
import { isStorableId } from '../stores/project-id.ts';
import type { ProjectData, ProjectReference } from '../stores/store.ts';
import { StoredDataError } from '../stores/stored-data-error.ts';
import { compressedFile } from './compression.ts';
import { manifestBytes, type VersionManifest, type VersionOrigin } from './manifest.ts';
import { databaseKey, nextNumber } from './version-keys.ts';
import { writeDatabase } from './write-database.ts';

/**
 * Stores a project as its next version, which is the current one from then on. Where it fails or is killed, the version
 * before stays the current one.
 * @param origin where the data comes from
 * @returns the manifest as it is stored
 * @throws StoredDataError for a project id that the archive cannot hold, ArchiveError
 */
export async function writeVersion(
  archive: ObjectStore,
  data: ProjectData,
  origin: VersionOrigin,
): Promise<VersionManifest> {
  if (!isStorableId(data.projectId)) {
    throw new StoredDataError(
      'the archive',
      `it cannot hold the project id ${JSON.stringify(data.projectId)}`,
      {
        remedy: "Use letters, digits, '.', '_' and '-'.",
      },
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-version-'));
  try {
    const path = join(folder, 'version.sqlite');
    const { counts, problems } = await writeDatabase(path, data);
    const database = await compressedFile(path);
    const number = await storeDatabase(archive, data, database);
    const { name, timeZone } = data;
    const manifest: VersionManifest = {
      number,
      project: { name, timeZone },
      ...origin,
      counts,
      problems: [...problems],
      bytes: { stored: database.length, database: (await stat(path)).size },
    };
    // The manifest makes it a version, so it comes last.
    await archive.putOnce(manifestKey(data, number), manifestBytes(manifest), 'application/json');
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Under the next number that no other import uses. */
async function storeDatabase(
  archive: ObjectStore,
  project: ProjectReference,
  database: Uint8Array,
): Promise<number> {
  for (let number = await nextNumber(archive, project); ; number++) {
    const stored = await archive.putOnce(databaseKey(project, number), database, 'application/zstd');
    if (stored === 'created') return number;
  }
}
