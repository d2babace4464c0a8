import { DatabaseSync } from 'node:sqlite';
import { readerOf } from './read-database.ts';
import type { ProjectData, ProjectVersion, StoredProblem } from './store.ts';
import { fillDatabase } from './write-database.ts';

/** Per project, including the current one. */
const maxVersionsInMemory = 3;

export type LoadedVersion = ProjectVersion & { readonly problems: readonly StoredProblem[] };

/** Makes a version ready to serve: a database like that of an imported one, but in memory. */
export async function loadVersion(version: string, project: ProjectData): Promise<LoadedVersion> {
  const database = new DatabaseSync(':memory:');
  const { problems } = await fillDatabase(database, project);
  const { name, timeZone } = project;
  return { description: { name, timeZone }, version, page: readerOf(database).page, problems };
}

/** The versions of one project in memory: the current one, and the last few before it, which cursors may still name. */
export class KeptVersions<Kept extends { readonly version: string }> {
  #kept: readonly Kept[] = [];

  get current(): Kept | undefined {
    return this.#kept[0];
  }

  find(version: string): Kept | undefined {
    return this.#kept.find((one) => one.version === version);
  }

  add(added: Kept): void {
    this.#kept = [added, ...this.#kept.filter(({ version }) => version !== added.version)].slice(
      0,
      maxVersionsInMemory,
    );
  }
}
