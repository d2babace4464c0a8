import { keptFresh } from '../../base/kept-fresh.ts';
import { LookaheadError } from '../../base/lookahead-error.ts';
import {
  isStorableId,
  type PlanningStore,
  type ProjectReference,
  StoredDataError,
  type StoredProblem,
} from '../stores/store.ts';
import { type VersionFilesOptions, versionFiles } from './version-files.ts';
import { databaseKey, versionNumbers } from './version-keys.ts';

export type VersionStoreOptions = VersionFilesOptions & {
  /** Milliseconds after which a newer version is served at the latest. */
  readonly maxAge: number;
  /** Hears once of each version that is passed over because it cannot be read. */
  readonly onError: (error: StoredDataError) => void;
};

/** Maximum number of versions whose data is tried, the newest first, where it cannot be read. */
const maxTries = 3;
/** Projects of which the current version is remembered; the archive is asked again for others. */
const maxProjects = 10_000;

/** The current version of a project; undefined for none. */
type Current = { readonly number: number | undefined; readonly problems: readonly StoredProblem[] };

/**
 * A store over the versions in an archive. The current version is the newest one that can be read. While the archive
 * itself cannot be read, the version before it goes on being served.
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
    for (const number of await versionNumbers(archive, project)) {
      try {
        const version = await fetched(project, number);
        if (version === undefined) continue;
        return { number, problems: [...failures.map(problemOf), ...version.manifest.problems] };
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
      const number = version === undefined ? (await currentOf(project)).number : numberOf(version);
      return number === undefined ? undefined : fetched(project, number);
    },
    problems: () => [...problems.values()].flat(),
  };
}

function numberOf(version: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
}

function problemOf({ source, problem }: StoredDataError): StoredProblem {
  return { source, problem };
}
