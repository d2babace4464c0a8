/** The collections of the contract, and our reading of how tasks refer to them. */
import { type Collection, resourceSchemas } from '../../planning/contract/resources.ts';
import type { IdFilter } from '../../planning/contract/tasks-query.ts';
import { isRecord, type JsonRecord, kindOf, wordOf } from './json-shapes.ts';

export const lists = [
  'calendars',
  'users',
  'subcontractors',
  'folders',
  'packages',
  'locations',
] as const satisfies readonly Collection[];
export const collections = [...lists, 'tasks'] as const;

/** The property of a task that each filter is about, and the list in which its ids should be. */
export const references = {
  ownerIds: { property: 'owner', list: 'users' },
  assignedToIds: { property: 'assignedTo', list: 'users' },
  folderIds: { property: 'folder', list: 'folders' },
  packageIds: { property: 'package', list: 'packages' },
  locationIds: { property: 'location', list: 'locations' },
  calendarIds: { property: 'calendar', list: 'calendars' },
  subcontractorIds: { property: 'subcontractor', list: 'subcontractors' },
} as const satisfies Record<IdFilter, { property: string; list: Collection }>;

/** The properties that the contract gives the items of a collection. */
export function contractProperties(collection: Collection): readonly string[] {
  return Object.keys(resourceSchemas[collection].shape);
}

/** `duration expected number, got text`: what is wrong with an item, without the value. */
export function problemOf(collection: Collection, item: JsonRecord): string | undefined {
  const issue = resourceSchemas[collection].safeParse(item).error?.issues[0];
  if (!issue) return undefined;
  const path = issue.path.map((key) => (typeof key === 'number' ? '[]' : `.${wordOf(String(key))}`)).join('');
  const found = issue.path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) ? value[Number(key)] : isRecord(value) ? value[String(key)] : undefined,
    item,
  );
  const wanted = issue.code === 'invalid_type' ? `expected ${issue.expected}` : 'not as expected';
  return `${path.slice(1) || 'item'} ${wanted}, got ${kindOf(found)}`;
}
