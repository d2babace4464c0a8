/** Where an archive holds the versions of a project. */
import type { ObjectStore } from '../../archive/object-store.ts';
import { regions } from '../../planning/contract/tasks-query.ts';
import { numberOfManifest, programmes, versionsPrefix } from '../../planning/contract/version-keys.ts';
import { isStorableId, type ProjectReference } from '../stores/store.ts';

/** The data of a version. */
export function databaseKey(project: ProjectReference, version: number): string {
  return `${versionsPrefix(project)}${version}.sqlite.zst`;
}

/** The versions of a project in an archive at one moment. */
export type ListedVersions = {
  /** The newest first. */
  readonly numbers: readonly number[];
  /** The number after all that were used, by a version or by an import that was killed. */
  readonly next: number;
};

export async function listVersions(archive: ObjectStore, project: ProjectReference): Promise<ListedVersions> {
  const names = await namesIn(archive, project);
  const used = names.map((name) => Number(/^([1-9]\d{0,8})\./.exec(name)?.[1] ?? 0));
  return {
    numbers: names.flatMap((name) => numberOfManifest(name) ?? []).sort(descending),
    next: Math.max(0, ...used) + 1,
  };
}

/** The numbers of the versions of a project, the newest first. */
export async function versionNumbers(
  archive: ObjectStore,
  project: ProjectReference,
): Promise<readonly number[]> {
  return (await listVersions(archive, project)).numbers;
}

/** The projects that have a version, by region and id. */
export async function projectsWithVersions(archive: ObjectStore): Promise<readonly ProjectReference[]> {
  const projects = new Map<string, ProjectReference>();
  for (const key of await archive.list(programmes)) {
    const [, regionName, projectId = '', name = ''] = key.split('/');
    const region = regions.find((each) => each === regionName);
    if (region === undefined || !name.endsWith('.json') || !isStorableId(projectId)) continue;
    projects.set(`${region}/${projectId}`, { region, projectId });
  }
  return [...projects.values()];
}

async function namesIn(archive: ObjectStore, project: ProjectReference): Promise<readonly string[]> {
  const folder = versionsPrefix(project);
  return (await archive.list(folder)).map((key) => key.slice(folder.length));
}

function descending(one: number, other: number): number {
  return other - one;
}
