import type { CollectionName, Task } from './resources.ts';
import type { IdFilterName } from './tasks-query.ts';

/**
 * For each filter of the contract: the property of a task that it compares, the list that has its ids, and its name in
 * `filters` of a report. An object, so that a second row for the same filter does not compile.
 */
export const idFilterDefinitions = {
  subcontractorIds: { property: 'subcontractor', list: 'subcontractors', setting: 'subcontractors' },
  folderIds: { property: 'folder', list: 'folders', setting: 'folders' },
  packageIds: { property: 'package', list: 'packages', setting: 'packages' },
  locationIds: { property: 'location', list: 'locations', setting: 'locations' },
  calendarIds: { property: 'calendar', list: 'calendars', setting: 'calendars' },
  ownerIds: { property: 'owner', list: 'users', setting: 'owners' },
  assignedToIds: { property: 'assignedTo', list: 'users', setting: 'assignees' },
} as const satisfies Readonly<
  Record<
    IdFilterName,
    {
      readonly property: keyof Task;
      readonly list: Exclude<CollectionName, 'tasks'>;
      readonly setting: string;
    }
  >
>;

type Filtered = Pick<Task, (typeof idFilterDefinitions)[IdFilterName]['property']>;

/** The ids of a task that a filter compares, without duplicates. */
export function findIdsComparedByFilter(task: Filtered, filter: IdFilterName): readonly string[] {
  const references = [task[idFilterDefinitions[filter].property]].flat();
  return [...new Set(references.flatMap((reference) => reference?.id ?? []))];
}
