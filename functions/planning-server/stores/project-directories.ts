/**
 * Projects as JSON files: `<root>/<region>/<projectId>/<collection>.json`, seven of them, each an array or an
 * envelope with `results`. An optional `project.json` beside them holds `name` and `timeZone`.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { regions } from '../../planning/contract/tasks-query.ts';
import { ignoreMissing } from './json-files.ts';
import { describeProject } from './project-description.ts';
import { isStorableId } from './project-id.ts';
import type { ProjectDescription, ProjectReference } from './store.ts';
import { StoredDataError } from './stored-data-error.ts';

/** @throws StoredDataError when the project's id cannot name a directory */
export function projectDirectory(root: string, { region, projectId }: ProjectReference): string {
  if (isStorableId(projectId)) return join(root, region, projectId);
  throw new StoredDataError(root, `the project id ${JSON.stringify(projectId)} cannot name a directory`, {
    remedy: "Use letters, digits, '.', '_' and '-'.",
  });
}

/**
 * The projects under a root, by region and id.
 * @param onError hears of each project that is left out because its description cannot be read
 * @throws StoredDataError when there is no such root
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
