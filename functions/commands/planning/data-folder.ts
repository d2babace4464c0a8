/** A folder that is served: the versions that imports stored there, and projects as JSON files. */
import { tmpdir } from 'node:os';
import { createDirectoryStore } from '../../archive/directory.ts';
import { directoryStore } from '../../planning-server/stores/directory-store.ts';
import { firstOf } from '../../planning-server/stores/first-of.ts';
import { listProjects } from '../../planning-server/stores/project-directories.ts';
import type {
  PlanningStore,
  ProjectDescription,
  ProjectReference,
} from '../../planning-server/stores/store.ts';
import { listVersionedProjects } from '../../planning-server/versions/list-versioned-projects.ts';
import { versionStore } from '../../planning-server/versions/version-store.ts';
import { makeVersionsFolder } from '../../planning-server/versions/versions-folder.ts';

/** Milliseconds after which an import is served at the latest. */
const maxAge = 1_000;
/** Of decompressed versions, in the temporary folder. */
const maxBytes = 4 * 1024 ** 3;
const maxOpen = 40;

/** The projects of the folder. A project with versions is read from them alone. */
export function dataFolderStore(data: string): PlanningStore {
  const folder = makeVersionsFolder(tmpdir());
  const archive = createDirectoryStore(data);
  const versions = versionStore({ archive, folder, maxBytes, maxOpen, maxAge, now: Date.now });
  return firstOf([versions, directoryStore(data)]);
}

/** @throws StoredDataError when there is no such folder, or a project's description cannot be read */
export async function projectsIn(data: string): Promise<readonly (ProjectReference & ProjectDescription)[]> {
  const versioned = await listVersionedProjects(createDirectoryStore(data));
  const isVersioned = ({ region, projectId }: ProjectReference) =>
    versioned.some((each) => each.region === region && each.projectId === projectId);
  return [...versioned, ...(await listProjects(data)).filter((project) => !isVersioned(project))];
}
