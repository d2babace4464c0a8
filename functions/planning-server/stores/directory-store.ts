/**
 * Projects as JSON files: `<root>/<region>/<projectId>/<collection>.json`, seven of them, each an array or an
 * envelope with `results`. An optional `project.json` beside them holds `name` and `timeZone`.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { regions } from '../../planning/contract/tasks-query.ts';
import { ignoreMissing, jsonFiles } from './json-files.ts';
import {
  type PlanningStore,
  type ProjectDescription,
  type ProjectReference,
  regionTimeZones,
  type StoredItem,
} from './store.ts';
import { StoredDataError } from './stored-data-error.ts';

// Only that they are objects: the server checks each against the contract when it indexes them.
const items = z.array(z.custom<StoredItem>((item) => typeof item === 'object' && item !== null));
const collectionSchema = z.union(
  [
    items,
    z.pipe(
      z.looseObject({ results: items }),
      z.transform(({ results }) => results),
    ),
  ],
  'expected an array of objects, or an object with them as results',
);
const descriptionSchema = z.object({
  name: z.optional(z.string().check(z.minLength(1))),
  timeZone: z.optional(
    z.string().check(z.refine(isTimeZone, 'not a known time zone; use one such as Europe/London')),
  ),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Ids that are one plain path segment, so that no id can lead out of the root. */
const safeProjectId = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

/** @throws StoredDataError when the project's id cannot name a directory */
export function projectDirectory(root: string, { region, projectId }: ProjectReference): string {
  if (safeProjectId.test(projectId)) return join(root, region, projectId);
  throw new StoredDataError(root, `the project id ${JSON.stringify(projectId)} cannot name a directory`, {
    remedy: "Use letters, digits, '.', '_' and '-'.",
  });
}

/**
 * A store over a directory. A file is read once, and again when its time or size has changed.
 * @throws StoredDataError from `read` and `describe`: the file is missing, not JSON, or neither array nor envelope
 */
export function directoryStore(root: string): PlanningStore {
  const readCollection = jsonFiles(collectionSchema);
  const readDescription = jsonFiles(descriptionSchema);
  return {
    async describe(project) {
      if (!safeProjectId.test(project.projectId)) return undefined;
      const directory = projectDirectory(root, project);
      if (!(await isDirectory(directory))) return undefined;
      const description = await readDescription(join(directory, 'project.json'));
      return {
        name: description?.name ?? project.projectId,
        timeZone: description?.timeZone ?? regionTimeZones[project.region],
      };
    },
    async read(project, collection) {
      const file = join(projectDirectory(root, project), `${collection}.json`);
      const found = await readCollection(file);
      if (found) return found;
      throw new StoredDataError(file, 'the file is missing', {
        remedy: 'Create it; `[]` is an empty collection.',
      });
    },
  };
}

/**
 * The projects under a root, by region and id.
 * @throws StoredDataError when there is no such root, or a project's description cannot be read
 */
export async function listProjects(root: string): Promise<(ProjectReference & ProjectDescription)[]> {
  if (!(await isDirectory(root))) {
    throw new StoredDataError(root, 'there is no such directory', {
      remedy: 'Create it, with the files <region>/<projectId>/tasks.json and so on.',
    });
  }
  const store = directoryStore(root);
  const found: (ProjectReference & ProjectDescription)[] = [];
  for (const region of regions) {
    for (const projectId of await namesIn(join(root, region))) {
      const description = await store.describe({ region, projectId });
      if (description) found.push({ region, projectId, ...description });
    }
  }
  return found;
}

async function namesIn(directory: string): Promise<string[]> {
  if (!(await isDirectory(directory))) return [];
  return (await readdir(directory)).sort();
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing))?.isDirectory() ?? false;
}
