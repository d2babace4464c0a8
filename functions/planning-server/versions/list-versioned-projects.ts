import type { ObjectStore } from '../../archive/object-store.ts';
import type { ProjectDescription, ProjectReference } from '../stores/store.ts';
import { readServedManifest } from './manifest.ts';
import { projectsWithVersions, versionNumbers } from './version-keys.ts';

/** The projects that have a version, described by their newest one. @throws as `readManifest` */
export async function listVersionedProjects(
  archive: ObjectStore,
): Promise<readonly (ProjectReference & ProjectDescription)[]> {
  const described = await Promise.all(
    (await projectsWithVersions(archive)).map(async (project) => {
      const [newest] = await versionNumbers(archive, project);
      const manifest = newest && (await readServedManifest(archive, project, newest));
      return manifest ? [{ ...project, ...manifest.project }] : [];
    }),
  );
  return described.flat();
}
