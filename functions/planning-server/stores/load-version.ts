import type { Collection } from '../../planning/contract/resources.ts';
import type { LoadedCollection } from './load-collection.ts';
import type { ProjectDescription, ProjectVersion, StoredProblem } from './store.ts';

/** A version in memory, and what is wrong with its data. */
export type LoadedVersion = ProjectVersion & { readonly problems: readonly StoredProblem[] };

/** Puts a version together from its seven collections. */
export async function loadVersion(
  version: string,
  description: ProjectDescription,
  load: (collection: Collection) => Promise<LoadedCollection>,
): Promise<LoadedVersion> {
  const { name, timeZone } = description;
  const collections: Readonly<Record<Collection, LoadedCollection>> = {
    users: await load('users'),
    subcontractors: await load('subcontractors'),
    folders: await load('folders'),
    packages: await load('packages'),
    calendars: await load('calendars'),
    locations: await load('locations'),
    tasks: await load('tasks'),
  };
  return {
    description: { name, timeZone },
    version,
    page: (request) => collections[request.collection].page(request),
    problems: Object.values(collections).flatMap(({ problems }) => problems),
  };
}
