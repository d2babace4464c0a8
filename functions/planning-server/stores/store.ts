import type { Collection } from '../../planning/contract/resources.ts';
import type { Region } from '../../planning/contract/tasks-query.ts';

export type ProjectReference = { readonly region: Region; readonly projectId: string };

export type ProjectDescription = {
  readonly name: string;
  /** IANA name: turns a stored date-time that carries an offset into the project's local date. */
  readonly timeZone: string;
};

/** One resource as it is kept and answered: JSON, whose properties the contract's schemas know. */
export type StoredItem = Readonly<Record<string, unknown>>;

/**
 * Where the planning server reads projects from. It does no filtering and no checking, so that a directory,
 * memory and a bucket serve alike.
 */
export interface PlanningStore {
  /** The project's name and time zone, or undefined where there is no such project. */
  describe(project: ProjectReference): Promise<ProjectDescription | undefined>;
  /**
   * The items of a collection of an existing project. As long as nothing changed, the answer is the very same
   * array: the server keeps the index it makes of it.
   * @throws StoredDataError when what is kept cannot be read
   */
  read(project: ProjectReference, collection: Collection): Promise<readonly StoredItem[]>;
}

/** A whole project, as it is written to a directory or kept in memory. */
export type ProjectData = ProjectReference &
  ProjectDescription & { readonly collections: Readonly<Record<Collection, readonly StoredItem[]>> };

/** The time zone of a project that names none. */
export const regionTimeZones: Readonly<Record<Region, string>> = {
  gb: 'Europe/London',
  au: 'Australia/Sydney',
};
