import type { CollectionName } from '#planning/contract/resources.ts';
import type { ProjectData, StoredItem } from '#planning-server/versions/version.ts';

/** A small project with the given collections; those not given are empty. */
export function aPlanningProject(
  collections: Partial<Record<CollectionName, readonly StoredItem[]>> = {},
  project: Partial<Omit<ProjectData, 'collections'>> = {},
): ProjectData {
  return {
    region: 'gb',
    projectId: 'tower',
    name: 'Tower',
    timeZone: 'Europe/London',
    ...project,
    collections: {
      users: [],
      subcontractors: [],
      folders: [],
      packages: [],
      calendars: [],
      locations: [],
      tasks: [],
      ...collections,
    },
  };
}
