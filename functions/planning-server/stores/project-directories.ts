/**
 * Projects as JSON files: `<root>/<region>/<projectId>/<collection>.json`, each an array or an envelope with `results`.
 * An optional `project.json` beside them holds `name` and `timeZone`.
 */

import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { makeFolder } from '../../archive/file-system.ts';
import { isTimeZone } from '../../base/time-zone.ts';
import { regions } from '../../planning/contract/tasks-query.ts';
import { ignoreMissing, type JsonFile, jsonFile } from './json-files.ts';
import {
  isStorableId,
  type ProjectData,
  type ProjectDescription,
  type ProjectReference,
  regionTimeZones,
  StoredDataError,
} from './store.ts';

/** @throws StoredDataError if the project's id cannot name a directory */
export function projectDirectory(root: string, { region, projectId }: ProjectReference): string {
  if (isStorableId(projectId)) return join(root, region, projectId);
  throw new StoredDataError(root, `the project id ${JSON.stringify(projectId)} cannot name a directory`, {
    remedy: "Use letters, digits, '.', '_' and '-'.",
  });
}

/**
 * The projects under a root, by region and id.
 * @param onError called for each project that is left out because its description cannot be read
 * @throws StoredDataError if the root does not exist
 */
export async function listProjects(
  root: string,
  onError: (error: StoredDataError) => void,
): Promise<(ProjectReference & ProjectDescription)[]> {
  if (!(await isDirectory(root))) {
    throw new StoredDataError(root, 'the directory does not exist', {
      remedy: 'Create it, with the files <region>/<projectId>/tasks.json and so on.',
    });
  }
  const found: (ProjectReference & ProjectDescription)[] = [];
  for (const region of regions) {
    for (const projectId of await namesIn(join(root, region))) {
      const directory = join(root, region, projectId);
      if (!isStorableId(projectId) || !(await isDirectory(directory))) continue;
      try {
        found.push({ region, projectId, ...(await describeProject(directory, { region, projectId })) });
      } catch (error) {
        if (!(error instanceof StoredDataError)) throw error;
        onError(error);
      }
    }
  }
  return found;
}

async function namesIn(directory: string): Promise<string[]> {
  if (!(await isDirectory(directory))) return [];
  return (await readdir(directory)).sort();
}

export async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing))?.isDirectory() ?? false;
}

const descriptionSchema = z.object({
  name: z.optional(z.string().check(z.minLength(1))),
  timeZone: z.optional(
    z.string().check(z.refine(isTimeZone, 'not a known time zone; use one such as Europe/London')),
  ),
});

async function describeProject(directory: string, project: ProjectReference): Promise<ProjectDescription> {
  return descriptionIn(await descriptionReader(directory)(), project);
}

export function descriptionReader(directory: string) {
  return jsonFile(join(directory, 'project.json'), descriptionSchema, {});
}

/** Uses the last valid content of a file that is wrong now. @throws StoredDataError if there was none */
export function descriptionIn(
  { content, error }: JsonFile<z.infer<typeof descriptionSchema>>,
  { region, projectId }: ProjectReference,
): ProjectDescription {
  if (error && content === undefined) throw error;
  return { name: content?.name ?? projectId, timeZone: content?.timeZone ?? regionTimeZones[region] };
}

/**
 * Writes the files that `directoryStore` reads. Each is written beside its place and renamed into it, so that it is
 * either complete or unchanged.
 * @throws StoredDataError if the project's id cannot name a directory
 */
export async function writeProject(root: string, project: ProjectData): Promise<void> {
  const directory = projectDirectory(root, project);
  await makeFolder(resolve(directory));
  const { name, timeZone } = project;
  await replaceFile(join(directory, 'project.json'), { name, timeZone });
  for (const [collection, items] of Object.entries(project.collections)) {
    await replaceFile(join(directory, `${collection}.json`), items);
  }
}

async function replaceFile(file: string, content: unknown): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  await writeFile(beside, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  await rename(beside, file);
}
