import { LookaheadError } from '#base/lookahead-error.ts';
import type { CollectionName } from '#planning/contract/resources.ts';
import type { Region, TasksQuery } from '#planning/contract/tasks-query.ts';

export type ProjectReference = { readonly region: Region; readonly projectId: string };

export type ProjectDescription = {
  readonly name: string;
  /** IANA name. Date-times with an offset become local dates of this zone. */
  readonly timeZone: string;
};

export type StoredItem = Readonly<Record<string, unknown>>;

/** The source of the projects that the planning server serves. */
export interface PlanningStore {
  /**
   * The current version of a project, or the one with this label.
   * @returns undefined if the project or the version does not exist, or is no longer kept
   * @throws StoredDataError if a version exists but cannot be read, and there is no earlier one to serve
   */
  open(project: ProjectReference, version?: string): Promise<ProjectVersion | undefined>;
  problems(): readonly StoredDataProblem[];
}

/** One version of a project's data. It never changes, so that all pages read from it belong together. */
export type ProjectVersion = {
  /** Lower-case letters and digits, different for each version of a project. */
  readonly version: string;
  /** Local date or date-time up to which progress is known, as the imported file states it. */
  readonly dataDate?: string | undefined;
  /** ISO 8601 instant in UTC. */
  readonly importedAt?: string | undefined;
  readonly page: (request: PageRequest) => ItemPage;
};

export type PageRequest = {
  readonly collection: CollectionName;
  readonly query: TasksQuery;
  /** Number of items, in order of id, to skip: 0, or `next` of the previous page. */
  readonly from: number;
  readonly limit: number;
};

export type ItemPage = {
  readonly next: number | undefined;
  /**
   * Reads the items and returns them as JSON in UTF-8, separated by commas, between the two texts. It must be called
   * before other asynchronous work runs.
   */
  readonly body: (before: string, after: string) => Uint8Array<ArrayBuffer>;
};

export type StoredDataProblem = {
  readonly source: string;
  /** `the object is damaged` */
  readonly problem: string;
};

export type ProjectData = ProjectReference &
  ProjectDescription & { readonly collections: Readonly<Record<CollectionName, readonly StoredItem[]>> };

export const regionTimeZones: Readonly<Record<Region, string>> = {
  gb: 'Europe/London',
  au: 'Australia/Sydney',
};

/** A stored version is missing, damaged or of another release. */
export class StoredDataError extends LookaheadError {
  override readonly name = 'StoredDataError';
  readonly source: string;
  readonly problem: string;

  /**
   * @param source key of the object in the archive
   * @param problem without a full stop
   */
  constructor(
    source: string,
    problem: string,
    {
      remedy = 'Import the programme again.',
      cause,
    }: { readonly remedy?: string; readonly cause?: unknown } = {},
  ) {
    super(`${source}: ${problem}`, { kind: 'curable', remedy, cause });
    this.source = source;
    this.problem = problem;
  }
}

/** One plain path segment, so that no id can lead out of a folder. */
const safeProjectId = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

/** Whether the id can name a folder and be part of an archive key. */
export function isStorableId(projectId: string): boolean {
  return safeProjectId.test(projectId) && !projectId.endsWith('.');
}

export function makeValuePerCollection<Value>(
  make: (collection: CollectionName) => Value,
): Readonly<Record<CollectionName, Value>> {
  return {
    users: make('users'),
    subcontractors: make('subcontractors'),
    folders: make('folders'),
    packages: make('packages'),
    calendars: make('calendars'),
    locations: make('locations'),
    tasks: make('tasks'),
  };
}
