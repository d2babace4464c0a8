import { mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ObjectStore } from '#archive/object-store.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { readAndCompressFile } from './compression.ts';
import { fillDatabase } from './database.ts';
import {
  databaseKey,
  type ListedVersions,
  listVersions,
  type VersionManifest,
  type VersionOrigin,
  versionManifestObject,
} from './manifest.ts';
import {
  isStorableId,
  makeValuePerCollection,
  type ProjectData,
  type ProjectReference,
  StoredDataError,
} from './version.ts';

/** Another import has stored a version with which this one was not compared. */
export class VersionOvertakenError extends LookaheadError {
  override readonly name = 'VersionOvertakenError';

  constructor({ region, projectId }: ProjectReference) {
    super(`Other imports of ${region}/${projectId} came first`, {
      kind: 'retryable',
      remedy: 'Import again once they are done.',
    });
  }
}

/**
 * Stores a project as its next version, which is then the current one. If it fails or is killed, the previous version
 * stays current.
 * @param origin where the data comes from
 * @param after the versions that existed when the tasks were compared; if absent, the version may follow any
 * @returns the stored manifest
 * @throws VersionOvertakenError if the version does not follow the newest of `after`, StoredDataError for a project id
 *   that the archive cannot hold, ArchiveError
 */
export async function writeVersion(
  archive: ObjectStore,
  data: ProjectData,
  origin: VersionOrigin,
  after?: ListedVersions,
): Promise<VersionManifest> {
  if (!isStorableId(data.projectId)) {
    const problem = `it cannot hold the project id ${JSON.stringify(data.projectId)}`;
    const remedy = "Use letters, digits, '.', '_' and '-'.";
    throw new StoredDataError('the archive', problem, { remedy });
  }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lookahead-version-'));
  const path = join(folder.path, 'version.sqlite');
  await writeDatabase(path, data);
  const database = await readAndCompressFile(path);
  let { next: number } = after ?? (await listVersions(archive, data));
  while ((await archive.putOnce(databaseKey(data, number), database, 'application/zstd')) === 'exists') {
    number += 1;
  }
  const { name, timeZone } = data;
  const manifest: VersionManifest = {
    number,
    project: { name, timeZone },
    ...origin,
    ...(after && { follows: after.numbers[0] ?? null }),
    counts: { ...makeValuePerCollection((collection) => data.collections[collection].length) },
    // Earlier releases do not serve a version without it.
    problems: [],
    bytes: { stored: database.length, database: (await stat(path)).size },
  };
  if (after && (await listVersions(archive, data)).numbers[0] !== after.numbers[0])
    throw new VersionOvertakenError(data);
  // The manifest is stored last, because only it makes this a version. `putOnce` keeps its properties in the order
  // above; `create` would put them in the order of the schema.
  const { key, form } = versionManifestObject;
  await archive.putOnce(key({ ...data, version: number }), form.encode(manifest), form.contentType);
  if (after && !(await isOrWasCurrent(archive, data, number))) throw new VersionOvertakenError(data);
  return manifest;
}

async function writeDatabase(path: string, data: ProjectData): Promise<void> {
  using database = new DatabaseSync(path);
  await fillDatabase(database, data);
}

/**
 * Whether a version that was just stored is or was the current one. It never was if another import with a higher number
 * stored its manifest first. The tasks of that import were then compared with an earlier version than this one
 * (`follows`).
 */
async function isOrWasCurrent(
  archive: ObjectStore,
  project: ProjectReference,
  number: number,
): Promise<boolean> {
  const [newest = number] = (await listVersions(archive, project)).numbers;
  if (newest <= number) return true;
  const { follows = number } =
    (await versionManifestObject.read(archive, { ...project, version: newest })) ?? {};
  return (follows ?? 0) >= number;
}
