/** Where an archive holds the versions of a project. */
import type { ObjectStore } from '../../archive/object-store.ts';
import { regions } from '../../planning/contract/tasks-query.ts';
import { isStorableId } from '../stores/project-id.ts';
import type { ProjectReference } from '../stores/store.ts';

const root = 'programmes/';

function folderOf({ region, projectId }: ProjectReference): string {
  return `${root}${region}/${projectId}/`;
}

/** The data of a version. */
export function databaseKey(project: ProjectReference, version: number): string {
  return `${folderOf(project)}${version}.sqlite.zst`;
}

/** What makes it a version: data without a manifest is what an import that was killed left behind. */
export function manifestKey(project: ProjectReference, version: number): string {
  return `${folderOf(project)}${version}.json`;
}

/** The numbers of the versions of a project, the newest first. */
export async function versionNumbers(
  archive: ObjectStore,
  project: ProjectReference,
): Promise<readonly number[]> {
  const names = await namesIn(archive, project);
  return names.flatMap((name) => numberIn(name, /^([1-9]\d{0,8})\.json$/)).sort(descending);
}

/** The number after all that were used, by a version or by an import that was killed. */
export async function nextNumber(archive: ObjectStore, project: ProjectReference): Promise<number> {
  const names = await namesIn(archive, project);
  const used = names.flatMap((name) => numberIn(name, /^([1-9]\d{0,8})\./));
  return Math.max(0, ...used) + 1;
}

/** The projects that have a version, by region and id. */
export async function projectsWithVersions(archive: ObjectStore): Promise<readonly ProjectReference[]> {
  const projects = new Map<string, ProjectReference>();
  for (const key of await archive.list(root)) {
    const [, regionName, projectId = '', name = ''] = key.split('/');
    const region = regions.find((each) => each === regionName);
    if (region === undefined || !name.endsWith('.json') || !isStorableId(projectId)) continue;
    projects.set(`${region}/${projectId}`, { region, projectId });
  }
  return [...projects.values()];
}

async function namesIn(archive: ObjectStore, project: ProjectReference): Promise<readonly string[]> {
  const folder = folderOf(project);
  return (await archive.list(folder)).map((key) => key.slice(folder.length));
}

function numberIn(name: string, pattern: RegExp): readonly number[] {
  const digits = pattern.exec(name)?.[1];
  return digits === undefined ? [] : [Number(digits)];
}

function descending(one: number, other: number): number {
  return other - one;
}
