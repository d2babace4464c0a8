import type { Day } from '../lookahead/dates/day.ts';
import { type DateReader, dayIn } from '../lookahead/dates/wire-date.ts';
import type { IdFilter } from '../planning/contract/tasks-query.ts';
import { isRecord, type JsonRecord, part, recordsOf, textOf } from './json-shapes.ts';

/** What the questions compare of a task, beside the task as it came. */
export type TaskFacts = {
  readonly id: string;
  readonly raw: JsonRecord;
  readonly start: Day | undefined;
  readonly finish: Day | undefined;
  readonly ids: Readonly<Record<IdFilter, readonly string[]>>;
};

/** The property of a task that each filter is about: our reading. */
export const filterProperties = {
  ownerIds: 'owner',
  folderIds: 'folder',
  packageIds: 'package',
  locationIds: 'location',
  calendarIds: 'calendar',
  subcontractorIds: 'subcontractor',
  assignedToIds: 'assignedTo',
} as const satisfies Record<IdFilter, string>;

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
    start: dayIn(readDate(textOf(part(raw, 'start')))),
    finish: dayIn(readDate(textOf(part(raw, 'finish')))),
    ids: {
      ownerIds: idsIn(part(raw, 'owner')),
      folderIds: idsIn(part(raw, 'folder')),
      packageIds: idsIn(part(raw, 'package')),
      locationIds: idsIn(part(raw, 'location')),
      calendarIds: idsIn(part(raw, 'calendar')),
      subcontractorIds: idsIn(part(raw, 'subcontractor')),
      assignedToIds: idsIn(part(raw, 'assignedTo')),
    },
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

function idsIn(reference: unknown): readonly string[] {
  const references = isRecord(reference) ? [reference] : recordsOf(reference);
  return references.flatMap((each) => idOf(each) ?? []);
}

export type DatedTask = TaskFacts & { readonly start: Day; readonly finish: Day };

/** The tasks whose start and finish are both known and in order. */
export function datedTasks(tasks: readonly TaskFacts[]): readonly DatedTask[] {
  return tasks.flatMap(({ start, finish, ...rest }) =>
    start !== undefined && finish !== undefined && start <= finish ? [{ ...rest, start, finish }] : [],
  );
}
