import type { Collection } from '../../planning/contract/resources.ts';
import type { Region } from '../../planning/contract/tasks-query.ts';

export type ProjectReference = { readonly region: Region; readonly projectId: string };

export type ProjectDescription = {
  readonly name: string;
  /** IANA name: turns a stored date-time that carries an offset into the project's local date. */
  readonly timeZone: string;
};

/** One resource as it is stored and answered: JSON in the shape of the contract's schemas. */
export type StoredItem = Readonly<Record<string, unknown>>;

/**
 * Where the planning server reads projects from. A store neither filters nor checks, so that it can be a
 * directory, memory or a bucket.
 */
export interface PlanningStore {
  /** The project's name and time zone, or undefined where there is no such project. */
  describe(project: ProjectReference): Promise<ProjectDescription | undefined>;
  /**
   * The items of a collection of an existing project. It must be the same array until the items change: the
   * server keeps an index for each array.
   * @throws StoredDataError when the stored data cannot be read
   */
  read(project: ProjectReference, collection: Collection): Promise<readonly StoredItem[]>;
}

/** A whole project, as it is written to a directory or held in memory. */
export type ProjectData = ProjectReference &
  ProjectDescription & { readonly collections: Readonly<Record<Collection, readonly StoredItem[]>> };

/** The time zone of a project that does not name one. */
export const regionTimeZones: Readonly<Record<Region, string>> = {
  gb: 'Europe/London',
  au: 'Australia/Sydney',
};
