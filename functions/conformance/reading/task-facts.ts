import type { Day } from '../../base/day.ts';
import { type Collection, resourceSchemas } from '../../planning/contract/resources.ts';
import type { IdFilter } from '../../planning/contract/tasks-query.ts';
import { type DateReader, dayIn } from '../../planning/contract/wire-date.ts';
import { isRecord, type JsonRecord, kindOf, textOf, valuesAt, wordOf } from './describe-answer.ts';

/** A task as it came, with the values that questions compare. */
export type TaskFacts = {
  readonly id: string;
  readonly raw: JsonRecord;
  readonly start: Day | undefined;
  readonly finish: Day | undefined;
  readonly ids: Readonly<Record<IdFilter, readonly string[]>>;
};

/** The tasks that have an id, each once: of a task that comes twice, the fuller one. */
export function factsOf(items: readonly JsonRecord[], readDate: DateReader): readonly TaskFacts[] {
  const byId = new Map<string, JsonRecord>();
  for (const item of items) {
    const id = idOf(item);
    const known = id === undefined ? undefined : byId.get(id);
    if (id === undefined) continue;
    if (!known || Object.keys(known).length < Object.keys(item).length) byId.set(id, item);
  }
  return [...byId].map(([id, raw]) => ({
    id,
    raw,
    start: dayIn(readDate(textOf(raw['start']))),
    finish: dayIn(readDate(textOf(raw['finish']))),
    ids: idsByFilter(raw),
  }));
}

/** The item's id; a number counts as its digits, so that one departure does not hide all others. */
export function idOf(item: JsonRecord): string | undefined {
  const { id } = item;
  return typeof id === 'number' ? String(id) : textOf(id);
}

export function idsOf(items: readonly JsonRecord[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => idOf(item) ?? []));
}

function idsByFilter(raw: JsonRecord): TaskFacts['ids'] {
  const idsOfFilter = (filter: IdFilter) =>
    valuesAt([raw], references[filter].property).flatMap((each) =>
      isRecord(each) ? (idOf(each) ?? []) : [],
    );
  return {
    ownerIds: idsOfFilter('ownerIds'),
    folderIds: idsOfFilter('folderIds'),
    packageIds: idsOfFilter('packageIds'),
    locationIds: idsOfFilter('locationIds'),
    calendarIds: idsOfFilter('calendarIds'),
    subcontractorIds: idsOfFilter('subcontractorIds'),
    assignedToIds: idsOfFilter('assignedToIds'),
  };
}

export type DatedTask = TaskFacts & { readonly start: Day; readonly finish: Day };

/** How many items have an id and come a second time. */
export function repeatsIn(items: readonly JsonRecord[]): number {
  return items.filter((item) => idOf(item) !== undefined).length - idsOf(items).size;
}

/** The tasks whose start and finish are both known and in order. */
export function datedTasks(tasks: readonly TaskFacts[]): readonly DatedTask[] {
  return tasks.flatMap(({ start, finish, ...rest }) =>
    start !== undefined && finish !== undefined && start <= finish ? [{ ...rest, start, finish }] : [],
  );
}

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
