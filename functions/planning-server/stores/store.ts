import { LookaheadError } from '../../base/lookahead-error.ts';
import type { Collection } from '../../planning/contract/resources.ts';
import type { Region, TasksQuery } from '../../planning/contract/tasks-query.ts';

export type ProjectReference = { readonly region: Region; readonly projectId: string };

export type ProjectDescription = {
  readonly name: string;
  /** IANA name: turns a stored date-time that carries an offset into the project's local date. */
  readonly timeZone: string;
};

/** One resource as it is stored: JSON in the shape of the contract's schemas. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** Where the planning server reads projects from: memory, a folder of JSON files, or the versions of an archive. */
export interface PlanningStore {
  /**
   * A version of a project: the current one, or the one with this label.
   * @returns undefined where there is no such project, or where it has no such version or has it no longer
   * @throws StoredDataError when a version exists and cannot be read, and there is no earlier one to serve
   */
  open(project: ProjectReference, version?: string): Promise<ProjectVersion | undefined>;
  /** Problems in the data of the projects opened so far. The rest of it is served. */
  problems(): readonly StoredProblem[];
}

/** One version of a project's data. It never changes, so that all pages read from it belong together. */
export type ProjectVersion = {
  readonly description: ProjectDescription;
  /** Lower-case letters and digits. Another version of the project has another label. */
  readonly version: string;
  /** Local date or date-time up to which progress is known, as the file names it; undefined for none. */
  readonly dataDate?: string | undefined;
  /** When it was imported: ISO 8601 instant, UTC; undefined for a project that was not imported. */
  readonly importedAt?: string | undefined;
  /** @throws StoredDataError where this collection cannot be read */
  readonly page: (request: PageRequest) => Page;
};

export type PageRequest = {
  readonly collection: Collection;
  /** For the other collections empty. */
  readonly query: TasksQuery;
  /** How many items of the version, in order of id, are passed over: 0, or `next` of the page before. */
  readonly from: number;
  readonly limit: number;
};

export type Page = {
  /** Where the next page begins; undefined on the last one. */
  readonly next: number | undefined;
  /**
   * The items as JSON, separated by commas, between two texts; in UTF-8. They are read when it is called, which has to
   * be before other work gets its turn.
   */
  readonly body: (before: string, after: string) => Uint8Array<ArrayBuffer>;
};

/** An item that is left out, or a file that is not read; for the operator only. */
export type StoredProblem = {
  /** The file, or `region/project/collection`. */
  readonly source: string;
  /** `item 3, duration: Invalid input: expected number, received string` */
  readonly problem: string;
};

/** A whole project, as it is written to a directory or held in memory. */
export type ProjectData = ProjectReference &
  ProjectDescription & { readonly collections: Readonly<Record<Collection, readonly StoredItem[]>> };

/** The time zone of a project that does not name one. */
export const regionTimeZones: Readonly<Record<Region, string>> = {
  gb: 'Europe/London',
  au: 'Australia/Sydney',
};

/** A project's stored data is missing, is not JSON or does not fit the contract. */
export class StoredDataError extends LookaheadError {
  override readonly name = 'StoredDataError';
  readonly source: string;
  readonly problem: string;

  /**
   * @param source the file, or `region/project/collection` where the store has no files
   * @param problem what is wrong there, without a full stop
   */
  constructor(
    source: string,
    problem: string,
    { remedy, cause }: { readonly remedy: string; readonly cause?: unknown },
  ) {
    super(`${source}: ${problem}`, { kind: 'curable', remedy, cause });
    this.source = source;
    this.problem = problem;
  }
}

/** Several stores as one: a project is read from the first that has it. */
export function firstOf(stores: readonly PlanningStore[]): PlanningStore {
  return {
    async open(project, version) {
      for (const store of stores) {
        const opened = await store.open(project, version);
        if (opened) return opened;
      }
      return undefined;
    },
    problems: () => stores.flatMap((store) => store.problems()),
  };
}

/** One plain path segment, so that no id can lead out of a folder. */
const safeProjectId = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

/** Whether a project with this id can be stored: as a folder, and in the keys of an archive. */
export function isStorableId(projectId: string): boolean {
  return safeProjectId.test(projectId) && !projectId.endsWith('.');
}

/** A value for each collection. */
export function perCollection<Value>(
  make: (collection: Collection) => Value,
): Readonly<Record<Collection, Value>> {
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
