import type { ObjectStore } from '../../archive/object-store.ts';
import type { ProjectDescription, ProjectReference } from '../stores/store.ts';
import type { StoredDataError } from '../stores/stored-data-error.ts';
import { newestReadable, readServedManifest } from './manifest.ts';
import { projectsWithVersions, versionNumbers } from './version-keys.ts';

/**
 * The projects that have a version, described by their newest one that can be read.
 * @param onError hears of each manifest that cannot be read before that one @throws ArchiveError
 */
export async function listVersionedProjects(
  archive: ObjectStore,
  onError: (error: StoredDataError) => void,
): Promise<readonly (ProjectReference & ProjectDescription)[]> {
  const described = await Promise.all(
    (await projectsWithVersions(archive)).map(async (project) => {
      const numbers = await versionNumbers(archive, project);
      const read = (number: number) => readServedManifest(archive, project, number);
      const manifest = await newestReadable(numbers, read, onError);
      return manifest ? [{ ...project, ...manifest.project }] : [];
    }),
  );
  return described.flat();
}
