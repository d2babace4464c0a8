/** The record of an issue's plan as it is stored: a column for each property, because a record of 10,000 tasks is read often. */
import * as z from 'zod/mini';
import { addDays, type Day } from '../../base/day.ts';
import type { PlanRecord, RecordedTask } from '../../lookahead/compare/plan-record.ts';
import { constraintKinds } from '../../lookahead/readiness/constraint-rules.ts';
import { type Cut, shiftSlots } from '../../lookahead/tasks/select.ts';
import { taskIdSchema, taskSchema } from '../../planning/contract/resources.ts';
import { day, dayRange, decodeObject, storeFormat, unzip, zip } from './stored-object.ts';

const progress = ['open', 'started', 'complete', 'cancelled'] as const;
const days = z.array(z.nullable(z.int()));
const named = z.object({
  id: z.optional(z.string()),
  name: z.string(),
  address: z.exactOptional(z.string()),
});

const columnsSchema = z.object({
  id: z.array(taskIdSchema),
  /** Empty if it is the id. */
  ref: z.array(z.string()),
  name: z.array(z.string()),
  key: z.array(z.boolean()),
  progress: z.array(z.enum(progress)),
  /** Days after the first of the range. */
  start: days,
  finish: days,
  /** Planned days, each as days after the one before; the first after the first of the range. */
  days: z.array(z.array(z.int())),
  shift: z.array(z.enum(shiftSlots)),
  cut: z.array(z.int()),
  parent: z.array(z.nullable(z.string())),
});

const cutSchema = z.pick(taskSchema, {
  subcontractor: true,
  folder: true,
  package: true,
  location: true,
  calendar: true,
  owner: true,
  assignedTo: true,
});

const recordSchema = z.object({
  range: dayRange,
  columns: columnsSchema,
  constraints: z.array(
    z.object({
      /** Index of its task in the columns. */
      task: z.int(),
      kind: z.enum(constraintKinds),
      firstSeen: day,
      ask: z.optional(named),
    }),
  ),
});

/** Without the cuts, whose schema can only read; of a task, its properties are written. */
const storedSchema = z.extend(recordSchema, { cuts: z.array(cutSchema) });

export function encodePlanRecord({ range, cuts, tasks }: PlanRecord): Uint8Array {
  const after = (at: RecordedTask['dates'], end: 'start' | 'finish') => (at ? at[end] - range.start : null);
  const head: z.output<typeof recordSchema> = {
    range,
    columns: {
      id: tasks.map(({ id }) => id),
      ref: tasks.map(({ id, ref }) => (ref === id ? '' : ref)),
      name: tasks.map(({ name }) => name),
      key: tasks.map(({ key }) => key),
      progress: tasks.map((task) => task.progress),
      start: tasks.map(({ dates }) => after(dates, 'start')),
      finish: tasks.map(({ dates }) => after(dates, 'finish')),
      days: tasks.map((task) => task.days.map((day, at, all) => day - (all[at - 1] ?? range.start))),
      shift: tasks.map(({ shift }) => shift),
      cut: tasks.map(({ cut }) => cut),
      parent: tasks.map(({ parent }) => parent ?? null),
    },
    constraints: tasks.flatMap(({ constraints }, task) =>
      constraints.map(({ kind, firstSeen, ask }) => ({ task, kind, firstSeen, ask })),
    ),
  };
  return zip({ version: storeFormat, ...z.encode(recordSchema, head), cuts: cuts.map(written) });
}

function written({ subcontractor, folder, package: pack, location, calendar, owner, assignedTo }: Cut): Cut {
  return { subcontractor, folder, package: pack, location, calendar, owner, assignedTo };
}

/** @throws RunStoreError */
export function decodePlanRecord(key: string, bytes: Uint8Array): PlanRecord {
  const { range, cuts, columns, constraints } = decodeObject(storedSchema, key, unzip(key, bytes));
  const { id: ids, ref, name, start, finish, shift, cut, parent } = columns;
  const found = Map.groupBy(constraints, ({ task }) => task);
  const dayAt = (offset: number) => addDays(range.start, offset);
  const tasks = ids.map((id, at): RecordedTask => {
    const [from, to] = [start[at] ?? undefined, finish[at] ?? undefined];
    return {
      id,
      ref: ref[at] || id,
      name: name[at] ?? '',
      key: columns.key[at] ?? false,
      progress: columns.progress[at] ?? 'open',
      dates: from === undefined || to === undefined ? undefined : { start: dayAt(from), finish: dayAt(to) },
      days: daysAfter(range.start, columns.days[at] ?? []),
      shift: shift[at] ?? 'none',
      cut: cut[at] ?? 0,
      parent: parent[at] ?? undefined,
      constraints: (found.get(at) ?? []).map(({ kind, firstSeen, ask }) => ({
        kind,
        firstSeen,
        ask: ask && { ...ask, id: ask.id },
      })),
    };
  });
  return { range, cuts, tasks };
}

function daysAfter(start: Day, steps: readonly number[]): readonly Day[] {
  let day = start;
  return steps.map((step) => {
    day = addDays(day, step);
    return day;
  });
}
