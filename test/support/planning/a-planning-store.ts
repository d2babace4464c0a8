import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getOrInsert } from '#base/get-or-insert.ts';
import { once } from '#base/once.ts';
import { fillDatabase } from '#planning-server/versions/database.ts';
import { openDatabase } from '#planning-server/versions/query.ts';
import type {
  PlanningStore,
  ProjectData,
  ProjectReference,
  ProjectVersion,
} from '#planning-server/versions/version.ts';

type Versions = (() => Promise<ProjectVersion>)[];

/** Projects served without an archive: the database of each version is filled when it is first asked for. */
export function aPlanningStore(
  projects: readonly ProjectData[],
): PlanningStore & { readonly put: (project: ProjectData) => void } {
  const known = new Map<string, Versions>();
  const versionsOf = ({ region, projectId }: ProjectReference) =>
    getOrInsert(known, `${region}/${projectId}`, () => []);
  const put = (project: ProjectData) => {
    const versions = versionsOf(project);
    const version = String(versions.length + 1);
    versions.push(once(() => loadVersion(version, project)));
  };
  for (const project of projects) put(project);
  return {
    put,
    open: async (project, version) => {
      const versions = versionsOf(project);
      return versions[Number(version ?? versions.length) - 1]?.();
    },
    problems: () => [],
  };
}

/** Fills a database and opens it. Its file is removed with the temporary folder of all tests. */
async function loadVersion(version: string, project: ProjectData): Promise<ProjectVersion> {
  const path = join(mkdtempSync(join(tmpdir(), 'lookahead-version-')), 'version.sqlite');
  const empty = new DatabaseSync(path);
  await fillDatabase(empty, project);
  empty.close();
  const { page } = openDatabase(path, path);
  return { version, page };
}
