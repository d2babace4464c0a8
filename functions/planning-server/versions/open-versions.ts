import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { ObjectStore } from '#archive/object-store.ts';
import { createFreshCache } from '#base/fresh-cache.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { errorCodeOf } from '#base/text/redact.ts';
import { versionDatabaseKeyTemplate } from '#planning/contract/version-keys.ts';
import { decompressToFile } from './compression.ts';
import {
  databaseKey,
  listVersions,
  manifestObjectForServing,
  readNewestReadableVersion,
} from './manifest.ts';
import { type OpenedDatabase, openDatabase, type StoredTask } from './query.ts';
import {
  isStorableId,
  type PlanningStore,
  type ProjectReference,
  type ProjectVersion,
  StoredDataError,
  type StoredDataProblem,
} from './version.ts';

/**
 * Milliseconds for which an older version may be served. Requests to a bucket take time and money, requests to a folder
 * almost none.
 */
export const maxVersionCacheAgeMs = { folder: 1_000, bucket: 30_000 } as const;
/** Milliseconds. A version requested within this time may be in the middle of being read. */
const inUseMs = 60_000;
/** Maximum number of databases of a project that are tried, newest first. */
const maxTries = 3;
/** Maximum number of projects whose current version is cached. */
const maxProjects = 10_000;

export type VersionStoreOptions = {
  readonly archive: ObjectStore;
  /** For the decompressed databases. */
  readonly folder: string;
  /** Approximate limit of the total size of the files in `folder`. */
  readonly maxBytes: number;
  /** Maximum number of open files: each takes memory. */
  readonly maxOpen: number;
  /** From `maxVersionCacheAgeMs`. */
  readonly maxAgeMs: number;
  readonly now: () => number;
  /** Called once for each version that is skipped because it cannot be read. */
  readonly onError: (error: StoredDataError) => void;
};

type CurrentVersion = {
  readonly number: number | undefined;
  readonly problems: readonly StoredDataProblem[];
};

/**
 * A store over the versions in an archive. The current version is the newest readable one. While the archive itself
 * cannot be read, the last known version is still served.
 */
export function createVersionStore(options: VersionStoreOptions): PlanningStore {
  const { archive, now, maxAgeMs, onError } = options;
  const versionOf = heldVersions(options);
  const currents = createFreshCache<CurrentVersion>({ maxAge: maxAgeMs, max: maxProjects, now });
  const problems = new Map<string, readonly StoredDataProblem[]>();
  const reported = new Set<string>();

  async function newest(project: ProjectReference): Promise<CurrentVersion> {
    const failures: StoredDataError[] = [];
    const { numbers } = await listVersions(archive, project);
    const read = async (number: number) => (await versionOf(project, number)) && number;
    const number = await readNewestReadableVersion(numbers, read, (error) => {
      failures.push(error);
      if (!reported.has(error.source)) onError(error);
      reported.add(error.source);
      const databases = failures.filter(({ source }) => versionDatabaseKeyTemplate.of(source));
      if (databases.length === maxTries) throw failures[0];
    });
    if (number === undefined && failures[0]) throw failures[0];
    return { number, problems: failures.map(({ source, problem }) => ({ source, problem })) };
  }

  async function check(
    project: ProjectReference,
    before: Promise<CurrentVersion> | undefined,
  ): Promise<CurrentVersion> {
    try {
      return await newest(project);
    } catch (error) {
      const served = await before?.catch(() => undefined);
      if (served?.number === undefined || !(error instanceof LookaheadError)) throw error;
      const source = databaseKey(project, served.number);
      return { ...served, problems: [{ source, problem: `no newer version can be read: ${error.message}` }] };
    }
  }

  function currentOf(project: ProjectReference): Promise<CurrentVersion> {
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
      return number === undefined ? undefined : versionOf(project, number);
    },
    problems: () => [...problems.values()].flat(),
  };
}

function versionNumber(version: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
}

type FetchedVersion = ProjectVersion & { readonly bytes: number };

type HeldVersion = {
  readonly path: string;
  readonly fetched: Promise<FetchedVersion | undefined>;
  bytes: number;
  usedAt: number;
};

/** The versions of all projects, each fetched from the archive at its first use and kept while there is room. */
function heldVersions({ archive, folder, maxBytes, maxOpen, now }: VersionStoreOptions) {
  // Both maps have the least recently used entry first.
  const held = new Map<string, HeldVersion>();
  const open = new Map<string, OpenedDatabase>();
  let files = 0;

  function close(path: string): void {
    open.get(path)?.close();
    open.delete(path);
  }

  /** Opens the database if it is not open. If more than `maxOpen` are then open, closes the least recently used one. */
  function databaseAt(path: string, source: string): OpenedDatabase {
    const database = open.get(path) ?? openDatabase(path, source);
    open.delete(path);
    open.set(path, database);
    const [oldest] = open.keys();
    if (open.size > maxOpen && oldest !== undefined) close(oldest);
    return database;
  }

  async function fetch(project: ProjectReference, number: number, path: string) {
    const manifest = await manifestObjectForServing.read(archive, { ...project, version: number });
    if (manifest === undefined) return undefined;
    const source = databaseKey(project, number);
    await fetchDatabase(archive, source, path);
    databaseAt(path, source);
    const fetched: FetchedVersion = {
      version: String(number),
      dataDate: manifest.dataDate ?? undefined,
      importedAt: manifest.importedAt ?? undefined,
      bytes: manifest.bytes.database,
      page: (request) => databaseAt(path, source).page(request),
    };
    return fetched;
  }

  async function remove(key: string, { path }: HeldVersion): Promise<void> {
    held.delete(key);
    close(path);
    await rm(path, { force: true });
  }

  async function makeRoom(): Promise<void> {
    let bytes = [...held.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [key, each] of held) {
      if (bytes <= maxBytes || now() - each.usedAt < inUseMs) return;
      bytes -= each.bytes;
      await remove(key, each);
    }
  }

  /**
   * Undefined if there is no version with this number.
   * @throws ArchiveError, and StoredDataError for one that cannot be read
   */
  return async function versionOf(project: ProjectReference, number: number) {
    const key = databaseKey(project, number);
    const known = held.get(key);
    if (known) {
      held.delete(key);
      held.set(key, known);
      known.usedAt = now();
      return known.fetched;
    }
    files += 1;
    const path = join(folder, `${files}.sqlite`);
    const entry: HeldVersion = { path, fetched: fetch(project, number, path), bytes: 0, usedAt: now() };
    held.set(key, entry);
    try {
      const fetched = await entry.fetched;
      if (fetched === undefined) await remove(key, entry);
      else entry.bytes = fetched.bytes;
      await makeRoom();
      return fetched;
    } catch (error) {
      await remove(key, entry);
      throw error;
    }
  };
}

/** @throws ArchiveError, and StoredDataError if the archive has no such database or a damaged one */
async function fetchDatabase(archive: ObjectStore, key: string, path: string): Promise<void> {
  const bytes = await archive.get(key);
  if (bytes === undefined) throw new StoredDataError(key, 'the archive has no such object');
  await decompressToFile(path, bytes).catch((cause: unknown) => {
    if (!/^Z(STD)?_/.test(errorCodeOf(cause) ?? '')) throw cause;
    throw new StoredDataError(key, 'the object is damaged', { cause });
  });
}

/**
 * Reads the tasks one after the other, because all tasks of a large programme would fill the memory.
 * @param use gets the tasks, which cannot be read after it has returned
 * @throws ArchiveError, and StoredDataError for a version that does not exist or cannot be read
 */
export async function readVersionTasks<Result>(
  archive: ObjectStore,
  { project, version }: { readonly project: ProjectReference; readonly version: number },
  use: (tasks: Iterable<StoredTask>) => Result,
): Promise<Result> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lookahead-version-'));
  const path = join(folder.path, 'version.sqlite');
  const key = databaseKey(project, version);
  await fetchDatabase(archive, key, path);
  const database = openDatabase(path, key);
  try {
    return use(database.tasks());
  } finally {
    database.close();
  }
}

const prefix = 'lookahead-versions-';
const nameWithProcess = new RegExp(`^${prefix}(\\d+)-`);
/** The folders that this process has made; one `exit` listener removes them all. */
const ownFolders: string[] = [];

/**
 * An empty folder for versions, removed when the process ends. Folders left by processes that were killed are removed
 * too.
 * @param parent a folder of this machine, such as the temporary one
 */
export function makeVersionsFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const id = nameWithProcess.exec(name)?.[1];
    if (id !== undefined && !isRunning(Number(id))) removeFolder(join(parent, name));
  }
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  if (ownFolders.length === 0) process.once('exit', () => ownFolders.forEach(removeFolder));
  ownFolders.push(folder);
  return folder;
}

function isRunning(id: number): boolean {
  try {
    // Signal 0 sends nothing: it checks whether the process exists.
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user, but runs.
    return errorCodeOf(error) === 'EPERM';
  }
}

/** Ignores folders of other users, and those that another process removes at the same time. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}
