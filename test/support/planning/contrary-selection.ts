/** Selecting tasks as our rules have it, or otherwise. */
import { idFilters } from '../../../functions/planning/contract/tasks-query.ts';
import type { Json, Quirk } from './contrary-service.ts';

const filterProperties = {
  ownerIds: 'owner',
  folderIds: 'folder',
  packageIds: 'package',
  locationIds: 'location',
  calendarIds: 'calendar',
  subcontractorIds: 'subcontractor',
  assignedToIds: 'assignedTo',
} as const;

function has(task: Json, property: string, ids: readonly string[]): boolean {
  const value = task[property];
  const references: readonly Json[] = Array.isArray(value) ? value : value ? [Object(value)] : [];
  return references.some(({ id }) => ids.includes(String(id)));
}

type Rules = {
  readonly dates?: (start: string, finish: string, range: { from: string; to: string }) => boolean;
  readonly undated?: 'in every range' | 'in none';
  readonly lists?: 'each' | 'any';
  readonly shift?: (own: string, asked: string) => boolean;
};

/** Selects as our rules have it, but for what is given. */
export function selecting(rules: Rules): Quirk {
  const {
    dates = (start, finish, { from, to }) => start <= to && finish >= from,
    undated = 'in every range',
    lists = 'each',
    shift: sameShift = (own, asked) => own === asked,
  } = rules;
  return {
    selects(task, query) {
      const [from, to, shift] = ['start', 'finish', 'shift'].map((name) => query.get(name));
      const [start, finish] = [task.start, task.finish];
      if (from || to) {
        const range = { from: from ?? '0', to: to ?? '9' };
        if (typeof start !== 'string' || typeof finish !== 'string') {
          if (undated === 'in none') return false;
        } else if (!dates(start, finish, range)) return false;
      }
      if (shift && !sameShift(String(task.shift), shift)) return false;
      const asked = idFilters.filter((filter) => query.has(filter));
      const passes = (filter: (typeof idFilters)[number]) =>
        has(task, filterProperties[filter], String(query.get(filter)).split(','));
      return lists === 'each' ? asked.every(passes) : asked.length === 0 || asked.some(passes);
    },
  };
}
