import type { ObjectStore } from '#archive/object-store.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import { numberOfManifest, programmes, versionsPrefix } from '#planning/contract/version-keys.ts';
import { isStorableId, type ProjectReference } from '#planning-server/stores/store.ts';

export function databaseKey(project: ProjectReference, version: number): string {
  return `${versionsPrefix(project)}${version}.sqlite.zst`;
}

export type ListedVersions = {
  readonly numbers: readonly number[];
  /** The number after all used ones, including those of imports that were killed. */
  readonly next: number;
};

export async function listVersions(archive: ObjectStore, project: ProjectReference): Promise<ListedVersions> {
  const folder = versionsPrefix(project);
  const names = (await archive.list(folder)).map((key) => key.slice(folder.length));
  const used = names.map((name) => Number(/^([1-9]\d{0,8})\./.exec(name)?.[1] ?? 0));
  return {
    numbers: names.flatMap((name) => numberOfManifest(name) ?? []).sort((one, other) => other - one),
    next: Math.max(0, ...used) + 1,
  };
}

export async function versionNumbers(
  archive: ObjectStore,
  project: ProjectReference,
): Promise<readonly number[]> {
  return (await listVersions(archive, project)).numbers;
}

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
