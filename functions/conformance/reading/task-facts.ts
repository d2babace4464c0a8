import type { Day } from '../../base/day.ts';
import type { IdFilter } from '../../planning/contract/tasks-query.ts';
import { type DateReader, dayIn } from '../../planning/contract/wire-date.ts';
import { references } from './collections.ts';
import { isRecord, type JsonRecord, textOf, valuesAt } from './json-shapes.ts';

/** What the questions compare of a task, beside the task as it came. */
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
    start: dayIn(readDate(textOf(raw.start))),
    finish: dayIn(readDate(textOf(raw.finish))),
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
