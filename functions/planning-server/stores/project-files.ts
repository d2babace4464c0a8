import { join } from 'node:path';
import * as z from 'zod/mini';
import { sha256Of } from '../../base/digest.ts';
import { jsonFile } from './json-files.ts';
import { KeptVersions, type LoadedVersion, loadVersion } from './load-version.ts';
import { descriptionIn, descriptionReader } from './project-directories.ts';
import {
  type ProjectReference,
  perCollection,
  type StoredDataError,
  type StoredItem,
  type StoredProblem,
} from './store.ts';

// Only checks that they are objects: each is checked against the contract when it is prepared.
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

export type ProjectFiles = ReturnType<typeof projectFiles>;

export function projectFiles(directory: string, project: ProjectReference) {
  const readDescription = descriptionReader(directory);
  const readers = perCollection((collection) =>
    jsonFile(join(directory, `${collection}.json`), collectionSchema),
  );
  const kept = new KeptVersions<LoadedVersion>();
  let fileErrors: readonly StoredDataError[] = [];
  let reading: Promise<LoadedVersion> | undefined;

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
    const version = sha256Of(JSON.stringify([name, timeZone, ...digests])).slice(0, 12);
    if (kept.current?.version === version) return kept.current;
    const collections = perCollection((collection) => files[collection].content ?? []);
    const loaded = await loadVersion(version, { ...project, name, timeZone, collections });
    const readable: LoadedVersion = {
      ...loaded,
      page(request) {
        const { content, error } = files[request.collection];
        if (content === undefined) throw error;
        return loaded.page(request);
      },
    };
    kept.add(readable);
    return readable;
  }

  return {
    current() {
      reading ??= readFiles().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    find: (version: string) => kept.find(version),
    problems: (): readonly StoredProblem[] => [
      ...fileErrors.map(({ source, problem }) => ({ source, problem })),
      ...(kept.current?.problems ?? []),
    ],
  };
}
