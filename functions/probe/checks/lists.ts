import { filteredIds } from '../../planning/contract/filtered-ids.ts';
import { type IdFilter, idFilters } from '../../planning/contract/tasks-query.ts';
import { type Finding, type Sighting, weigh } from '../finding.ts';
import type { ListName, ProbedProject } from '../probed-project.ts';

const listOf = {
  ownerIds: 'users',
  assignedToIds: 'users',
  folderIds: 'folders',
  packageIds: 'packages',
  locationIds: 'locations',
  calendarIds: 'calendars',
  subcontractorIds: 'subcontractors',
} as const satisfies Readonly<Record<IdFilter, ListName>>;

export const listNames: readonly ListName[] = [...new Set(Object.values(listOf))];

export function findNames(name: ListName) {
  return async ({ list }: ProbedProject): Promise<Finding> => {
    const { items, rejected } = await list(name);
    const named = items.map(
      (item): Sighting => (item.name?.trim() ? ['named', true] : ['without a name', false]),
    );
    const faults = rejected.map(({ property, reason }): Sighting => [`${property} ${reason}`, false]);
    return weigh([...named, ...faults], 'no items');
  };
}

export async function findReferences({ list, tasks }: ProbedProject): Promise<Finding> {
  const sightings: Sighting[] = [];
  for (const filter of idFilters) {
    const { complete, items } = await list(listOf[filter]);
    const listed = new Set(items.map(({ id }) => id));
    const used = new Set((await tasks()).tasks.flatMap(({ source }) => filteredIds(source, filter)));
    for (const id of complete ? used : []) {
      sightings.push(listed.has(id) ? ['listed', true] : [`not in the list of ${filter}`, false]);
    }
  }
  return weigh(sightings, 'no ids to compare', 0);
}
