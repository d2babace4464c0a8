import { once } from '../../base/once.ts';
import { KeptVersions, type LoadedVersion, loadVersion } from './load-version.ts';
import type { PlanningStore, ProjectData, ProjectReference, StoredProblem } from './store.ts';

type MemoryStore = PlanningStore & {
  /** Makes this the current version of its project. */
  readonly put: (project: ProjectData) => void;
};

/** A version that is made ready when it is first opened. */
type HeldVersion = { readonly version: string; readonly load: () => Promise<LoadedVersion> };

/** Projects held in memory: for the demo and for tests. */
export function memoryStore(projects: readonly ProjectData[]): MemoryStore {
  const held = new Map<string, KeptVersions<HeldVersion>>();
  const problems = new Map<string, readonly StoredProblem[]>();
  const put = (project: ProjectData) => {
    const name = nameOf(project);
    const kept = held.get(name) ?? new KeptVersions();
    const version = String(Number(kept.current?.version ?? 0) + 1);
    kept.add({ version, load: once(() => loadVersion(version, project)) });
    held.set(name, kept);
  };
  for (const project of projects) put(project);
  return {
    put,
    async open(project, version) {
      const kept = held.get(nameOf(project));
      const found = version === undefined ? kept?.current : kept?.find(version);
      const loaded = await found?.load();
      if (loaded && version === undefined) problems.set(nameOf(project), loaded.problems);
      return loaded;
    },
    problems: () => [...problems.values()].flat(),
  };
}

function nameOf({ region, projectId }: ProjectReference): string {
  return `${region}/${projectId}`;
}
