import { DatabaseSync } from 'node:sqlite';
import { getOrInsert } from '#base/get-or-insert.ts';
import { once } from '#base/once.ts';
import { readerOf } from './query.ts';
import type { PlanningStore, ProjectData, ProjectReference, ProjectVersion } from './version.ts';
import { fillDatabase } from './write-database.ts';

/** Per project, including the current one: cursors may still name the last few before it. */
const maxVersionsInMemory = 3;

type MemoryStore = PlanningStore & {
  readonly put: (project: ProjectData) => void;
};

type HeldVersion = { readonly version: string; readonly load: () => Promise<ProjectVersion> };

export function memoryStore(projects: readonly ProjectData[]): MemoryStore {
  const held = new Map<string, HeldVersion[]>();
  const put = (project: ProjectData) => {
    const versions = getOrInsert(held, projectName(project), () => []);
    const version = String(Number(versions[0]?.version ?? 0) + 1);
    versions.unshift({ version, load: once(() => loadVersion(version, project)) });
    versions.splice(maxVersionsInMemory);
  };
  for (const project of projects) put(project);
  return {
    put,
    open: async (project, version) =>
      held
        .get(projectName(project))
        ?.find((one) => version === undefined || one.version === version)
        ?.load(),
    problems: () => [],
  };
}

function projectName({ region, projectId }: ProjectReference): string {
  return `${region}/${projectId}`;
}

/** A database like that of an imported version, but in memory. */
async function loadVersion(version: string, project: ProjectData): Promise<ProjectVersion> {
  const database = new DatabaseSync(':memory:');
  await fillDatabase(database, project);
  return { version, page: readerOf(database).page };
}
