/**
 * The filters of a report: which property of a task each compares, and how a sheet says it. An audience is a filter
 * with one id.
 */

import type { Task } from '../../planning/contract/resources.ts';
import type { IdFilter, IdFilters } from '../../planning/contract/tasks-query.ts';
import type { Folders } from './folders.ts';

type Matches = (task: Task) => boolean;

type Filter = {
  readonly matches: (wanted: ReadonlySet<string>, folders: Folders) => Matches;
  readonly words: (names: string, count: number) => string;
};

function anyOf(idsOf: (task: Task) => readonly (string | undefined)[]): Filter['matches'] {
  return (wanted) => (task) => idsOf(task).some((id) => id !== undefined && wanted.has(id));
}

function named(one: string): Filter['words'] {
  return (names, count) => `${count === 1 ? one : `${one}s`} ${names}`;
}

/** In the order in which a sheet lists them. A filter of the contract without a row does not compile. */
const filters: Readonly<Record<IdFilter, Filter>> = {
  subcontractorIds: { matches: anyOf((task) => [task.subcontractor?.id]), words: (names) => names },
  // A folder includes those below it.
  folderIds: {
    matches: (wanted, folders) => {
      const isWithin = folders.within(wanted);
      return ({ folder }) => folder !== undefined && isWithin(folder);
    },
    words: named('folder'),
  },
  packageIds: { matches: anyOf((task) => [task.package?.id]), words: named('package') },
  locationIds: { matches: anyOf((task) => [task.location?.id]), words: named('location') },
  calendarIds: { matches: anyOf((task) => [task.calendar?.id]), words: named('calendar') },
  ownerIds: { matches: anyOf((task) => [task.owner?.id]), words: (names) => `tasks owned by ${names}` },
  assignedToIds: {
    matches: anyOf((task) => task.assignedTo?.map((user) => user.id) ?? []),
    words: (names) => `tasks assigned to ${names}`,
  },
};
const filterNames = Object.keys(filters).filter((name): name is IdFilter => name in filters);

/**
 * Whether a task passes all filters: values of one filter are alternatives, different filters all apply, and a filter
 * without values passes every task.
 */
export function passes(wanted: IdFilters, folders: Folders): Matches {
  const conditions = filterNames.flatMap((name) => {
    const ids = new Set(wanted[name]);
    return ids.size === 0 ? [] : [filters[name].matches(ids, folders)];
  });
  return (task) => conditions.every((matches) => matches(task));
}

/** Names of one filter that are listed; the rest is counted. */
const maxNames = 4;

/** `['Stonebridge Frame', 'folders Substructure, Roof']`: a text for each filter with names, in reading order. */
export function filterWords(names: IdFilters): readonly string[] {
  return filterNames.flatMap((filter) => {
    const own = names[filter] ?? [];
    return own.length === 0 ? [] : [filters[filter].words(listed(own), own.length)];
  });
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join(', ')} and ${more} more` : names.join(', ');
}

export const audienceKinds = ['subcontractor', 'owner', 'assignee', 'location', 'folder'] as const;
type AudienceKind = (typeof audienceKinds)[number];

const audienceFilters: Readonly<Record<AudienceKind, IdFilter>> = {
  subcontractor: 'subcontractorIds',
  owner: 'ownerIds',
  assignee: 'assignedToIds',
  location: 'locationIds',
  folder: 'folderIds',
};

/** Whose tasks a report shows. `id` is the subcontractor's, user's, location's or folder's. */
export type Audience =
  | { readonly kind: 'everyone' }
  | { readonly kind: AudienceKind; readonly id: string; readonly name: string };

/** Whether a task is shown to an audience. */
export function belongsTo(audience: Audience, folders: Folders): Matches {
  if (audience.kind === 'everyone') return () => true;
  return filters[audienceFilters[audience.kind]].matches(new Set([audience.id]), folders);
}

/** `folder Substructure`; undefined for everyone. */
export function audienceWords(audience: Audience): string | undefined {
  if (audience.kind === 'everyone') return undefined;
  return filters[audienceFilters[audience.kind]].words(audience.name, 1);
}
