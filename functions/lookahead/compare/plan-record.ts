/**
 * What later issues measure an issue by: for its whole pull, each task's days to come, how far it was and what held it
 * up. It is stored with the issue, so that nothing is computed again from an old pull.
 */
import { type Dates, type Day, dayFromNumber, mondayOf } from '../../base/day.ts';
import { type Task, type TaskId, taskIdSchema, taskSchema } from '../../planning/contract/resources.ts';
import { overlaps, type Window } from '../dates/window.ts';
import { workingDaysIn } from '../dates/working-days.ts';
import type { Constraint, ConstraintKind } from '../readiness/constraint-rules.ts';
import type { Named, ReadPull, ReadTask } from '../tasks/read-task.ts';
import { byReference, type ShiftSlot, slotOf } from '../tasks/select.ts';

export type PlanRecord = {
  /** From the Monday of the report day's week to the end of the pull. */
  readonly range: Dates;
  /** The properties by which filters and audiences select, once for all tasks that share them. */
  readonly cuts: readonly Task[];
  /** By reference. */
  readonly tasks: readonly RecordedTask[];
};

export type RecordedTask = {
  readonly id: TaskId;
  readonly ref: string;
  readonly name: string;
  readonly key: boolean;
  readonly progress: 'open' | 'started' | 'complete' | 'cancelled';
  readonly dates: Dates | undefined;
  /** A character for each day of the record's range: `1` if work is planned on it. */
  readonly days: string;
  readonly shift: ShiftSlot;
  /** Its index in `cuts`. */
  readonly cut: number;
  readonly parent: TaskId | undefined;
  /** One of each kind, the most consequential first. */
  readonly constraints: readonly RecordedConstraint[];
};

export type RecordedConstraint = {
  readonly kind: ConstraintKind;
  /** Report day of the first of the unbroken run of issues that had it. */
  readonly firstSeen: Day;
  readonly ask: Named | undefined;
};

type Recorded = {
  readonly pull: ReadPull;
  readonly window: Window;
  readonly reportDay: Day;
  readonly constraints: ReadonlyMap<ReadTask, readonly Constraint[]>;
  readonly previous: PlanRecord | undefined;
};

export function recordPlan({ pull, window, reportDay, constraints, previous }: Recorded): PlanRecord {
  const { first, last } = pull.pull.range;
  const monday = mondayOf(reportDay);
  const range = { start: monday < first ? first : monday, finish: last };
  const days = { first: range.start, last };
  const firstSeen = firstSeenIn(previous);
  const cuts = new Map<string, { readonly index: number; readonly cut: Task }>();
  const tasks = pull.tasks.toSorted(byReference).map((task): RecordedTask => {
    const { id, ref, name, dates, source } = task;
    const own = cutOf(source);
    const key = JSON.stringify(own);
    const known = cuts.get(key) ?? { index: cuts.size, cut: taskSchema.parse({ id, ...own }) };
    cuts.set(key, known);
    const kinds = new Map((constraints.get(task) ?? []).toReversed().map((each) => [each.kind, each]));
    return {
      id,
      ref,
      name,
      key: source.keyTask === true,
      progress: progressOf(task),
      dates,
      days: daysText(plannedDays(task, days), range),
      shift: slotOf({
        ...task,
        inWindow: dates !== undefined && overlaps(window, dates.start, dates.finish),
      }),
      cut: known.index,
      parent: parentOf(source),
      constraints: [...kinds.values()]
        .toReversed()
        .map(({ kind, ask }) => ({ kind, ask, firstSeen: firstSeen(id, kind) ?? reportDay })),
    };
  });
  return { range, cuts: Array.from(cuts.values(), ({ cut }) => cut), tasks };
}

function firstSeenIn(record: PlanRecord | undefined): (id: TaskId, kind: ConstraintKind) => Day | undefined {
  const held = record?.tasks.filter(({ constraints }) => constraints.length > 0) ?? [];
  const byId = new Map(held.map(({ id, constraints }) => [id, constraints]));
  return (id, kind) => byId.get(id)?.find((each) => each.kind === kind)?.firstSeen;
}

/** What filters, audiences and the lists of a later issue need. */
function cutOf({ subcontractor, folder, package: pack, location, calendar, owner, assignedTo }: Task) {
  return {
    subcontractor: subcontractor && { id: subcontractor.id, name: subcontractor.name },
    folder: folder && { id: folder.id, name: folder.name, parentId: folder.parentId, path: folder.path },
    package: pack && { id: pack.id },
    location: location && { id: location.id },
    calendar: calendar && { id: calendar.id },
    owner: owner && { id: owner.id, displayName: owner.displayName, email: owner.email },
    assignedTo: assignedTo?.map(({ id }) => ({ id })),
  };
}

function progressOf({ status }: ReadTask): RecordedTask['progress'] {
  const { kind } = status;
  return kind === 'started' || kind === 'complete' || kind === 'cancelled' ? kind : 'open';
}

function parentOf({ parent }: Task): TaskId | undefined {
  return parent?.id === undefined ? undefined : taskIdSchema.safeParse(parent.id).data;
}

function daysText(days: readonly Day[], { start, finish }: Dates): string {
  const [first] = days;
  if (first === undefined) return '';
  const planned = new Set(days);
  let text = '';
  for (let day = start; day <= finish; day = dayFromNumber(day + 1)) text += planned.has(day) ? '1' : '0';
  return text;
}

/** Also the day of a milestone, whether or not its calendar works on it. */
function plannedDays(
  read: ReadTask,
  { first, last }: { readonly first: Day; readonly last: Day },
): readonly Day[] {
  const { dates, milestone } = read;
  if (!milestone || dates === undefined) return workingDaysIn({ first, last }, read);
  return dates.start >= first && dates.start <= last ? [dates.start] : [];
}
