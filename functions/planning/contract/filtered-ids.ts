import type { Task } from './resources.ts';
import type { IdFilter } from './tasks-query.ts';

/** The property of a task that each filter compares. */
const filteredProperties = {
  ownerIds: 'owner',
  folderIds: 'folder',
  packageIds: 'package',
  locationIds: 'location',
  calendarIds: 'calendar',
  subcontractorIds: 'subcontractor',
  assignedToIds: 'assignedTo',
} as const satisfies Readonly<Record<IdFilter, keyof Task>>;

/** The ids of a task that a filter compares, each once. */
export function filteredIds(task: Task, filter: IdFilter): readonly string[] {
  const references = [task[filteredProperties[filter]]].flat();
  return [...new Set(references.flatMap((reference) => reference?.id ?? []))];
}
