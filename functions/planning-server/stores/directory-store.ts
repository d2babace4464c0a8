/**
 * Projects as JSON files: `<root>/<region>/<projectId>/<collection>.json`, seven of them, each a bare array or
 * an envelope with `results`; beside them, optionally, `project.json` with `name` and `timeZone`.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { inEnglish } from '../../base/english.ts';
import { type Region, regions } from '../../planning/contract/tasks-query.ts';
import { StoredDataError } from '../errors.ts';
import {
  type PlanningStore,
  type ProjectDescription,
  type ProjectReference,
  regionTimeZones,
  type StoredItem,
} from './store.ts';

/** Ids that are one plain path segment: nothing that could lead out of the root is ever joined to it. */
const safeProjectId = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

// Only that they are objects: the server checks each against the contract when it makes its index.
const storedItems = z.array(z.custom<StoredItem>((item) => typeof item === 'object' && item !== null));
const storedCollection = z.union([
  storedItems,
  z.pipe(
    z.looseObject({ results: storedItems }),
    z.transform((envelope) => envelope.results),
  ),
]);
const storedDescription = z.object({
  name: z.optional(z.string().check(z.minLength(1))),
  timeZone: z.optional(
    z.string().check(z.refine(isTimeZone, 'no time zone of this name; use one such as Europe/London')),
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

export function isSafeProjectId(projectId: string): boolean {
  return safeProjectId.test(projectId);
}

export function projectDirectory(root: string, { region, projectId }: ProjectReference): string {
  return join(root, region, projectId);
}

/**
 * A store over a directory. A file is read once and again when its time or size has changed.
 * @throws StoredDataError from `read` and `describe`: the file is missing, no JSON, or neither array nor envelope
 */
export function directoryStore(root: string): PlanningStore {
  const collections = cachedFiles(parseCollection);
  const descriptions = cachedFiles(parseDescription);
  return {
    async describe(project) {
      if (!isSafeProjectId(project.projectId)) return undefined;
      const directory = projectDirectory(root, project);
      if (!(await isDirectory(directory))) return undefined;
      const described = await descriptions(join(directory, 'project.json'));
      return {
        name: described?.name ?? project.projectId,
        timeZone: described?.timeZone ?? regionTimeZones[project.region],
      };
    },
    async read(project, collection) {
      if (!isSafeProjectId(project.projectId)) {
        throw new StoredDataError(root, 'the project id is not one that a directory can be named by.');
      }
      const file = join(projectDirectory(root, project), `${collection}.json`);
      const items = await collections(file);
      if (items) return items;
      throw new StoredDataError(
        file,
        'the file is missing. Put it there; `[]` stands for an empty collection.',
      );
    },
  };
}

/**
 * The projects under a root, by region and id.
 * @throws StoredDataError when the root itself cannot be read
 */
export async function listProjects(root: string): Promise<(ProjectReference & ProjectDescription)[]> {
  if (!(await isDirectory(root))) {
    throw new StoredDataError(
      root,
      'there is no such directory. It should hold <region>/<projectId>/tasks.json.',
    );
  }
  const store = directoryStore(root);
  const found: (ProjectReference & ProjectDescription)[] = [];
  for (const region of regions) {
    for (const projectId of await namesIn(join(root, region))) {
      const project = { region, projectId } satisfies { region: Region; projectId: string };
      const description = await store.describe(project);
      if (description) found.push({ ...project, ...description });
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

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

/** Reads and parses a file; gives the same object as long as the file's time and size stay as they were. */
function cachedFiles<Content>(parse: (json: unknown) => z.core.util.SafeParseResult<Content>) {
  const cache = new Map<string, { readonly version: string; readonly content: Promise<Content> }>();
  return async (file: string): Promise<Content | undefined> => {
    const status = await stat(file).catch(ignoreMissing);
    if (!status) return undefined;
    const version = `${status.mtimeMs} ${status.size} ${status.ino}`;
    const cached = cache.get(file);
    if (cached?.version === version) return cached.content;
    const content = load(file, parse);
    cache.set(file, { version, content });
    // A failed read is tried again by the next request, which may find the file put right.
    content.catch(() => cache.delete(file));
    return content;
  };
}

async function load<Content>(
  file: string,
  parse: (json: unknown) => z.core.util.SafeParseResult<Content>,
): Promise<Content> {
  const text = await readFile(file, 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new StoredDataError(file, 'the file is no JSON. Correct it or write it again.', { cause });
  }
  const parsed = parse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StoredDataError(
    file,
    `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'wrong shape'}.`,
    {
      cause: parsed.error,
    },
  );
}

function parseCollection(json: unknown): z.core.util.SafeParseResult<readonly StoredItem[]> {
  return storedCollection.safeParse(json, {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? 'expected an array of objects, or an object with them as results'
        : inEnglish.error(issue),
  });
}

function parseDescription(json: unknown) {
  return storedDescription.safeParse(json, inEnglish);
}
