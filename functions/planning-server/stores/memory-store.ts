import { getOrInsert } from '../../base/get-or-insert.ts';
import { once } from '../../base/once.ts';
import { KeptVersions, type LoadedVersion, loadVersion } from './load-version.ts';
import type { PlanningStore, ProjectData, ProjectReference, StoredProblem } from './store.ts';

type MemoryStore = PlanningStore & {
  readonly put: (project: ProjectData) => void;
};

type HeldVersion = { readonly version: string; readonly load: () => Promise<LoadedVersion> };

export function memoryStore(projects: readonly ProjectData[]): MemoryStore {
  const held = new Map<string, KeptVersions<HeldVersion>>();
  const problems = new Map<string, readonly StoredProblem[]>();
  const put = (project: ProjectData) => {
    const name = projectName(project);
    const kept = getOrInsert(held, name, () => new KeptVersions<HeldVersion>());
    const version = String(Number(kept.current?.version ?? 0) + 1);
    kept.add({ version, load: once(() => loadVersion(version, project)) });
  };
  for (const project of projects) put(project);
  return {
    put,
    async open(project, version) {
      const kept = held.get(projectName(project));
      const found = version === undefined ? kept?.current : kept?.find(version);
      const loaded = await found?.load();
      if (loaded && version === undefined) problems.set(projectName(project), loaded.problems);
      return loaded;
    },
    problems: () => [...problems.values()].flat(),
  };
}

function projectName({ region, projectId }: ProjectReference): string {
  return `${region}/${projectId}`;
}
