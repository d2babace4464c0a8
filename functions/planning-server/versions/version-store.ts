import { keptFresh } from '#base/kept-fresh.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import {
  isStorableId,
  type PlanningStore,
  type ProjectReference,
  StoredDataError,
  type StoredProblem,
} from './version.ts';
import { type VersionFilesOptions, versionFiles } from './version-files.ts';
import { databaseKey, listVersions } from './version-manifest.ts';

export type VersionStoreOptions = VersionFilesOptions & {
  readonly maxAge: number;
  /** Called once for each version that is skipped because it cannot be read. */
  readonly onError: (error: StoredDataError) => void;
};

const maxTries = 3;
/** Maximum number of projects whose current version is cached. */
const maxProjects = 10_000;

type Current = { readonly number: number | undefined; readonly problems: readonly StoredProblem[] };

/**
 * A store over the versions in an archive. The current version is the newest readable one. While the archive itself
 * cannot be read, the version before it is still served.
 */
export function versionStore(options: VersionStoreOptions): PlanningStore {
  const { archive, now, maxAge, onError } = options;
  const fetched = versionFiles(options);
  const currents = keptFresh<Current>({ maxAge, max: maxProjects, now });
  const problems = new Map<string, readonly StoredProblem[]>();
  const reported = new Set<string>();

  async function newestReadable(project: ProjectReference): Promise<Current> {
    const failures: StoredDataError[] = [];
    let tries = 0;
    for (const number of (await listVersions(archive, project)).numbers) {
      try {
        const version = await fetched(project, number);
        if (version === undefined) continue;
        return {
          number,
          problems: failures.map(({ source, problem }) => ({ source, problem })),
        };
      } catch (error) {
        if (!(error instanceof StoredDataError)) throw error;
        failures.push(error);
        if (!reported.has(error.source)) onError(error);
        reported.add(error.source);
        if (error.source === databaseKey(project, number)) tries += 1;
        if (tries === maxTries) break;
      }
    }
    if (failures[0]) throw failures[0];
    return { number: undefined, problems: [] };
  }

  async function check(project: ProjectReference, before: Promise<Current> | undefined): Promise<Current> {
    try {
      return await newestReadable(project);
    } catch (error) {
      const served = await before?.catch(() => undefined);
      if (served?.number === undefined || !(error instanceof LookaheadError)) throw error;
      const source = databaseKey(project, served.number);
      return { ...served, problems: [{ source, problem: `no newer version can be read: ${error.message}` }] };
    }
  }

  function currentOf(project: ProjectReference): Promise<Current> {
    const name = `${project.region}/${project.projectId}`;
    return currents.get(name, async (before) => {
      const current = await check(project, before);
      if (current.problems.length > 0) problems.set(name, current.problems);
      else problems.delete(name);
      return current;
    });
  }

  return {
    async open(project, version) {
      if (!isStorableId(project.projectId)) return undefined;
      const number = version === undefined ? (await currentOf(project)).number : versionNumber(version);
      return number === undefined ? undefined : fetched(project, number);
    },
    problems: () => [...problems.values()].flat(),
  };
}

function versionNumber(version: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
}
