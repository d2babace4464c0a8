/**
 * The stored form of a plan record: a column for each property, and each value that tasks share only once, because a
 * report reads up to five records of 10,000 tasks each.
 */
import * as z from 'zod/mini';
import type { Day } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import type { PlanRecord, RecordedConstraint, RecordedTask } from '#lookahead/compare/plan-record.ts';
import { constraintKinds } from '#lookahead/readiness/constraint-rules.ts';
import { type SelectionProperties, shiftsOrNone } from '#lookahead/tasks/select-tasks.ts';
import { type TaskId, taskSchema } from '#planning/contract/resources.ts';
import { dayRangeSchema } from './stored-object.ts';

/** Checks a list as a whole, because zod takes several times as long to check each value. */
function listSchema<Value>(isValue: (value: unknown) => value is Value) {
  return z.custom<readonly Value[]>(isListOf(isValue));
}

function isListOf<Value>(isValue: (value: unknown) => value is Value) {
  return (values: unknown): values is readonly Value[] => Array.isArray(values) && values.every(isValue);
}

function wordListSchema<const Value>(words: readonly Value[]) {
  return listSchema((value): value is Value => words.some((word) => word === value));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isInt(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Days since 1970-01-01, because dates as text take long to parse. */
function isDay(value: unknown): value is Day {
  return isInt(value);
}

function isDayOrNull(value: unknown): value is Day | null {
  return value === null || isDay(value);
}

/** Checks values but keeps them as written, because the contract's schemas cannot encode. */
function parsedListSchema<Schema extends z.ZodMiniType>(schema: Schema) {
  return listSchema((value): value is z.output<Schema> => schema.safeParse(value).success);
}

const texts = listSchema(isText);
const ints = listSchema(isInt);

const tasksSchema = z.object({
  id: listSchema((value): value is TaskId => isText(value) && value !== ''),
  /** Empty if it equals the id. */
  ref: texts,
  name: texts,
  key: wordListSchema([false, true]),
  progress: wordListSchema(['open', 'started', 'complete', 'cancelled']),
  start: listSchema(isDayOrNull),
  finish: listSchema(isDayOrNull),
  days: listSchema(isListOf(isDay)),
  shift: wordListSchema(shiftsOrNone),
  /** Index in `cuts`. */
  cut: ints,
  parent: listSchema((value) => value === null || isText(value)),
});

const constraintsSchema = z.object({
  /** Index in `tasks`. */
  task: ints,
  kind: wordListSchema(constraintKinds),
  firstSeen: listSchema(isDay),
  ask: ints,
});

const { subcontractor, folder, package: pack, location, calendar, owner, status } = taskSchema.shape;
const ask = z.object({
  id: z.optional(z.string()),
  name: z.string(),
  address: z.exactOptional(z.string()),
});

const recordSchema = z.object({
  range: dayRangeSchema,
  tasks: tasksSchema,
  constraints: constraintsSchema,
  /**
   * The different combinations of the properties by which audiences select tasks. Each has an index into each of the
   * next six lists, then the indexes of the owner and the assignees in `users`.
   */
  cuts: listSchema(isListOf(isInt)),
  subcontractors: parsedListSchema(subcontractor),
  folders: parsedListSchema(folder),
  packages: parsedListSchema(pack),
  locations: parsedListSchema(location),
  calendars: parsedListSchema(calendar),
  statuses: parsedListSchema(status),
  users: parsedListSchema(owner),
  asks: z.array(z.nullable(ask)),
});
type StoredRecord = z.output<typeof recordSchema>;

export const planRecordSchema = z.codec(recordSchema, z.custom<PlanRecord>(), {
  decode: planRecordOf,
  encode: toStoredRecord,
});

function toStoredRecord({ range, tasks }: PlanRecord): StoredRecord {
  const constraints = tasks.flatMap((task, at) => task.constraints.map((each) => ({ ...each, at })));
  const subcontractors = distinctList<SelectionProperties['subcontractor']>();
  const folders = distinctList<SelectionProperties['folder']>();
  const packages = distinctList<SelectionProperties['package']>();
  const locations = distinctList<SelectionProperties['location']>();
  const calendars = distinctList<SelectionProperties['calendar']>();
  const statuses = distinctList<SelectionProperties['status']>();
  const users = distinctList<SelectionProperties['owner']>();
  const selections = distinctList<number[]>();
  const placeOf = ({ assignedTo = [], ...selectedBy }: SelectionProperties) =>
    selections.placeOf([
      subcontractors.placeOf(selectedBy.subcontractor),
      folders.placeOf(selectedBy.folder),
      packages.placeOf(selectedBy.package),
      locations.placeOf(selectedBy.location),
      calendars.placeOf(selectedBy.calendar),
      statuses.placeOf(selectedBy.status),
      ...[selectedBy.owner, ...assignedTo].map(users.placeOf),
    ]);
  const asks = distinctList<NonNullable<RecordedConstraint['ask']> | null>();
  return {
    range,
    tasks: {
      id: tasks.map(({ id }) => id),
      ref: tasks.map(({ id, ref }) => (ref === id ? '' : ref)),
      name: tasks.map(({ name }) => name),
      key: tasks.map(({ key }) => key),
      progress: tasks.map(({ progress }) => progress),
      start: tasks.map(({ dates }) => dates?.start ?? null),
      finish: tasks.map(({ dates }) => dates?.finish ?? null),
      days: tasks.map(({ days }) => days),
      shift: tasks.map(({ shift }) => shift),
      cut: tasks.map(({ selectedBy }) => placeOf(selectedBy)),
      parent: tasks.map(({ parent }) => parent ?? null),
    },
    constraints: {
      task: constraints.map(({ at }) => at),
      kind: constraints.map(({ kind }) => kind),
      firstSeen: constraints.map(({ firstSeen }) => firstSeen),
      ask: constraints.map((each) => asks.placeOf(each.ask ?? null)),
    },
    cuts: selections.values,
    subcontractors: subcontractors.values,
    folders: folders.values,
    packages: packages.values,
    locations: locations.values,
    calendars: calendars.values,
    statuses: statuses.values,
    users: users.values,
    asks: asks.values,
  };
}

/** Stores each different value once. */
function distinctList<Value>() {
  const values: Value[] = [];
  const places = new Map<string | undefined, number>();
  const placeOf = (value: Value) => getOrInsert(places, JSON.stringify(value), () => values.push(value) - 1);
  return { values, placeOf };
}

function planRecordOf(stored: StoredRecord): PlanRecord {
  const { range, tasks } = stored;
  const constraints = constraintsByTask(stored);
  const selections = stored.cuts.map((places) => selectedByOf(places, stored));
  const unselected = selectedByOf([], stored);
  return {
    range,
    tasks: tasks.id.map((id, at): RecordedTask => {
      const [start, finish] = [tasks.start[at] ?? undefined, tasks.finish[at] ?? undefined];
      const hasNoDates = start === undefined || finish === undefined;
      return {
        id,
        ref: tasks.ref[at] || id,
        name: tasks.name[at] ?? '',
        key: tasks.key[at] ?? false,
        progress: tasks.progress[at] ?? 'open',
        dates: hasNoDates ? undefined : { start, finish },
        days: tasks.days[at] ?? [],
        shift: tasks.shift[at] ?? 'none',
        selectedBy: {
          ...(valueAt(selections, tasks.cut[at]) ?? unselected),
          keyTask: tasks.key[at] ?? false,
        },
        parent: tasks.parent[at] ?? undefined,
        constraints: constraints.get(at) ?? [],
      };
    }),
  };
}

function selectedByOf(
  [subcontractor, folder, pack, location, calendar, status, owner, ...assignedTo]: readonly number[],
  { subcontractors, folders, packages, locations, calendars, statuses, users }: StoredRecord,
) {
  return {
    subcontractor: valueAt(subcontractors, subcontractor),
    folder: valueAt(folders, folder),
    package: valueAt(packages, pack),
    location: valueAt(locations, location),
    calendar: valueAt(calendars, calendar),
    status: valueAt(statuses, status),
    owner: valueAt(users, owner),
    assignedTo: assignedTo.flatMap((user) => valueAt(users, user) ?? []),
  };
}

function valueAt<Value>(values: readonly Value[], place: number | undefined): Value | undefined {
  // In a list, JSON writes undefined as null.
  return (place === undefined ? undefined : values[place]) ?? undefined;
}

function constraintsByTask({ range, constraints: { task, kind, firstSeen, ask }, asks }: StoredRecord) {
  const named = asks.map((each) => (each === null ? undefined : { ...each, id: each.id }));
  const all = kind.map((each, at) => ({
    kind: each,
    firstSeen: firstSeen[at] ?? range.start,
    ask: valueAt(named, ask[at]),
  }));
  return Map.groupBy(all, (_, at) => task[at] ?? 0);
}
