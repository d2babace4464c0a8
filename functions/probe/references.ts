import type { Task } from '../planning/contract/resources.ts';
import type { IdFilter } from '../planning/contract/tasks-query.ts';

export const referencesOf: Readonly<
  Record<IdFilter, (task: Task) => readonly { readonly id?: string | undefined }[]>
> = {
  ownerIds: ({ owner }) => (owner ? [owner] : []),
  folderIds: ({ folder }) => (folder ? [folder] : []),
  packageIds: (task) => (task.package ? [task.package] : []),
  locationIds: ({ location }) => (location ? [location] : []),
  calendarIds: ({ calendar }) => (calendar ? [calendar] : []),
  subcontractorIds: ({ subcontractor }) => (subcontractor ? [subcontractor] : []),
  assignedToIds: ({ assignedTo }) => assignedTo ?? [],
};
