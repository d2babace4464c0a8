/** What is served: the versions that imports stored in a folder or bucket, and in a folder projects as JSON files too. */
import { tmpdir } from 'node:os';
import type { ObjectStore } from '../../archive/object-store.ts';
import { freshness } from '../../planning-server/freshness.ts';
import { directoryStore } from '../../planning-server/stores/directory-store.ts';
import {
  isDirectory,
  listProjects,
  projectDirectory,
} from '../../planning-server/stores/project-directories.ts';
import {
  firstOf,
  isStorableId,
  type PlanningStore,
  type ProjectDescription,
  type ProjectReference,
} from '../../planning-server/stores/store.ts';
import { listVersionedProjects } from '../../planning-server/versions/manifest.ts';
import { makeVersionsFolder } from '../../planning-server/versions/version-files.ts';
import { versionNumbers } from '../../planning-server/versions/version-keys.ts';
import { versionStore } from '../../planning-server/versions/version-store.ts';
import { isS3, openPlanningArchive } from './planning-archive.ts';

/** Of decompressed versions, in the temporary folder. */
const maxBytes = 4 * 1024 ** 3;
const maxOpen = 40;

export type DataPlace = {
  /** As it was typed: a folder, or `s3://` and a bucket. */
  readonly place: string;
  readonly archive: ObjectStore;
  /** Hears of versions and projects that are passed over because they cannot be read. */
  readonly onError: (error: unknown) => void;
};

/** @param place as `archiveOption` takes it */
export async function openDataPlace(place: string, onError: DataPlace['onError']): Promise<DataPlace> {
  return { place, archive: await openPlanningArchive(place), onError };
}

/** The projects of the place. A project with versions is read from them alone. */
export function dataStore({ place, archive, onError }: DataPlace): PlanningStore {
  const folder = makeVersionsFolder(tmpdir());
  const { versions: maxAge } = freshnessOf(place);
  const versions = versionStore({ archive, folder, maxBytes, maxOpen, maxAge, onError, now: Date.now });
  return isS3(place) ? versions : firstOf([versions, directoryStore(place)]);
}

/** Those that can be read. @throws StoredDataError when there is no such folder; ArchiveError */
export async function projectsIn({
  place,
  archive,
  onError,
}: DataPlace): Promise<readonly (ProjectReference & ProjectDescription)[]> {
  const versioned = await listVersionedProjects(archive, onError);
  if (isS3(place)) return versioned;
  const isVersioned = ({ region, projectId }: ProjectReference) =>
    versioned.some((each) => each.region === region && each.projectId === projectId);
  return [...versioned, ...(await listProjects(place, onError)).filter((project) => !isVersioned(project))];
}

/** @throws ArchiveError */
export async function hasProject(
  { place, archive }: Pick<DataPlace, 'place' | 'archive'>,
  project: ProjectReference,
): Promise<boolean> {
  if (!isStorableId(project.projectId)) return false;
  if ((await versionNumbers(archive, project)).length > 0) return true;
  return !isS3(place) && isDirectory(projectDirectory(place, project));
}

export function freshnessOf(place: string): { readonly keys: number; readonly versions: number } {
  return isS3(place) ? freshness.bucket : freshness.folder;
}
