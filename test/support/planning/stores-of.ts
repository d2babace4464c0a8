import { directoryStore } from '../../../functions/planning-server/stores/directory-store.ts';
import { memoryStore } from '../../../functions/planning-server/stores/memory-store.ts';
import { writeProject } from '../../../functions/planning-server/stores/project-directories.ts';
import type { PlanningStore, ProjectData } from '../../../functions/planning-server/stores/store.ts';
import { writeVersion } from '../../../functions/planning-server/versions/write-version.ts';
import { aVersionOrigin } from '../builders/a-version-origin.ts';
import { createMemoryStore } from '../memory-store.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { aVersionStore } from './a-version-store.ts';

/** Every place that a service may have its data in. */
export const storesOf: Readonly<Record<string, (project: ProjectData) => Promise<PlanningStore>>> = {
  memory: async (project) => memoryStore([project]),
  'a folder of JSON files': async (project) => {
    const folder = await temporaryDirectory();
    await writeProject(folder, project);
    return directoryStore(folder);
  },
  'versions of an archive': async (project) => {
    const archive = createMemoryStore();
    await writeVersion(archive, project, aVersionOrigin());
    return (await aVersionStore(archive)).store;
  },
};
