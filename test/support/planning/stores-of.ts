import { memoryStore } from '#planning-server/versions/memory-store.ts';
import type { PlanningStore, ProjectData } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { aVersionOrigin } from '../builders/a-version-origin.ts';
import { createMemoryStore } from '../memory-store.ts';
import type { temporaryDirectory } from '../temporary-directory.ts';
import { aVersionStore } from './a-version-store.ts';

type WhenOver = Parameters<typeof temporaryDirectory>[0];

/** Every place that a service may have its data in; what is on disk goes as that of `temporaryDirectory`. */
export const storesOf: Readonly<
  Record<string, (project: ProjectData, whenOver?: WhenOver) => Promise<PlanningStore>>
> = {
  memory: async (project) => memoryStore([project]),
  'versions of an archive': async (project, whenOver) => {
    const archive = createMemoryStore();
    await writeVersion(archive, project, aVersionOrigin());
    return (await aVersionStore(archive, {}, whenOver)).store;
  },
};
