import { filteredIds } from '../../planning/contract/filtered-ids.ts';
import { idFilters } from '../../planning/contract/tasks-query.ts';
import { count, tallyText } from '../describe-values.ts';
import { type Check, holdsIf, notSeen, usualOddities } from '../finding.ts';
import type { ListName } from '../probed-project.ts';

const listOf = {
  ownerIds: 'users',
  assignedToIds: 'users',
  folderIds: 'folders',
  packageIds: 'packages',
  locationIds: 'locations',
  calendarIds: 'calendars',
  subcontractorIds: 'subcontractors',
} as const;

const eachList = [...new Set<ListName>(Object.values(listOf))].map(
  (name): Check => ({
    id: `lists.${name}`,
    question: `Have the ${name} names, by which reports choose?`,
    rule: name === 'users' ? 'id and displayName' : 'id and name',
    async find({ list }) {
      const { items, misfits } = await list(name);
      if (misfits.length > 0) {
        const faults = misfits.map(({ property, reason }) => `${property} ${reason}`);
        return holdsIf(false, `${misfits.length} do not fit: ${tallyText(faults)}`);
      }
      if (items.length === 0) return notSeen('no items');
      const nameless = items.filter((item) => !item.name?.trim()).length;
      return holdsIf(
        nameless <= items.length * usualOddities,
        `${count(items.length, 'item')}, ${nameless} without a name`,
      );
    },
  }),
);

export const listChecks: readonly Check[] = [
  ...eachList,
  {
    id: 'lists.references',
    question: 'Are the ids in tasks those of the lists?',
    rule: 'a filter by name finds the tasks that name the item',
    async find({ list, tasks }) {
      const strays: string[] = [];
      let compared = 0;
      for (const filter of idFilters) {
        const { complete, items } = await list(listOf[filter]);
        const listed = new Set(items.map(({ id }) => id));
        const used = new Set((await tasks()).tasks.flatMap(({ source }) => filteredIds(source, filter)));
        if (!complete) continue;
        compared += used.size;
        const missing = used.difference(listed).size;
        if (missing > 0) strays.push(`${missing} of ${used.size} of ${filter}`);
      }
      if (compared === 0) return notSeen('no ids to compare');
      return strays.length > 0
        ? holdsIf(false, `not in their list: ${strays.join(', ')}`)
        : holdsIf(true, `${count(compared, 'id')}, all listed`);
    },
  },
];
