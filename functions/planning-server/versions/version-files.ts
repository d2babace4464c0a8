import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { ObjectStore } from '#archive/object-store.ts';
import { codeOf } from '#base/text/redact.ts';
import { decompressTo } from './compression.ts';
import { type OpenDatabase, openDatabase } from './query.ts';
import { type ProjectReference, type ProjectVersion, StoredDataError } from './version.ts';
import { databaseKey, type ServedManifest, servedManifest } from './version-manifest.ts';

export type FetchedVersion = ProjectVersion & { readonly manifest: ServedManifest };

export type VersionFilesOptions = {
  readonly archive: ObjectStore;
  readonly folder: string;
  /** Approximate limit of all files in it together. */
  readonly maxBytes: number;
  readonly maxOpen: number;
  readonly now: () => number;
};

/** Milliseconds. A version requested within this time may be in the middle of being read. */
const inUse = 60_000;

type Entry = {
  readonly fetched: Promise<FetchedVersion | undefined>;
  path: string;
  bytes: number;
  usedAt: number;
};

/** The versions of all projects, each fetched from the archive at its first use and kept while there is room. */
export function versionFiles({ archive, folder, maxBytes, maxOpen, now }: VersionFilesOptions) {
  const open = openDatabases(maxOpen);
  const entries = new Map<string, Entry>();
  let files = 0;

  async function fetch(project: ProjectReference, number: number, path: string) {
    const manifest = await servedManifest.read(archive, { ...project, version: number });
    if (manifest === undefined) return undefined;
    await fetchDatabase(archive, { project, version: number, path });
    const source = databaseKey(project, number);
    open.use(path, source);
    const version: FetchedVersion = {
      version: String(number),
      dataDate: manifest.dataDate ?? undefined,
      importedAt: manifest.importedAt ?? undefined,
      manifest,
      page: (request) => open.use(path, source).page(request),
    };
    return version;
  }

  async function remove(key: string, { path }: Entry): Promise<void> {
    entries.delete(key);
    open.close(path);
    await rm(path, { force: true });
  }

  async function makeRoom(): Promise<void> {
    let bytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes || now() - entry.usedAt < inUse) return;
      bytes -= entry.bytes;
      await remove(key, entry);
    }
  }

  /**
   * Undefined if there is no version with this number.
   * @throws ArchiveError, and StoredDataError for one that cannot be read
   */
  return async function version(
    project: ProjectReference,
    number: number,
  ): Promise<FetchedVersion | undefined> {
    const key = databaseKey(project, number);
    const known = entries.get(key);
    if (known) {
      entries.delete(key);
      entries.set(key, known);
      known.usedAt = now();
      return known.fetched;
    }
    files += 1;
    const path = join(folder, `${files}.sqlite`);
    const entry: Entry = { fetched: fetch(project, number, path), path, bytes: 0, usedAt: now() };
    entries.set(key, entry);
    try {
      const fetched = await entry.fetched;
      if (fetched === undefined) await remove(key, entry);
      else entry.bytes = fetched.manifest.bytes.database;
      await makeRoom();
      return fetched;
    } catch (error) {
      await remove(key, entry);
      throw error;
    }
  };
}

/** @throws ArchiveError, and StoredDataError if the archive has no database or a damaged one */
async function fetchDatabase(
  archive: ObjectStore,
  {
    project,
    version,
    path,
  }: { readonly project: ProjectReference; readonly version: number; readonly path: string },
): Promise<void> {
  const key = databaseKey(project, version);
  const bytes = await archive.get(key);
  if (bytes === undefined) throw unreadable(key, 'the archive has no such object');
  await decompressTo(path, bytes).catch((cause: unknown) => {
    if (!/^Z(STD)?_/.test(codeOf(cause) ?? '')) throw cause;
    throw unreadable(key, 'the object is damaged', cause);
  });
}

function unreadable(key: string, problem: string, cause?: unknown): StoredDataError {
  return new StoredDataError(key, problem, { remedy: 'Import the programme again.', cause });
}

const prefix = 'lookahead-versions-';
const nameWithProcess = new RegExp(`^${prefix}(\\d+)-`);

/**
 * An empty folder for decompressed versions, removed when the process ends. Folders of processes that were killed
 * before they could do so are removed too.
 * @param parent a folder of this machine, such as the temporary one
 */
export function makeVersionsFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const id = nameWithProcess.exec(name)?.[1];
    if (id !== undefined && !isRunning(Number(id))) remove(join(parent, name));
  }
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  process.once('exit', () => remove(folder));
  return folder;
}

function isRunning(id: number): boolean {
  try {
    // Signal 0 sends nothing: it checks whether the process exists.
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user, but runs.
    return codeOf(error) === 'EPERM';
  }
}

/** Ignores folders of other users, and those that another process removes at the same time. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

/**
 * Keeps the most recently used files open: each takes memory. A closed one is opened again by its next use.
 * @param max maximum number of open files
 */
function openDatabases(max: number) {
  const open = new Map<string, OpenDatabase>();
  const close = (path: string) => {
    open.get(path)?.close();
    open.delete(path);
  };
  return {
    use(path: string, source: string): OpenDatabase {
      const database = open.get(path) ?? openDatabase(path, source);
      open.delete(path);
      open.set(path, database);
      const [oldest] = open.keys();
      if (open.size > max && oldest !== undefined) close(oldest);
      return database;
    },
    close,
  };
}

export type StoredTask = { readonly id: string; readonly json: string };

/**
 * Reads the tasks one after the other: all of a large programme would fill the memory.
 * @param use gets the tasks, in order of id, which cannot be read after it has returned
 * @throws ArchiveError, and StoredDataError for a version that does not exist or cannot be read
 */
export async function readTasks<Result>(
  archive: ObjectStore,
  { project, version }: { readonly project: ProjectReference; readonly version: number },
  use: (tasks: Iterable<StoredTask>) => Result,
): Promise<Result> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lookahead-version-'));
  const path = join(folder.path, 'version.sqlite');
  await fetchDatabase(archive, { project, version, path });
  const database = openDatabase(path, databaseKey(project, version));
  try {
    return use(database.tasks());
  } finally {
    database.close();
  }
}
