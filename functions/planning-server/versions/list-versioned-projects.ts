import type { ObjectStore } from '../../archive/object-store.ts';
import type { ProjectDescription, ProjectReference } from '../stores/store.ts';
import { latestManifest } from './manifest.ts';
import { projectsWithVersions } from './version-keys.ts';

/** The projects that have a version, described by their newest one. @throws as `readManifest` */
export async function listVersionedProjects(
  archive: ObjectStore,
): Promise<readonly (ProjectReference & ProjectDescription)[]> {
  const described = await Promise.all(
    (await projectsWithVersions(archive)).map(async (project) => {
      const manifest = await latestManifest(archive, project);
      return manifest ? [{ ...project, ...manifest.project }] : [];
    }),
  );
  return described.flat();
}
