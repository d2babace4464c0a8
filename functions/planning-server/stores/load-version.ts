import { DatabaseSync } from 'node:sqlite';
import { readerOf } from './read-database.ts';
import type { ProjectData, ProjectVersion, StoredProblem } from './store.ts';
import { fillDatabase } from './write-database.ts';

/** A version in memory, and what is wrong with its data. */
export type LoadedVersion = ProjectVersion & { readonly problems: readonly StoredProblem[] };

/** Makes a version ready to be answered from: as a database, like an imported one, but in memory. */
export async function loadVersion(version: string, project: ProjectData): Promise<LoadedVersion> {
  const database = new DatabaseSync(':memory:');
  const { problems } = await fillDatabase(database, project);
  const { name, timeZone } = project;
  return { description: { name, timeZone }, version, page: readerOf(database).page, problems };
}

/** How many versions of a project are kept in memory, the current one included. */
const maxKept = 3;

/** The versions of one project that are in memory: the current one, and the last few before it, where cursors may lead. */
export class KeptVersions<Kept extends { readonly version: string }> {
  /** The current one first. */
  #kept: readonly Kept[] = [];

  get current(): Kept | undefined {
    return this.#kept[0];
  }

  find(version: string): Kept | undefined {
    return this.#kept.find((one) => one.version === version);
  }

  /** Makes this the current version. */
  add(added: Kept): void {
    this.#kept = [added, ...this.#kept.filter(({ version }) => version !== added.version)].slice(0, maxKept);
  }
}
