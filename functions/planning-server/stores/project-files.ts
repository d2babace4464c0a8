/** The files of one project: seven collections, each an array or an envelope with `results`, and `project.json`. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Collection } from '../../planning/contract/resources.ts';
import { type JsonFile, jsonFile } from './json-files.ts';
import {
  keptVersions,
  type LoadedCollection,
  type LoadedVersion,
  loadCollection,
  loadVersion,
} from './load-version.ts';
import { descriptionIn, descriptionReader } from './project-directories.ts';
import type { ProjectReference, StoredDataError, StoredItem, StoredProblem } from './store.ts';

// Only that they are objects: each is checked against the contract when it is prepared.
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
export type ProjectFiles = {
  /**
   * The version that the files hold now.
   * @throws StoredDataError when project.json is wrong and never was right
   */
  readonly current: () => Promise<LoadedVersion>;
  /** A version that they hold or held; undefined for one that is no longer in memory. */
  readonly find: (version: string) => LoadedVersion | undefined;
  readonly problems: () => readonly StoredProblem[];
};

export function projectFiles(directory: string, project: ProjectReference): ProjectFiles {
  const readDescription = descriptionReader(directory);
  const reader = (collection: Collection) =>
    jsonFile(join(directory, `${collection}.json`), collectionSchema);
  const readers = {
    users: reader('users'),
    subcontractors: reader('subcontractors'),
    folders: reader('folders'),
    packages: reader('packages'),
    calendars: reader('calendars'),
    locations: reader('locations'),
    tasks: reader('tasks'),
  };
  const kept = keptVersions<LoadedVersion>();
  const prepared = new Map<Collection, { readonly key: string; readonly loaded: LoadedCollection }>();
  let fileErrors: readonly StoredDataError[] = [];
  let reading: Promise<LoadedVersion> | undefined;

  async function load(collection: Collection, file: JsonFile<readonly StoredItem[]>, timeZone: string) {
    if (file.content === undefined) return unreadable(file.error);
    const key = `${file.digest} ${timeZone}`;
    const before = prepared.get(collection);
    if (before?.key === key) return before.loaded;
    const source = `${project.region}/${project.projectId}/${collection}`;
    const loaded = await loadCollection(file.content, { collection, timeZone, source });
    prepared.set(collection, { key, loaded });
    return loaded;
  }

  async function readFiles(): Promise<LoadedVersion> {
    const described = await readDescription();
    const files = {
      users: await readers.users(),
      subcontractors: await readers.subcontractors(),
      folders: await readers.folders(),
      packages: await readers.packages(),
      calendars: await readers.calendars(),
      locations: await readers.locations(),
      tasks: await readers.tasks(),
    };
    fileErrors = [described, ...Object.values(files)].flatMap(({ error }) => error ?? []);
    const { name, timeZone } = descriptionIn(described, project);
    const digests = Object.values(files).map(({ digest }) => digest);
    const version = shortDigest(JSON.stringify([name, timeZone, ...digests]));
    const current = kept.current();
    if (current?.version === version) return current;
    const loaded = await loadVersion(version, { name, timeZone }, (collection) =>
      load(collection, files[collection], timeZone),
    );
    kept.add(loaded);
    return loaded;
  }

  return {
    current() {
      reading ??= readFiles().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    find: kept.find,
    problems: () => [
      ...fileErrors.map(({ source, problem }) => ({ source, problem })),
      ...(kept.current()?.problems ?? []),
    ],
  };
}

/** A collection whose file was never readable. */
function unreadable(error: StoredDataError | undefined): LoadedCollection {
  return {
    problems: [],
    page: () => {
      throw error;
    },
  };
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
